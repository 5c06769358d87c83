// Package guest holds the operations on a server's guest and hypervisor: console output, diagnostics, topology, password, crash dump,
// network reset.
package guest
