package image

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
	"plumbline/openapi"
)

// operation is one entry of a patch, found well-formed.
type operation struct {
	kind, key string
	value     any
}

var kinds = []string{"add", "remove", "replace"}

// readPatch reads a list of changes. A path names a key of the image, nothing inside it.
func readPatch(body any) ([]operation, *pipeline.Fault) {
	entries, ok := body.([]any)
	if !ok {
		return nil, pipeline.BadRequest("Request body must be a JSON array of operation objects.")
	}
	var out []operation
	for _, e := range entries {
		entry, ok := e.(map[string]any)
		if !ok {
			return nil, pipeline.BadRequest("Operations must be JSON objects.")
		}
		op, fault := readOperation(entry)
		if fault != nil {
			return nil, fault
		}
		out = append(out, op)
	}
	return out, nil
}

func readOperation(entry map[string]any) (op operation, fault *pipeline.Fault) {
	given, ok := entry["op"]
	if !ok {
		return op, pipeline.BadRequest("Unable to find 'op' in JSON Schema change")
	}
	op.kind = fmt.Sprint(given)
	if !slices.Contains(kinds, op.kind) {
		return op, pipeline.BadRequest("Invalid operation: `%s`. It must be one of the following: add, remove, replace.", op.kind)
	}
	path, ok := entry["path"].(string)
	if !ok {
		return op, pipeline.BadRequest("Unable to find 'path' in JSON Schema change")
	}
	if !strings.HasPrefix(path, "/") {
		return op, pipeline.BadRequest("Pointer `%s` does not start with \"/\".", path)
	}
	if strings.Contains(path[1:], "/") || path == "/" {
		return op, pipeline.BadRequest("Invalid JSON pointer for this resource: '%s'", path)
	}
	op.key = strings.NewReplacer("~1", "/", "~0", "~").Replace(path[1:])
	if op.value, ok = entry["value"]; !ok && op.kind != "remove" {
		return op, pipeline.BadRequest("Operation %q requires a member named \"value\".", op.kind)
	}
	if isReadOnly(op.key) {
		return op, pipeline.Forbidden("Attribute '%s' is read-only.", op.key)
	}
	return op, nil
}

// change applies the body's operations to a copy of the image.
func change(x *pipeline.Exchange) *pipeline.Fault {
	patch, fault := readPatch(x.Body)
	if fault != nil {
		return fault
	}
	img := pipeline.Work[state.Image](x)
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
	if v := schema.CheckBody(map[string]any{op.key: op.value}); v != nil {
		return violated(x, v, false)
	}
	switch op.key {
	case "disk_format", "container_format":
		if img.Status != "queued" {
			return pipeline.Forbidden("Attribute %s can be only replaced for a queued image.", op.key)
		}
	case "owner":
		if !x.Caller.Admin() && op.value != img.Owner {
			return refused(x, "modify_image")
		}
	}
	if fault := set(img, op.key, op.value); fault != nil {
		return fault
	}
	if op.key == "visibility" {
		return mayHave(x)
	}
	return nil
}

func detailed(status int, explanation, detail string) *pipeline.Fault {
	return &pipeline.Fault{Status: status, Message: explanation, Name: detail}
}
