// Package snapshot holds the actions that create images of servers: copies of their disks, or, for servers that boot from a volume,
// images that name snapshots of their volumes. Of the backups of a kind, only the latest are kept.
package snapshot
