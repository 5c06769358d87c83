package record

import (
	"slices"
	"strings"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
)

// Flag reads a boolean of the query; false if it is missing.
func Flag(x *pipeline.Exchange, key string) (bool, *pipeline.Fault) {
	values, given := x.Request.URL.Query()[key]
	if !given {
		return false, nil
	}
	on, known := body.Boolean(values[0])
	if !known {
		return false, pipeline.BadRequest("Value '%s' for '%s' is not a boolean.", values[0], key)
	}
	return on, nil
}

// IsTrue tells whether a text of the query means true; every other text means false.
func IsTrue(word string) bool {
	return slices.Contains([]string{"true", "1", "on", "yes", "y", "t"}, strings.ToLower(word))
}
