// Package groupsnapshots holds snapshots of groups of volumes: of all their volumes at once.
package groupsnapshots
