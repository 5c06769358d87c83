package record

import (
	"slices"
	"strings"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
)

// Asked is the value of a key of the query, of several the last, and whether it is there.
func Asked(x *pipeline.Exchange, key string) (string, bool) {
	values := x.Request.URL.Query()[key]
	if len(values) == 0 {
		return "", false
	}
	return values[len(values)-1], true
}

// Flag reads a boolean of the query; false if it is missing.
func Flag(x *pipeline.Exchange, key string) (bool, *pipeline.Fault) {
	word, given := Asked(x, key)
	if !given {
		return false, nil
	}
	on, known := body.Boolean(word)
	if !known {
		return false, pipeline.BadRequest("Value '%s' for '%s' is not a boolean.", word, key)
	}
	return on, nil
}

// IsTrue tells whether a text of the query means true; every other text means false.
func IsTrue(word string) bool {
	return slices.Contains([]string{"true", "1", "on", "yes", "y", "t"}, strings.ToLower(word))
}
