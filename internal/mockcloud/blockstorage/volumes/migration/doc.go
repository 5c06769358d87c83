// Package migration holds the actions that move volumes to another host.
package migration
