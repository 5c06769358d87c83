// Package servergroups holds the operations on server groups: named rules of how servers are spread over hosts.
package servergroups
