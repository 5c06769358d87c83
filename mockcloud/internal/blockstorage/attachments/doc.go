// Package attachments is the attachments of volumes to servers: reserved, connected, completed, taken away.
package attachments
