// Package servergroups is the server groups: named rules of how servers are spread over hosts.
package servergroups
