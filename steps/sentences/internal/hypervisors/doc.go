// Package hypervisors is the sentences about hypervisors.
package hypervisors
