// Package metadata holds the operations on the metadata of servers: all items, or one by its key.
package metadata
