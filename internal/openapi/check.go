package openapi

import (
	"plumbline/internal/openapi/node"
	"plumbline/internal/openapi/schema"
)

type bodySchema struct {
	Schema   *schema.Schema
	required bool
}

func (o *Operation) compileBody() *bodySchema {
	declared := node.Object(o.Tree, "requestBody")
	if declared == nil {
		return nil
	}
	declared, err := o.Doc.Resolve(declared)
	if err != nil {
		return &bodySchema{Schema: &schema.Schema{Err: err}}
	}
	b := &bodySchema{required: node.IsTrue(declared, "required")}
	if media := JsonContent(node.Object(declared, "content")); media != nil && media["schema"] != nil {
		b.Schema = o.Doc.compile(media["schema"])
	}
	return b
}

// CheckBody checks a decoded request body (numbers as float64, nil for none and for null); nil when it is valid. An
// operation that declares no JSON body accepts any.
func (o *Operation) CheckBody(value any) *schema.Violation { return o.CheckSentBody(value, nil) }

// CheckSentBody is CheckBody of a body that came as raw JSON: messages have its keys as they were sent.
func (o *Operation) CheckSentBody(value any, raw []byte) *schema.Violation {
	b := o.Body()
	if b == nil || b.Schema == nil || (value == nil && !b.required) {
		return nil
	}
	return b.Schema.CheckSent(value, raw)
}

// HasBody tells whether the operation declares a request body, and whether it is required.
func (o *Operation) HasBody() (declared, required bool) {
	b := o.Body()
	return b != nil, b != nil && b.required
}

// JsonContent finds the JSON media type of a content map: application/json, or the first with json in its name.
func JsonContent(content map[string]any) map[string]any {
	if m := node.Object(content, "application/json"); m != nil {
		return m
	}
	for _, name := range node.SortedKeys(content) {
		if isJSONMedia(name) {
			return node.Object(content, name)
		}
	}
	return nil
}
