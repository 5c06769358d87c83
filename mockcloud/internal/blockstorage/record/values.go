package record

import (
	"time"

	"plumbline/mockcloud/internal/pipeline"
	"plumbline/openapi"
)

// Largest is the largest number that the service's database has.
const Largest = 2147483647

// Prefix is where the service is mounted.
const Prefix = "/volume"

// Links are a record's two: with the version, and without.
func Links(x *pipeline.Exchange, plural, id string) []any {
	path := Project(x) + "/" + plural + "/" + id
	return []any{Link("self", x.Base+path), Link("bookmark", x.Root+Prefix+path)}
}

// Link is one link.
func Link(rel, href string) *openapi.Fields {
	return &openapi.Fields{{Name: "rel", Value: rel}, {Name: "href", Value: href}}
}

// Project is the project as the client put it into the URL: links have it where the request had it.
func Project(x *pipeline.Exchange) string {
	if x.PathProject == "" {
		return ""
	}
	return "/" + x.PathProject
}

// Stamp writes a time as block storage does: UTC, with microseconds, without a zone.
func Stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000") }

// Time is Stamp of a time that may not be there: null then.
func Time(t *time.Time) any {
	if t == nil {
		return nil
	}
	return Stamp(*t)
}

// OrNull is a text, null for none.
func OrNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// LowerBool writes a boolean as a text.
func LowerBool(b bool) string {
	if b {
		return "true"
	}
	return "false"
}
