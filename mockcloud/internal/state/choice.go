package state

import (
	"plumbline/mockcloud/internal/state/engine"
)

// Choice is something that was chosen through the control API: settings, the newest microversions, fault rules, what the
// clock was advanced by, the seed. They are records only where the store is saved.
type Choice struct {
	Name string
	// Value is JSON.
	Value []byte
}

// Choices are all choices, by name. Neither reset nor restore touches them by itself.
var Choices = engine.Register(engine.Table[Choice]{Name: "choices", ID: func(c *Choice) string { return c.Name }, Aside: true})
