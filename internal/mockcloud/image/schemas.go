package image

import (
	_ "embed"
	"fmt"
	"sync"

	"go.yaml.in/yaml/v3"

	"plumbline/internal/mockcloud/pipeline"
)

// schemaFile has the schemas from which clients learn which keys an object has: by the name of the operation that answers them.
//
//go:embed schemas.yaml
var schemaFile []byte

// schemaOperations are the operations that answer schemas. The file is read once for all clouds of a process.
var schemaOperations = sync.OnceValue(func() map[string]pipeline.Operation {
	var all map[string]schema
	if err := yaml.Unmarshal(schemaFile, &all); err != nil {
		panic(fmt.Sprintf("image: schemas.yaml: %v", err))
	}
	out := map[string]pipeline.Operation{}
	for name, s := range all {
		if name[0] != '.' { // what schemas have in common
			out["image-schemas."+name] = constantOperation(s.value)
		}
	}
	return out
})

// schema is a JSON schema as a plain value.
type schema struct{ value any }

// UnmarshalYAML implements yaml.Unmarshaler.
func (s *schema) UnmarshalYAML(node *yaml.Node) error { return node.Decode(&s.value) }

// constantOperation is an operation whose answer is always the same.
func constantOperation(value any) pipeline.Operation {
	return pipeline.Operation{Answer: func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) { return pipeline.Body(200, value), nil }}
}
