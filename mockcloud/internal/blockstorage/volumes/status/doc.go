// Package status is what administrators and clients set about a volume: its status, whether it can be booted
// from, whether it can be written.
package status
