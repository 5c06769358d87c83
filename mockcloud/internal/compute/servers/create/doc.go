// Package create is the creating of servers, and the building that follows.
package create
