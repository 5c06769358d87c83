package image

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"plumbline/internal/openapi"
	"plumbline/mockcloud/internal/body"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
)

// operation is one entry of a patch after the checks of its form.
type operation struct {
	kind, key string
	value     any
}

var kinds = []string{"add", "remove", "replace"}

// readPatch reads a list of changes. A path names a key of the image, never a part of its value.
func readPatch(entries []any) ([]operation, *pipeline.Fault) {
	var out []operation
	for _, e := range entries {
		entry := body.As[*entry](e)
		if entry == nil {
			return nil, pipeline.BadRequest("Operations must be JSON objects.")
		}
		op, fault := entry.read()
		if fault != nil {
			return nil, fault
		}
		out = append(out, op)
	}
	return out, nil
}

// entry is an object of a patch before any check.
type entry struct {
	Op    body.Opt[any] `json:"op"`
	Path  any           `json:"path"`
	Value body.Opt[any] `json:"value"`
}

// oldEntry is an object of a patch in its older form.
type oldEntry struct {
	Add     body.Opt[string] `json:"add"`
	Remove  body.Opt[string] `json:"remove"`
	Replace body.Opt[string] `json:"replace"`
	Value   body.Opt[any]    `json:"value"`
}

// renewed is the object in the newer form, nil if it does not name exactly one change.
func (e *oldEntry) renewed() any {
	if e == nil {
		return nil
	}
	kind, path := "", ""
	for named, given := range map[string]body.Opt[string]{"add": e.Add, "remove": e.Remove, "replace": e.Replace} {
		if given.Given() && kind != "" {
			return nil
		}
		if given.Given() {
			kind, path = named, given.Or("")
		}
	}
	if kind == "" {
		return nil
	}
	out := map[string]any{"op": kind, "path": path}
	if e.Value.Given() {
		out["value"] = e.Value.Or(nil)
	}
	return out
}

func (e *entry) read() (op operation, fault *pipeline.Fault) {
	if !e.Op.Given() {
		return op, pipeline.BadRequest("Unable to find 'op' in JSON Schema change")
	}
	op.kind = fmt.Sprint(e.Op.Or(nil))
	if !slices.Contains(kinds, op.kind) {
		return op, pipeline.BadRequest("Invalid operation: `%s`. It must be one of the following: add, remove, replace.", op.kind)
	}
	path, ok := e.Path.(string)
	if !ok {
		return op, pipeline.BadRequest("Unable to find 'path' in JSON Schema change")
	}
	if !strings.HasPrefix(path, "/") {
		return op, pipeline.BadRequest("Pointer `%s` does not start with \"/\".", path)
	}
	if strings.HasPrefix(path, "/locations/") && op.kind != "replace" {
		return op, pipeline.Forbidden("It's not allowed to %s locations if locations are invisible.", op.kind)
	}
	if strings.Contains(path[1:], "/") || path == "/" {
		return op, pipeline.BadRequest("Invalid JSON pointer for this resource: '%s'", path)
	}
	op.key = strings.NewReplacer("~1", "/", "~0", "~").Replace(path[1:])
	if op.value = e.Value.Or(nil); !e.Value.Given() && op.kind != "remove" {
		return op, pipeline.BadRequest("Operation %q requires a member named \"value\".", op.kind)
	}
	if op.key == "locations" && op.kind == "replace" {
		if list := body.As[[]any](op.value); len(list) == 0 {
			return op, detailed(403, "Access was denied to this resource.", "Cannot set locations to empty list.")
		}
		return op, pipeline.Forbidden("It's not allowed to update locations if locations are invisible.")
	}
	if isReadOnly(op.key) {
		return op, pipeline.Forbidden("Attribute '%s' is read-only.", op.key)
	}
	return op, nil
}

// change applies the body's operations to a copy of the image.
func change(x *pipeline.Exchange, w *modification) *pipeline.Fault {
	patch, fault := readPatch(w.Changes)
	if fault != nil {
		return fault
	}
	img := &w.image
	*img = *pipeline.Subject[state.Image](x)
	img.Properties = maps.Clone(img.Properties)
	if img.Properties == nil {
		img.Properties = map[string]string{}
	}
	schema := x.Document.Operation("images.create")
	for _, op := range patch {
		if fault := apply(x, img, op, schema); fault != nil {
			return fault
		}
	}
	if len(patch) > 0 {
		img.Updated = x.Now()
	}
	return nil
}

func apply(x *pipeline.Exchange, img *state.Image, op operation, schema *openapi.Operation) *pipeline.Fault {
	own := !slices.Contains(base, op.key)
	if _, has := img.Properties[op.key]; own && !has && op.kind != "add" {
		return detailed(409, "There was a conflict when trying to complete your request.", "Property "+op.key+" does not exist.")
	}
	if op.kind == "remove" {
		if !own {
			return detailed(403, "Access was denied to this resource.", "Property "+op.key+" may not be removed.")
		}
		delete(img.Properties, op.key)
		return nil
	}
	alone := map[string]any{op.key: op.value} // as in the body of a request that creates an image
	if v := schema.CheckBody(alone); v != nil {
		return schemaFault(x, v, false)
	}
	switch op.key {
	case "disk_format", "container_format":
		if img.Status != "queued" {
			return pipeline.Forbidden("Attribute %s can be only replaced for a queued image.", op.key)
		}
	case "owner":
		if !x.Caller.Admin() && op.value != img.Owner {
			return policyFault(x, "modify_image")
		}
	}
	given := body.As[fields](alone)
	if fault := given.set(img); fault != nil {
		return fault
	}
	if op.key == "visibility" {
		return mayHave(x, img)
	}
	return nil
}

func detailed(status int, explanation, detail string) *pipeline.Fault {
	return &pipeline.Fault{Status: status, Message: explanation, Name: detail}
}
