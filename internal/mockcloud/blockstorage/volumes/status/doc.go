// Package status holds the actions that set a volume's status, bootable and read-only flags.
package status
