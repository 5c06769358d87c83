package kind

import (
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
)

// Checking is one resource that is looked at before its stack is made or changed.
type Checking struct {
	*pipeline.Exchange
	Types *Types
	Stack *state.Stack
	Name  string
	// Properties have their defaults; what refers to other resources is nil or loose.
	Properties map[string]any
	Loose      map[string]bool
}
