package identity

import (
	"plumbline/mockcloud/internal/collection"
	"plumbline/mockcloud/internal/pipeline"
)

// plain is what Keystone's plain resources have in common: lists are filtered by what their fields are, and answered whole.
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

// fieldIs makes a filter of what a field is wanted to be.
func fieldIs(wanted string) func(any) bool {
	return func(value any) bool {
		if on, isFlag := value.(bool); isFlag {
			return meansEnabled(wanted) == on
		}
		return value == wanted
	}
}

// pagesBeside stands beside a list.
type pagesBeside struct {
	Links pageLinks `json:"links"`
}

// pageLinks are the links of a collection, which the mock always answers whole.
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

// links are those of a record.
type links struct {
	Self string `json:"self"`
}

func selfLinks(x *pipeline.Exchange, path string) links { return links{x.Base + path} }

// reference names a record by its id, and by its name where that is known.
type reference struct {
	ID   string `json:"id"`
	Name string `json:"name,omitzero"`
}

// options are those that the mock gives to records.
type options struct {
	Immutable bool `json:"immutable,omitzero"`
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
func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
