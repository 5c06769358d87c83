// Package deletion holds the deletion of volumes.
package deletion
