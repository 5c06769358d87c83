// Package query reads values of queries and bodies that Heat's API checks itself, with Heat's own error messages.
package query

import (
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"plumbline/internal/mockcloud/orchestration/faults"
	"plumbline/internal/mockcloud/pipeline"
)

// Value is a value of the query: of a repeated key the last; "" if it is missing.
func Value(x *pipeline.Exchange, key string) string {
	all := x.Query[key]
	if len(all) == 0 {
		return ""
	}
	return all[len(all)-1]
}

// Number reads a number of the query that must not be negative; 0 if it is missing or empty.
func Number(x *pipeline.Exchange, key string) (int, *pipeline.Fault) {
	if Value(x, key) == "" {
		return 0, nil
	}
	return StrictNumber(x, key)
}

// StrictNumber reads a number like Number, and refuses an empty one.
func StrictNumber(x *pipeline.Exchange, key string) (int, *pipeline.Fault) {
	if !x.Query.Has(key) {
		return 0, nil
	}
	text := Value(x, key)
	n, err := strconv.Atoi(text)
	if errors.Is(err, strconv.ErrRange) {
		return 0, faults.Unsafe(500, "RemoteError")
	}
	if err != nil || strconv.Itoa(n) != text { // neither 01 nor +1
		return 0, pipeline.BadRequest("Only integer is acceptable by '%s'.", key)
	}
	if n < 0 {
		return 0, pipeline.BadRequest("Value '%s' is invalid for '%s' which only accepts non-negative integer.", text, key)
	}
	return n, nil
}

// CheckDirection refuses an unknown sort direction.
func CheckDirection(x *pipeline.Exchange) *pipeline.Fault {
	switch Value(x, "sort_dir") {
	case "", "asc", "desc":
		return nil
	}
	return faults.Unsafe(400, "ValueError")
}

// Any are the values of a filter; none if it is missing, or empty.
func Any(x *pipeline.Exchange, key string) []string {
	all := x.Query[key]
	if len(all) == 1 && all[0] == "" {
		return nil
	}
	return all
}

// Matches tells whether a value matches one filter of the query.
func Matches(x *pipeline.Exchange, key, value string) bool {
	wanted := Any(x, key)
	return wanted == nil || Contains(wanted, value)
}

// Contains tells whether a value is one of several, as a database compares them: upper case and lower case are the same.
func Contains(all []string, value string) bool {
	return slices.ContainsFunc(all, func(one string) bool { return strings.EqualFold(one, value) })
}

// statusAtEnd finds the status in a text such as CREATE_COMPLETE.
var statusAtEnd = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(.*)((?:COMPLETE|FAILED|IN_PROGRESS).*)$`) })

// ParseStatuses finds statuses and actions in texts such as COMPLETE and CREATE_COMPLETE; what has no status in it means nothing.
func ParseStatuses(texts []string) (statuses, actions []string) {
	statuses = []string{}
	for _, text := range texts {
		parts := statusAtEnd().FindStringSubmatch(text)
		if parts == nil {
			continue
		}
		statuses = append(statuses, parts[2])
		if len(parts[1]) > 1 {
			actions = append(actions, parts[1][:len(parts[1])-1])
		}
	}
	return statuses, actions
}
