package state

import (
	"time"

	"plumbline/internal/mockcloud/state/engine"
)

// ConsoleToken is a token that opens a console of a server for a while.
type ConsoleToken struct {
	// ID is the token.
	ID, Type, ServerID string
	Expires            time.Time
}

// ConsoleTokens are all tokens that were issued.
var ConsoleTokens = engine.Register(engine.Table[ConsoleToken]{
	Name:      "console-tokens",
	Uncounted: true,
	ID:        func(c *ConsoleToken) string { return c.ID },
	Indexes:   []engine.Index[ConsoleToken]{{Name: "server", Of: func(c *ConsoleToken) []string { return []string{c.ServerID} }}},
})
