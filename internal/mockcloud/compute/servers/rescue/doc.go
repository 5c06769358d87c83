// Package rescue boots servers from a rescue image, and from their own disks again.
package rescue
