// Package metadata holds the operations on the metadata of volumes, and on their image metadata.
package metadata
