package query

import (
	"strings"
	"unicode/utf8"

	"plumbline/internal/mockcloud/orchestration/faults"
	"plumbline/internal/mockcloud/pipeline"
)

// mostTag is the greatest length of a tag (characters).
const mostTag = 80

// Tags reads tags from a comma-separated text; nil for none.
func Tags(v any) ([]string, *pipeline.Fault) {
	switch t := v.(type) {
	case nil:
		return nil, nil
	case string:
		out := strings.Split(t, ",")
		for _, tag := range out {
			if utf8.RuneCountInString(tag) > mostTag {
				return nil, pipeline.BadRequest(`Invalid tag, "%s" is longer than 80 characters`, tag)
			}
		}
		return out, nil
	}
	return nil, faults.Unsafe(400, "AttributeError")
}
