// Package power holds the actions that change a server's power state: start, stop, pause, suspend, reboot.
package power
