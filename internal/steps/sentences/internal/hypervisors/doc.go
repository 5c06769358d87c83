// Package hypervisors holds the sentences about hypervisors.
package hypervisors
