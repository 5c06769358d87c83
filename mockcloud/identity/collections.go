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

func collection(x *pipeline.Exchange, plural string, items []any) (*pipeline.Response, *pipeline.Fault) {
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

// matchesEnabled is matches for enabled, which clients write in many ways.
func matchesEnabled(x *pipeline.Exchange, enabled bool) bool {
	if !x.Query.Has("enabled") {
		return true
	}
	switch x.Query.Get("enabled") {
	case "0", "false", "False", "FALSE":
		return !enabled
	}
	return enabled
}

// text is a string of a body, and whether it was given.
func text(body map[string]any, key string) (string, bool) {
	s, ok := body[key].(string)
	return s, ok
}

// orNull is nil for an empty text.
func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}
