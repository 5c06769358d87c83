// Package record is what the packages of the identity service share: the form of their lists, links and faults, and how a plain resource is
// declared.
package record

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"plumbline/internal/mockcloud/collection"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// Prefix is the path under which the service is mounted.
const Prefix = "/identity"

// Plain holds what Keystone's plain resources have in common: lists are filtered by fields, and not paged.
var Plain = &collection.Service{
	Missing: Missing,
	Ask: func(x *pipeline.Exchange, filters []string) (*collection.Page, *pipeline.Fault) {
		page := collection.UnfilteredPage()
		for _, field := range filters {
			if x.Query.Has(field) {
				page.Filters = append(page.Filters, collection.Filter{Field: field, Passes: fieldIs(x.Query.Get(field))})
			}
		}
		page.Filters = append(page.Filters, inexact(x, filters)...)
		return page, nil
	},
	ListFields: func(x *pipeline.Exchange, _ *collection.Cut) any { return pagesBeside{Pages(x)} },
}

// fieldIs makes a filter for a field's wanted value.
func fieldIs(wanted string) func(any) bool {
	return func(value any) bool {
		switch value := value.(type) {
		case bool:
			return Means(wanted) == value
		case *bool:
			return value != nil && Means(wanted) == *value
		}
		return textOf(value) == wanted
	}
}

// textOf is a field's value as a textOf, "" for null.
func textOf(value any) string {
	switch value := value.(type) {
	case string:
		return value
	case *string:
		if value != nil {
			return *value
		}
	}
	return ""
}

// comparators are the suffixes of the query's keys by which a field is compared otherwise: name__contains.
var comparators = map[string]func(value, wanted string) bool{
	"contains": strings.Contains, "startswith": strings.HasPrefix, "endswith": strings.HasSuffix,
}

// inexact makes the filters of keys with a comparator; an i in front of it ignores case.
func inexact(x *pipeline.Exchange, fields []string) (all []collection.Filter) {
	if x.Request == nil || !strings.Contains(x.Request.URL.RawQuery, "__") {
		return nil
	}
	for key, values := range x.Request.URL.Query() {
		field, name, _ := strings.Cut(key, "__")
		compare, exact := comparators[name], true
		if compare == nil {
			compare, exact = comparators[strings.TrimPrefix(name, "i")], false
		}
		if compare == nil || !slices.Contains(fields, field) {
			continue
		}
		all = append(all, collection.Filter{Field: field, Passes: func(value any) bool {
			if exact {
				return compare(textOf(value), values[0])
			}
			return compare(strings.ToLower(textOf(value)), strings.ToLower(values[0]))
		}})
	}
	return all
}

// pagesBeside is added to the answer of a list.
type pagesBeside struct {
	Links PageLinks `json:"links"`
}

// PageLinks are the links of a list; there is never a next or previous page.
type PageLinks struct {
	Next     *string `json:"next"`
	Previous *string `json:"previous"`
	Self     string  `json:"self"`
}

// Pages are the links of the list that the request is for.
func Pages(x *pipeline.Exchange) PageLinks {
	self := x.Base + x.Path
	if query := x.Request.URL.RawQuery; query != "" {
		self += "?" + query
	}
	return PageLinks{Self: self}
}

// Links are the links of a record.
type Links struct {
	Self string `json:"self"`
}

// SelfLinks are the links of a record at a path.
func SelfLinks(x *pipeline.Exchange, path string) Links { return Links{x.Base + path} }

// Reference is a record's id, and its name if that is known.
type Reference struct {
	ID   string `json:"id"`
	Name string `json:"name,omitzero"`
}

// ActorReference refers to a record that belongs to a domain.
type ActorReference struct {
	ID     string     `json:"id"`
	Name   string     `json:"name,omitzero"`
	Domain *Reference `json:"domain,omitzero"`
}

// Everything is the scope of the whole system.
type Everything struct {
	All bool `json:"all"`
}

// DomainReference refers to a domain.
func DomainReference(x *pipeline.Exchange, id string) *Reference {
	if d := state.Domains.Get(x.Txn, id); d != nil {
		return &Reference{id, d.Name}
	}
	return &Reference{id, id}
}

// Stamp is a time in Keystone's form, with microseconds.
func Stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000Z") }

// RoleReferences refers to roles, those that are gone left out.
func RoleReferences(x *pipeline.Exchange, ids []string) []Reference {
	out := []Reference{}
	for _, id := range ids {
		if role := state.Roles.Get(x.Txn, id); role != nil {
			out = append(out, Reference{role.ID, role.Name})
		}
	}
	return out
}

// Options are the options of a record.
type Options struct {
	Immutable *bool `json:"immutable,omitzero"`
}

// Passes tells whether a view passes the filters of a page.
func Passes(page *collection.Page, view any) bool {
	return !slices.ContainsFunc(page.Filters, func(f collection.Filter) bool {
		value, _ := openapi.Get(view, f.Field)
		return !f.Passes(value)
	})
}

// Means reads a boolean in a query: clients write it in many ways.
func Means(word string) bool {
	switch word {
	case "0", "false", "False", "FALSE", "off", "no":
		return false
	}
	return true
}

// Asks tells whether the query has a flag: a key without a value, or with one that means yes.
func Asks(x *pipeline.Exchange, key string) bool { return x.Query.Has(key) && Means(x.Query.Get(key)) }

// OrNull is nil for an empty text.
func OrNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// Compare compares texts.
func Compare(a, b string) int { return cmp.Compare(a, b) }

// NoContent answers 204.
func NoContent(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Status(204), nil
}

// Does makes an operation of one step that answers 204.
func Does(name string, run func(*pipeline.Exchange) *pipeline.Fault) pipeline.Operation {
	return pipeline.Operation{Steps: []pipeline.Step{{Name: name, Run: run}}, Answer: NoContent}
}
