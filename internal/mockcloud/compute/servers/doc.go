// Package servers holds the servers as a resource: list, show and update. The actions on them are in the packages below.
package servers
