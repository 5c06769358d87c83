package state

import (
	"plumbline/internal/mockcloud/state/engine"
)

// Choice is a setting made through the control API: settings, newest microversions, fault rules, the clock's advance, the seed.
// Choices are stored only if the store is saved to disk.
type Choice struct {
	Name string
	// Value is the choice in JSON.
	Value []byte
}

// Choices are all choices, by name. Reset and restore do not change this table by themselves.
var Choices = engine.Register(engine.Table[Choice]{Name: "choices", ID: func(c *Choice) string { return c.Name }, Uncounted: true})
