package mutants

import (
	"fmt"
	"strings"

	"plumbline/internal/openapi"
)

// place is the place of an operation in documents.
type place struct{ path, method, action string }

// place finds an operation in the newest document that has it; it panics for a misspelt one.
func (b *deriver) place(operation string) place {
	o := b.find(operation)
	if o == nil {
		panic(fmt.Sprintf("no document of %s has the operation %s", b.name, operation))
	}
	return place{o.Path, strings.ToLower(o.Method), o.Action}
}

// find finds an operation in the newest document that has it, nil if the profile does not.
func (b *deriver) find(operation string) *openapi.Operation {
	for i := len(b.at) - 1; i >= 0; i-- {
		d, err := b.chain.At(b.at[i])
		if err != nil {
			return nil
		}
		if o := d.Operation(operation); o != nil {
			return o
		}
	}
	return nil
}

// keys are the keys that lead to the operation in a document.
func (p place) keys() []string {
	if p.action != "" {
		return []string{"paths", p.path, "x-openstack-actions", p.action}
	}
	return []string{"paths", p.path, p.method}
}

// target is the JSONPath of the operation.
func (p place) target(keys ...string) string { return jsonPathBelow("$", append(p.keys(), keys...)...) }

// operationIn is the operation in a document, nil if there is none.
func (p place) operationIn(tree map[string]any) map[string]any {
	o, _ := valueBelow(tree, p.keys()...).(map[string]any)
	return o
}

// operationSpan is the span over which an operation exists.
func (b *deriver) operationSpan(operation string) span {
	found := b.spans(func(tree map[string]any) any {
		if b.place(operation).operationIn(tree) == nil {
			return nil
		}
		return true
	})
	return found[0]
}
