// Package manage makes volumes and snapshots of what the storage has, and lets block storage forget them.
package manage
