package identity

import (
	"plumbline/mockcloud/internal/collection"
	"plumbline/mockcloud/internal/pipeline"
)

// plain holds what Keystone's plain resources have in common: lists are filtered by equality of fields, and not paged.
var plain = &collection.Service{
	Missing: notFoundFault,
	Ask: func(x *pipeline.Exchange, filters []string) (*collection.Page, *pipeline.Fault) {
		page := collection.UnfilteredPage()
		for _, field := range filters {
			if x.Query.Has(field) {
				page.Filters = append(page.Filters, collection.Filter{Field: field, Passes: fieldIs(x.Query.Get(field))})
			}
		}
		return page, nil
	},
	Beside: func(x *pipeline.Exchange, _ *collection.Cut) any { return pagesBeside{pages(x)} },
}

// fieldIs makes a filter for a field's wanted value.
func fieldIs(wanted string) func(any) bool {
	return func(value any) bool {
		if on, isFlag := value.(bool); isFlag {
			return meansEnabled(wanted) == on
		}
		return value == wanted
	}
}

// pagesBeside is added to the answer of a list.
type pagesBeside struct {
	Links pageLinks `json:"links"`
}

// pageLinks are the links of a list; there is never a next or previous page.
type pageLinks struct {
	Next     *string `json:"next"`
	Previous *string `json:"previous"`
	Self     string  `json:"self"`
}

func pages(x *pipeline.Exchange) pageLinks {
	self := x.Base + x.Path
	if query := x.Request.URL.RawQuery; query != "" {
		self += "?" + query
	}
	return pageLinks{Self: self}
}

// links are the links of a record.
type links struct {
	Self string `json:"self"`
}

func selfLinks(x *pipeline.Exchange, path string) links { return links{x.Base + path} }

// reference is a record's id, and its name if that is known.
type reference struct {
	ID   string `json:"id"`
	Name string `json:"name,omitzero"`
}

// options are the options of a record.
type options struct {
	Immutable bool `json:"immutable,omitzero"`
}

// matches tells whether a value matches the query's filter with the given key, if there is one.
func matches(x *pipeline.Exchange, key, value string) bool {
	return !x.Query.Has(key) || x.Query.Get(key) == value
}

// meansEnabled reads the filter enabled: clients write booleans in many ways.
func meansEnabled(word string) bool {
	switch word {
	case "0", "false", "False", "FALSE":
		return false
	}
	return true
}

// orNull is nil for an empty text.
func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
