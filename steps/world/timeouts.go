package world

import "time"

// Timeouts are the waits of the suite by name.
type Timeouts map[string]time.Duration

// DefaultTimeouts lists every name with its default.
func DefaultTimeouts() Timeouts {
	return Timeouts{
		"server-boot":   3 * time.Minute,
		"server-action": 3 * time.Minute,
		"rebuild":       3 * time.Minute,
		"shelve":        3 * time.Minute,
		"delete":        2 * time.Minute,
		"image":         2 * time.Minute,
		"stack":         5 * time.Minute,
		"network":       time.Minute,
		"observation":   30 * time.Second,
		"notification":  30 * time.Second,
	}
}
