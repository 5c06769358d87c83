// Package deletion is the deleting of servers.
package deletion
