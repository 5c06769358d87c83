package record

import (
	"net/http"
	"time"

	"plumbline/internal/mockcloud/pipeline"
)

// Largest is the largest integer in the service's database.
const Largest = 2147483647

// Prefix is the path under which the service is mounted.
const Prefix = "/volume"

// Links are the two links of a record: with and without the version.
func Links(x *pipeline.Exchange, plural, id string) []pipeline.Link {
	path := Project(x) + "/" + plural + "/" + id
	return []pipeline.Link{{Rel: "self", Href: x.Base + path}, {Rel: "bookmark", Href: x.Root + Prefix + path}}
}

// Project is the project's segment of links: links contain the project if the request's URL did.
func Project(x *pipeline.Exchange) string {
	if x.PathProject == "" {
		return ""
	}
	return "/" + x.PathProject
}

// Stamp writes a time as block storage does: UTC, without a zone, with microseconds that are 0: its database keeps seconds only.
func Stamp(t time.Time) string { return ExactStamp(t.Truncate(time.Second)) }

// ExactStamp is Stamp of a time that has not been in the database yet.
func ExactStamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000") }

// Created is when a record was made: to the microsecond in the answer to the request that made it.
func Created(x *pipeline.Exchange, t time.Time) *string {
	stamp := Stamp(t)
	if x.Request.Method == http.MethodPost {
		stamp = ExactStamp(t)
	}
	return &stamp
}

// Time is Stamp of a time, or nil for a missing one.
func Time(t *time.Time) *string {
	if t == nil {
		return nil
	}
	stamp := Stamp(*t)
	return &stamp
}

// OrNull is a text, null for none.
func OrNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// LowerBool writes a boolean as a text.
func LowerBool(b bool) string {
	if b {
		return "true"
	}
	return "false"
}
