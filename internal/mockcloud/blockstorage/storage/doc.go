// Package storage answers what administrators ask about the storage itself: its services, hosts, pools and what they can do.
package storage
