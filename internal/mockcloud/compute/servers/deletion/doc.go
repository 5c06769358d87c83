// Package deletion holds the deletion of servers.
package deletion
