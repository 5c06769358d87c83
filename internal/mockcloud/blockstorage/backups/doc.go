// Package backups holds the operations on backups of volumes.
package backups
