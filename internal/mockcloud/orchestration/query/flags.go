package query

import (
	"strings"

	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/pipeline"
)

// ParseFlag reads a flag: true or false, in any case.
func ParseFlag(key string, value any) (bool, *pipeline.Fault) {
	switch strings.ToLower(hot.Text(value)) {
	case "true":
		return true, nil
	case "false":
		return false, nil
	}
	return false, pipeline.BadRequest("Unrecognized value \"%s\" for \"%s\", acceptable values are: true, false.", pythonNone(value), key)
}

func pythonNone(v any) string {
	if _, isText := v.(string); isText {
		return hot.Text(v)
	}
	return hot.Repr(v)
}

// Flag reads a flag of the query; false if it is missing or empty.
func Flag(x *pipeline.Exchange, key string) (bool, *pipeline.Fault) {
	if Value(x, key) == "" {
		return false, nil
	}
	return StrictFlag(x, key)
}

// StrictFlag reads a flag like Flag, and refuses an empty one.
func StrictFlag(x *pipeline.Exchange, key string) (bool, *pipeline.Fault) {
	if !x.Query.Has(key) {
		return false, nil
	}
	return ParseFlag(key, Value(x, key))
}

// ReadFlag makes a function that checks one flag of the query.
func ReadFlag(key string) func(x *pipeline.Exchange) *pipeline.Fault {
	return func(x *pipeline.Exchange) *pipeline.Fault {
		_, f := StrictFlag(x, key)
		return f
	}
}
