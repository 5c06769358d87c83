package identity

import (
	"plumbline/mockcloud/pipeline"
)

// pages are the links of a collection, which the mock always answers whole.
func pages(x *pipeline.Exchange) map[string]any {
	self := x.Base + x.Path
	if query := x.Request.URL.RawQuery; query != "" {
		self += "?" + query
	}
	return map[string]any{"next": nil, "previous": nil, "self": self}
}

// enclose makes a list with its links.
func enclose(x *pipeline.Exchange, plural string, items []any) (*pipeline.Response, *pipeline.Fault) {
	if items == nil {
		items = []any{}
	}
	return pipeline.Body(200, map[string]any{plural: items, "links": pages(x)}), nil
}

func self(x *pipeline.Exchange, path string) map[string]any {
	return map[string]any{"self": x.Base + path}
}

// matches tells whether a value passes the query's filter of that name, if there is one.
func matches(x *pipeline.Exchange, key, value string) bool {
	return !x.Query.Has(key) || x.Query.Get(key) == value
}

// meansEnabled reads the filter enabled, which clients write in many ways.
func meansEnabled(word string) bool {
	switch word {
	case "0", "false", "False", "FALSE":
		return false
	}
	return true
}

// orNull is nil for an empty text.
func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}
