// Package attachments holds the operations on the attachments of volumes to servers: reserve, connect, complete, delete.
package attachments
