// Package attachments holds the operations on the volumes attached to a server: attach, show, change and detach.
package attachments
