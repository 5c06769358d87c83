// Package faults has the rules by which a mock cloud fails on demand: see mockcloud.Control.AddFault.
package faults

import "time"

// Rule makes the mock fail: the operations (or their steps) that it matches are answered with a status, late, or both.
type Rule struct {
	ID string `json:"id"`
	// Operation is an operation's id ("servers.rebuild") or a kind of scheduled work ("servers.rebuilt"); "" is any operation.
	Operation string `json:"operation,omitempty"`
	// Step is a step of the operation; "" is the operation as a whole, before its first step.
	Step string `json:"step,omitempty"`
	// Resource is the value of a path parameter, the resource of the work, or, at a step of an operation on an attachment, its volume
	// or server; "" is any.
	Resource string `json:"resource,omitempty"`
	// Skip is the number of matches to ignore; then the rule applies Times times, 0 for always.
	Skip  int `json:"skip,omitempty"`
	Times int `json:"times,omitempty"`
	// Status is the status to answer with, with Message; 0 for none. Scheduled work fails with any status.
	Status  int    `json:"status,omitempty"`
	Message string `json:"message,omitempty"`
	// Delay is the time to wait first, on the machine's clock.
	Delay Duration `json:"delay,omitempty"`
	// Matched counts the matches so far.
	Matched int `json:"matched"`
}

// Duration is a time.Duration that is a text in JSON: "1.5s".
type Duration time.Duration

// MarshalText writes the text of time.Duration.String.
func (d Duration) MarshalText() ([]byte, error) { return []byte(time.Duration(d).String()), nil }

// UnmarshalText reads a text as time.ParseDuration does.
func (d *Duration) UnmarshalText(text []byte) error {
	v, err := time.ParseDuration(string(text))
	*d = Duration(v)
	return err
}
