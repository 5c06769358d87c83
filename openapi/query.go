package openapi

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
)

type querySchema struct {
	params []queryParam
	known  map[string]bool
	err    error
}

type queryParam struct {
	name     string
	required bool
	// kind is the JSON type the text is read as; list allows the key to be repeated.
	kind   string
	list   bool
	schema *schema
}

func (o *Operation) compileQuery() *querySchema {
	q := &querySchema{known: map[string]bool{}}
	for _, v := range slices.Concat(list(o.Tree, "parameters"), list(o.item, "parameters")) {
		m, _ := v.(map[string]any)
		m, err := o.doc.resolve(m)
		if err != nil {
			q.err = err
			return q
		}
		name := text(m, "name")
		if text(m, "in") != "query" || q.known[name] {
			continue
		}
		q.known[name] = true
		p := queryParam{name: name, required: truth(m, "required")}
		declared, err := o.doc.resolve(object(m, "schema"))
		if err != nil {
			q.err = err
			return q
		}
		if p.kind = text(declared, "type"); p.kind == "array" {
			p.list = true
			if declared, err = o.doc.resolve(object(declared, "items")); err != nil {
				q.err = err
				return q
			}
			p.kind = text(declared, "type")
		}
		p.schema = o.doc.compile(map[string]any(declared))
		q.params = append(q.params, p)
	}
	return q
}

// CheckQuery checks query parameters; nil when they are allowed. A parameter whose schema is a list may be
// repeated, any other may not. Path of the violation is the parameter's name and the index of its value,
// as Nova counts; it is empty for an unknown or a missing key.
func (o *Operation) CheckQuery(values url.Values) *Violation {
	q := o.query()
	if q.err != nil {
		return &Violation{Keyword: "schema", Message: q.err.Error()}
	}
	for i := range q.params {
		if v := q.params[i].check(values[q.params[i].name]); v != nil {
			return v
		}
	}
	for i := range q.params {
		if p := &q.params[i]; p.required && len(values[p.name]) == 0 {
			return &Violation{Keyword: "required", Value: plainValues(values), Message: Repr(p.name) + " is a required property"}
		}
	}
	if o.Query == QueryOpen || len(values) == 0 {
		return nil
	}
	var unknown []string
	for key := range values {
		if !q.known[key] && (o.Query != QueryUnderscore || !strings.HasPrefix(key, "_")) {
			unknown = append(unknown, key)
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	slices.Sort(unknown)
	message := extraMessage(unknown)
	if o.Query == QueryUnderscore {
		message = regexMessage(unknown, "^_")
	}
	return &Violation{Keyword: "additionalProperties", Value: plainValues(values), Message: message}
}

// QueryKnown tells whether the operation lists the query key.
func (o *Operation) QueryKnown(key string) bool { return o.query().known[key] }

func (p *queryParam) check(values []string) *Violation {
	for i, raw := range values {
		if v := p.schema.check(asKind(raw, p.kind)); v != nil {
			v.Path = append([]string{p.name, strconv.Itoa(i)}, v.Path...)
			return v
		}
	}
	if len(values) > 1 && !p.list {
		all := make([]any, len(values))
		for i, v := range values {
			all[i] = v
		}
		return &Violation{Path: []string{p.name}, Keyword: "maxItems", Value: all, Message: Repr(all) + " is too long"}
	}
	return nil
}

// asKind reads the text of a query value as the JSON type of its schema where that is possible.
func asKind(raw, kind string) any {
	switch kind {
	case "integer", "number":
		if f, err := strconv.ParseFloat(raw, 64); err == nil {
			return f
		}
	case "boolean":
		switch raw {
		case "true", "True":
			return true
		case "false", "False":
			return false
		}
	}
	return raw
}

func plainValues(values url.Values) map[string]any {
	out := make(map[string]any, len(values))
	for key, list := range values {
		all := make([]any, len(list))
		for i, v := range list {
			all[i] = v
		}
		out[key] = all
	}
	return out
}
