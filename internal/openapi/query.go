package openapi

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/openapi/node"
	"plumbline/internal/openapi/python"
	"plumbline/internal/openapi/schema"
)

// SuffixesKey is the extension with a pattern for suffixes of a query parameter's key: placement's groups.
const SuffixesKey = "x-openstack-query-suffixes"

type querySchema struct {
	Params []queryParam
	known  map[string]bool
	// suffixes are patterns by key, for the suffixes that the key may have.
	suffixes map[string]*regexp.Regexp
	Err      error
}

type queryParam struct {
	Name     string
	required bool
	// kind is the JSON type that the text is converted to; list: the key may be repeated.
	kind   string
	list   bool
	Schema *schema.Schema
}

func (o *Operation) compileQuery() *querySchema {
	q := &querySchema{known: map[string]bool{}, suffixes: map[string]*regexp.Regexp{}}
	for _, v := range slices.Concat(node.List(o.Tree, "parameters"), node.List(o.Item, "parameters")) {
		m, _ := v.(map[string]any)
		m, err := o.Doc.Resolve(m)
		if err != nil {
			q.Err = err
			return q
		}
		name := node.Text(m, "name")
		if node.Text(m, "in") != "query" || q.known[name] {
			continue
		}
		q.known[name] = true
		if pattern := node.Text(m, SuffixesKey); pattern != "" {
			if q.suffixes[name], err = regexp.Compile(pattern); err != nil {
				q.Err = fmt.Errorf("%s of %s: %w", SuffixesKey, name, err)
				return q
			}
		}
		p := queryParam{Name: name, required: node.IsTrue(m, "required")}
		declared, err := o.Doc.Resolve(node.Object(m, "schema"))
		if err != nil {
			q.Err = err
			return q
		}
		if p.kind = node.Text(declared, "type"); p.kind == "array" {
			p.list = true
			if declared, err = o.Doc.Resolve(node.Object(declared, "items")); err != nil {
				q.Err = err
				return q
			}
			p.kind = node.Text(declared, "type")
		}
		p.Schema = o.Doc.compile(map[string]any(declared))
		q.Params = append(q.Params, p)
	}
	return q
}

// CheckQuery checks query parameters; nil when they are valid. A parameter whose schema is a list may be repeated, any
// other may not. Path of the violation is the parameter's name and the index of its value, as Nova counts; it is empty for
// an unknown or a missing key.
func (o *Operation) CheckQuery(values url.Values) *schema.Violation {
	q := o.CompiledQuery()
	if q.Err != nil {
		return &schema.Violation{Keyword: "schema", Message: q.Err.Error()}
	}
	for i := range q.Params {
		if v := q.Params[i].check(values[q.Params[i].Name]); v != nil {
			return v
		}
	}
	for i := range q.Params {
		if p := &q.Params[i]; p.required && len(values[p.Name]) == 0 {
			return &schema.Violation{Keyword: "required", Value: plainValues(values), Message: python.Repr(p.Name) + " is a required property"}
		}
	}
	if o.Query == QueryOpen || len(values) == 0 {
		return nil
	}
	var unknown []string
	for key := range values {
		if !q.known[key] && !q.suffixed(key) && (o.Query != QueryUnderscore || !strings.HasPrefix(key, "_")) {
			unknown = append(unknown, key)
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	slices.Sort(unknown)
	message := python.ExtraMessage(unknown)
	if o.Query == QueryUnderscore {
		message = python.RegexMessage(unknown, "^_")
	}
	return &schema.Violation{Keyword: "additionalProperties", Value: plainValues(values), Message: message}
}

// QueryKnown tells whether the operation lists the query key, or one of which it is a form with a suffix.
func (o *Operation) QueryKnown(key string) bool {
	q := o.CompiledQuery()
	return q.known[key] || q.suffixed(key)
}

// QuerySuffix tells whether a query key may have the suffix.
func (o *Operation) QuerySuffix(key, suffix string) bool {
	pattern := o.CompiledQuery().suffixes[key]
	return pattern != nil && pattern.MatchString(suffix)
}

func (q *querySchema) suffixed(key string) bool {
	for name, pattern := range q.suffixes {
		if suffix, is := strings.CutPrefix(key, name); is && pattern.MatchString(suffix) {
			return true
		}
	}
	return false
}

func (p *queryParam) check(values []string) *schema.Violation {
	for i, raw := range values {
		if v := p.Schema.Check(asKind(raw, p.kind)); v != nil {
			v.Path = append([]string{p.Name, strconv.Itoa(i)}, v.Path...)
			return v
		}
	}
	if len(values) > 1 && !p.list {
		all := make([]any, len(values))
		for i, v := range values {
			all[i] = v
		}
		return &schema.Violation{
			Path: []string{p.Name}, Keyword: "maxItems", Value: all, Said: python.Str(all), Message: python.Repr(all) + " is too long",
		}
	}
	return nil
}

// asKind converts the text of a query value to the JSON type of its schema where that is possible.
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
