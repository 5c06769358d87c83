package listing

import (
	"encoding/json"
	"strings"
	"time"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/collection"
	"plumbline/internal/openapi/python"
)

// matchesFilter tells whether the value of a field equals a filter's, or contains it if somewhere is set. Booleans are compared with
// any word for true or false, times with conditions ("gt:2026-01-01,lt:2026-02-01"; a missing time meets none); metadata must have
// all items of the filter.
func matchesFilter(value any, wanted string, somewhere bool) bool {
	switch v := value.(type) {
	case bool:
		on, _ := body.Boolean(wanted)
		return on == v
	case *time.Time:
		return v != nil && holdAll(conditions([]string{wanted}), *v)
	case map[string]string:
		return HasAll(v, wanted)
	}
	text := collection.Text(value)
	if somewhere {
		return strings.Contains(strings.ToLower(text), strings.ToLower(wanted))
	}
	return text == wanted
}

// HasAll tells whether metadata has all items of a filter, which is an object in Python's or JSON's spelling.
func HasAll(metadata map[string]string, wanted string) bool {
	var want map[string]any
	if json.Unmarshal([]byte(strings.ReplaceAll(wanted, "'", `"`)), &want) != nil {
		return false
	}
	for key, value := range want {
		if got, there := metadata[key]; !there || got != python.Str(value) {
			return false
		}
	}
	return true
}
