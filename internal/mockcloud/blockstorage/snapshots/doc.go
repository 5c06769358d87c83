// Package snapshots holds the operations on snapshots of volumes.
package snapshots
