package openapi

import (
	"errors"

	"github.com/getkin/kin-openapi/openapi3"
)

// check answers the first violation of a decoded value, nil when there is none.
func (s *schema) check(v any) *Violation {
	if all := s.checkAll(v, 1); len(all) > 0 {
		return all[0]
	}
	return nil
}

// checkAll answers up to limit violations of a decoded value.
func (s *schema) checkAll(v any, limit int) []*Violation {
	if s.err != nil {
		return []*Violation{{Keyword: "schema", Value: v, Message: s.err.Error()}}
	}
	if s.fits(s.kin, v) {
		return nil
	}
	err := s.kin.VisitJSON(v, kinOptions...)
	if err == nil && s.keys.allows(v) {
		return nil
	}
	x := explainer{schema: s, limit: limit}
	x.visit(s.kin, v)
	if len(x.found) == 0 && err != nil {
		return []*Violation{asViolation(err, v)}
	}
	return x.found
}

// asViolation carries over an error that the explainer has no words for.
func asViolation(err error, v any) *Violation {
	var se *openapi3.SchemaError
	if errors.As(err, &se) && se.Schema != nil {
		return &Violation{Path: se.JSONPointer(), Keyword: se.SchemaField, Value: se.Value, Message: se.Reason}
	}
	return &Violation{Keyword: "schema", Value: v, Message: "the value does not match its schema"}
}

type bodySchema struct {
	schema   *schema
	required bool
}

func (o *Operation) compileBody() *bodySchema {
	declared := object(o.Tree, "requestBody")
	if declared == nil {
		return nil
	}
	declared, err := o.doc.resolve(declared)
	if err != nil {
		return &bodySchema{schema: &schema{err: err}}
	}
	b := &bodySchema{required: truth(declared, "required")}
	if media := jsonContent(object(declared, "content")); media != nil && media["schema"] != nil {
		b.schema = o.doc.compile(media["schema"])
	}
	return b
}

// CheckBody checks a decoded request body (numbers as float64, nil for none and for null); nil when it is
// allowed. An operation that declares no JSON body allows any.
func (o *Operation) CheckBody(value any) *Violation {
	b := o.body()
	if b == nil || b.schema == nil || (value == nil && !b.required) {
		return nil
	}
	return b.schema.check(value)
}

// HasBody tells whether the operation declares a request body, and whether it must be there.
func (o *Operation) HasBody() (declared, required bool) {
	b := o.body()
	return b != nil, b != nil && b.required
}

// jsonContent finds the JSON media type of a content map: application/json, or the first that has json in its name.
func jsonContent(content map[string]any) map[string]any {
	if m := object(content, "application/json"); m != nil {
		return m
	}
	for _, name := range sortedKeys(content) {
		if isJSONMedia(name) {
			return object(content, name)
		}
	}
	return nil
}
