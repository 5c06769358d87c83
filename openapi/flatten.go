package openapi

import "cmp"

// flatten lists the fields of a schema by path.
func (d *Document) flatten(schema any, out map[string]fieldFacts) map[string]fieldFacts {
	if out == nil {
		out = map[string]fieldFacts{}
	}
	if inlined, err := d.inline(schema, 0); err == nil && schema != nil {
		flattenInto(out, object(inlined), "", true)
	}
	return out
}

func flattenInto(out map[string]fieldFacts, s map[string]any, at string, required bool) {
	if s == nil {
		return
	}
	facts := fieldFacts{phrase: phrase(s), required: required}
	if old, twice := out[at]; twice {
		facts.required = facts.required || old.required
		facts.phrase = old.phrase
	}
	out[at] = facts
	needed := map[string]bool{}
	for _, name := range words(s, "required") {
		needed[name] = true
	}
	properties := object(s, "properties")
	for _, name := range sortedKeys(properties) {
		path := name
		if at != "" {
			path = at + "." + name
		}
		flattenInto(out, object(properties, name), path, needed[name])
	}
	flattenInto(out, object(s, "items"), at+"[]", true)
	if extra := object(s, "additionalProperties"); extra != nil {
		star := "*"
		if at != "" {
			star = at + ".*"
		}
		flattenInto(out, extra, star, false)
	}
	for _, key := range []string{"allOf", "oneOf", "anyOf"} {
		for _, e := range list(s, key) {
			flattenInto(out, object(e), at, required)
		}
	}
}

func (o *Operation) bodyFields() map[string]fieldFacts {
	declared, err := o.doc.resolve(object(o.Tree, "requestBody"))
	if err != nil {
		return nil
	}
	return o.doc.flatten(jsonContent(object(declared, "content"))["schema"], nil)
}

func (o *Operation) queryFields() map[string]fieldFacts {
	out := map[string]fieldFacts{}
	for _, v := range append(list(o.Tree, "parameters"), list(o.item, "parameters")...) {
		m, _ := v.(map[string]any)
		m, err := o.doc.resolve(m)
		if err != nil || text(m, "in") != "query" {
			continue
		}
		inlined, err := o.doc.inline(m["schema"], 0)
		if err != nil {
			continue
		}
		s := object(inlined)
		if text(s, "type") == "array" { // repeatable: say what one value is
			s = object(s, "items")
		}
		out[text(m, "name")] = fieldFacts{phrase: phrase(s), required: truth(m, "required")}
	}
	return out
}

func (o *Operation) answerFields(status int) (body, headers map[string]fieldFacts) {
	r := object(o.Tree, "responses", number(float64(status)))
	r, err := o.doc.resolve(r)
	if err != nil {
		return nil, nil
	}
	headers = map[string]fieldFacts{}
	declared := object(r, "headers")
	for _, name := range sortedKeys(declared) {
		if h, err := o.doc.resolve(object(declared, name)); err == nil {
			headers[name] = fieldFacts{phrase: cmp.Or(phrase(object(h, "schema")), "text"), required: truth(h, "required")}
		}
	}
	return o.doc.flatten(jsonContent(object(r, "content"))["schema"], nil), headers
}
