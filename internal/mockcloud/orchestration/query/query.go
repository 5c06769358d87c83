// Package query reads values of queries and bodies that Heat's API checks itself, with Heat's own error messages.
package query

import (
	"errors"
	"slices"
	"strconv"

	"plumbline/internal/mockcloud/orchestration/faults"
	"plumbline/internal/mockcloud/pipeline"
)

// Number reads a number of the query that must not be negative; 0 if it is missing.
func Number(x *pipeline.Exchange, key string) (int, *pipeline.Fault) {
	if !x.Query.Has(key) {
		return 0, nil
	}
	text := x.Query.Get(key)
	n, err := strconv.Atoi(text)
	if errors.Is(err, strconv.ErrRange) {
		return 0, faults.Unsafe(500, "RemoteError")
	}
	if err != nil {
		return 0, pipeline.BadRequest("Only integer is acceptable by '%s'.", key)
	}
	if n < 0 {
		return 0, pipeline.BadRequest("Value '%s' is invalid for '%s' which only accepts non-negative integer.", text, key)
	}
	return n, nil
}

// CheckDirection refuses an unknown sort direction.
func CheckDirection(x *pipeline.Exchange) *pipeline.Fault {
	switch x.Query.Get("sort_dir") {
	case "", "asc", "desc":
		return nil
	}
	return faults.Unsafe(400, "ValueError")
}

// Matches tells whether a value matches one filter of the query.
func Matches(x *pipeline.Exchange, key, value string) bool {
	return !x.Query.Has(key) || slices.Contains(x.Query[key], value)
}
