// Package volumes is the volumes as a resource: list, show and update; what is done to them has packages below
// it.
package volumes
