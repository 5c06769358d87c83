// Package snapshots is the snapshots of volumes.
package snapshots
