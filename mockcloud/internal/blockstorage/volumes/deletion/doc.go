// Package deletion is the deleting of volumes.
package deletion
