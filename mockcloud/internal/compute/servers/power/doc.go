// Package power is the actions that lead a server from one power state to another: start, stop, pause, suspend,
// reboot.
package power
