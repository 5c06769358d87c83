// Package disks is the disks of a server and what compute asks block storage to do with its volumes.
package disks
