// Package create holds the creation of servers, and the scheduled work that builds them.
package create
