package kind

import (
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Checking is a resource to be validated before its stack is created or updated.
type Checking struct {
	*pipeline.Exchange
	Types *Types
	Stack *state.Stack
	Name  string
	// Metadata is what the template gives of the resource beside its properties.
	Metadata Values
	// Properties include defaults. Values that refer to other resources are nil, or not final.
	Properties map[string]any
	Loose      map[string]bool
}
