// Package record is what the rooms of compute share about a server: finding and changing it, recording what was
// done to it, telling others, and how values are written.
package record
