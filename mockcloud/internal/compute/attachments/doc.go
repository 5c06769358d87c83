// Package attachments is the volumes attached to a server: attach, show, change and detach.
package attachments
