// Package guest is what is asked of a server's guest and its hypervisor: what it wrote to its console, its figures, its
// topology, its password, a crash dump, its network anew.
package guest
