// Package servers is the servers as a resource: list, show and update; what is done to them has packages below
// it.
package servers
