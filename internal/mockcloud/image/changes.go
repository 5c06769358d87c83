package image

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi"
)

// operation is one entry of a patch after the checks of its form. Path is the rest of its pointer, which only locations have.
type operation struct {
	kind, key string
	path      []string
	value     any
	// old tells that it came in the older form, which adds no key that is there.
	old bool
}

var kinds = []string{"add", "remove", "replace"}

// entry is an object of a patch before any check.
type entry struct {
	Op    body.Opt[any] `json:"op"`
	Path  any           `json:"path"`
	Value body.Opt[any] `json:"value"`
}

// oldEntry is an object of a patch in its older form: the path is under the name of the kind.
type oldEntry struct {
	Add     body.Opt[any] `json:"add"`
	Remove  body.Opt[any] `json:"remove"`
	Replace body.Opt[any] `json:"replace"`
	Value   body.Opt[any] `json:"value"`
}

// readPatch reads a list of changes: each entry is checked whole before the next one is looked at. The schema is that of a request
// that creates an image.
func readPatch(x *pipeline.Exchange, entries []any, old bool) ([]operation, *pipeline.Fault) {
	var out []operation
	schema := x.Document.Operation("images.create")
	for _, e := range entries {
		if !body.IsObject(e) {
			return nil, pipeline.BadRequest("Operations must be JSON objects.")
		}
		given, fault := body.As[*entry](e), (*pipeline.Fault)(nil)
		if old {
			given, fault = body.As[*oldEntry](e).renewed()
		}
		if fault != nil {
			return nil, fault
		}
		op, fault := given.read()
		if fault == nil {
			fault = op.check(x, schema)
		}
		if fault != nil {
			return nil, fault
		}
		op.old = old
		out = append(out, op)
	}
	return out, nil
}

// renewed is the object in the newer form; it has to name exactly one change.
func (e *oldEntry) renewed() (*entry, *pipeline.Fault) {
	var out *entry
	for i, given := range []body.Opt[any]{e.Add, e.Remove, e.Replace} {
		if !given.Given() {
			continue
		}
		if out != nil {
			return nil, pipeline.BadRequest(`Operation objects must contain only one member named "add", "remove", or "replace".`)
		}
		out = &entry{Op: body.Some[any](kinds[i]), Path: given.Or(nil), Value: e.Value}
	}
	if out == nil {
		return nil, pipeline.BadRequest(`Operation objects must contain exactly one member named "add", "remove", or "replace".`)
	}
	return out, nil
}

func (e *entry) read() (op operation, fault *pipeline.Fault) {
	given, ok := e.Op.Get()
	if !ok {
		return op, pipeline.BadRequest("Unable to find `op` in JSON Schema change. It must be one of the following: %s.", strings.Join(kinds, ", "))
	}
	op.kind = fmt.Sprint(given)
	if !slices.Contains(kinds, op.kind) {
		return op, pipeline.BadRequest("Invalid operation: `%s`. It must be one of the following: %s.", op.kind, strings.Join(kinds, ", "))
	}
	if e.Path == nil {
		return op, pipeline.BadRequest("Unable to find 'path' in JSON Schema change")
	}
	path, fault := readPointer(op.kind, body.As[string](e.Path))
	if fault != nil {
		return op, fault
	}
	op.key, op.path = path[0], path[1:]
	if op.value = e.Value.Or(nil); !e.Value.Given() && op.kind != "remove" {
		return op, pipeline.BadRequest("Operation %q requires a member named \"value\".", op.kind)
	}
	return op, nil
}

var (
	adjacent  = regexp.MustCompile(`/\s*/`)
	notEscape = regexp.MustCompile(`~([^01]|$)`)
)

// depths are the lengths of pointers to keys that are no plain values; all others have one part.
var depths = map[string]map[string]int{"locations": {"add": 2, "remove": 2, "replace": 1}}

// readPointer reads a JSON pointer (RFC 6901).
func readPointer(kind, pointer string) ([]string, *pipeline.Fault) {
	switch {
	case !strings.HasPrefix(pointer, "/"):
		return nil, pipeline.BadRequest("Pointer `%s` does not start with \"/\".", pointer)
	case adjacent.MatchString(pointer[1:]):
		return nil, pipeline.BadRequest("Pointer `%s` contains adjacent \"/\".", pointer)
	case len(pointer) > 1 && strings.HasSuffix(pointer, "/"):
		return nil, pipeline.BadRequest("Pointer `%s` end with \"/\".", pointer)
	case notEscape.MatchString(pointer):
		return nil, pipeline.BadRequest("Pointer `%s` contains \"~\" not part of a recognized escape sequence.", pointer)
	}
	path := strings.Split(strings.TrimLeft(pointer, "/"), "/")
	for i, part := range path {
		path[i] = strings.TrimSpace(strings.NewReplacer("~1", "/", "~0", "~").Replace(part))
	}
	depth := depths[path[0]][kind]
	if len(path) != max(depth, 1) {
		return nil, pipeline.BadRequest("Invalid JSON pointer for this resource: '/%s'", strings.Join(path, "/"))
	}
	return path, nil
}

// alone is a body with one key, as in a request that creates an image.
func alone(key string, value any) any { return map[string]any{key: value} }

// check refuses keys that are the service's own, and values that the schema refuses.
func (op *operation) check(x *pipeline.Exchange, schema *openapi.Operation) *pipeline.Fault {
	if slices.Contains(readOnly, op.key) {
		return pipeline.Forbidden("Attribute '%s' is read-only.", op.key)
	}
	if isReserved(op.key) {
		return pipeline.Forbidden("Attribute '%s' is reserved.", op.key)
	}
	if op.kind == "remove" {
		return nil
	}
	value := op.value
	if len(op.path) > 0 {
		value = []any{value}
	}
	if v := schema.CheckBody(alone(op.key, value)); v != nil {
		return schemaFault(x, v, false)
	}
	return nil
}
