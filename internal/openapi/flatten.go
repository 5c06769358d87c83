package openapi

import (
	"cmp"

	"plumbline/internal/openapi/node"
	"plumbline/internal/openapi/python"
	"plumbline/internal/openapi/schema"
)

// flatten lists the fields of a schema by path.
func (d *Document) flatten(schema any, out map[string]fieldFacts) map[string]fieldFacts {
	if out == nil {
		out = map[string]fieldFacts{}
	}
	if inlined, err := d.Inline(schema, 0); err == nil && schema != nil {
		flattenInto(out, node.Object(inlined), "", true)
	}
	return out
}

func flattenInto(out map[string]fieldFacts, s map[string]any, at string, required bool) {
	if s == nil {
		return
	}
	facts := fieldFacts{phrase: schema.Phrase(s), required: required}
	if old, twice := out[at]; twice {
		facts.required = facts.required || old.required
		facts.phrase = old.phrase
	}
	out[at] = facts
	needed := map[string]bool{}
	for _, name := range node.Strings(s, "required") {
		needed[name] = true
	}
	properties := node.Object(s, "properties")
	for _, name := range node.SortedKeys(properties) {
		path := name
		if at != "" {
			path = at + "." + name
		}
		flattenInto(out, node.Object(properties, name), path, needed[name])
	}
	flattenInto(out, node.Object(s, "items"), at+"[]", true)
	if extra := node.Object(s, "additionalProperties"); extra != nil {
		star := "*"
		if at != "" {
			star = at + ".*"
		}
		flattenInto(out, extra, star, false)
	}
	for _, key := range []string{"allOf", "oneOf", "anyOf"} {
		for _, e := range node.List(s, key) {
			flattenInto(out, node.Object(e), at, required)
		}
	}
}

func (o *Operation) bodyFields() map[string]fieldFacts {
	declared, err := o.Doc.Resolve(node.Object(o.Tree, "requestBody"))
	if err != nil {
		return nil
	}
	return o.Doc.flatten(JsonContent(node.Object(declared, "content"))["schema"], nil)
}

func (o *Operation) queryFields() map[string]fieldFacts {
	out := map[string]fieldFacts{}
	for _, v := range append(node.List(o.Tree, "parameters"), node.List(o.Item, "parameters")...) {
		m, _ := v.(map[string]any)
		m, err := o.Doc.Resolve(m)
		if err != nil || node.Text(m, "in") != "query" {
			continue
		}
		inlined, err := o.Doc.Inline(m["schema"], 0)
		if err != nil {
			continue
		}
		s := node.Object(inlined)
		if node.Text(s, "type") == "array" { // a repeatable parameter: describe one value
			s = node.Object(s, "items")
		}
		out[node.Text(m, "name")] = fieldFacts{phrase: schema.Phrase(s), required: node.IsTrue(m, "required")}
	}
	return out
}

func (o *Operation) answerFields(status int) (body, headers map[string]fieldFacts) {
	r := node.Object(o.Tree, "responses", python.Number(float64(status)))
	r, err := o.Doc.Resolve(r)
	if err != nil {
		return nil, nil
	}
	headers = map[string]fieldFacts{}
	declared := node.Object(r, "headers")
	for _, name := range node.SortedKeys(declared) {
		if h, err := o.Doc.Resolve(node.Object(declared, name)); err == nil {
			headers[name] = fieldFacts{phrase: cmp.Or(schema.Phrase(node.Object(h, "schema")), "text"), required: node.IsTrue(h, "required")}
		}
	}
	return o.Doc.flatten(JsonContent(node.Object(r, "content"))["schema"], nil), headers
}
