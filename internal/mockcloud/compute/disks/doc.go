// Package disks handles the disks of a server and makes compute's requests to block storage about its volumes.
package disks
