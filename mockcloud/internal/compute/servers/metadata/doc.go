// Package metadata is the metadata of servers as a resource of its own: all items, or one by its key.
package metadata
