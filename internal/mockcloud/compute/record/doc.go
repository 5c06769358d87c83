// Package record holds what compute's packages share about a server: finding and changing it, recording actions on it, sending
// notifications about it, and formatting values.
package record
