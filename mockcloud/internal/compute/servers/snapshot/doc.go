// Package snapshot makes images of servers: copies of their disks, or, of servers that boot from a volume, snapshots of their
// volumes that an image names. Backups are images of which only the latest are kept.
package snapshot
