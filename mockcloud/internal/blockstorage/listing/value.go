package listing

import (
	"cmp"
	"encoding/json"
	"strings"
	"time"

	"plumbline/mockcloud/internal/blockstorage/record"
	"plumbline/mockcloud/internal/body"
	"plumbline/openapi/python"
)

// Value is what a record has in a field: lists are filtered and sorted by it.
type Value struct {
	// text is the value as Python writes it, number the value of a whole number.
	text   string
	number *int
	// passes tells whether it is what a filter wants, nil where the text must be.
	passes func(wanted string) bool
}

// Null is a field without a value.
func Null() Value { return Value{text: python.Str(nil)} }

// Text is a text.
func Text(s string) Value { return Value{text: s} }

// TextOrNull is a text, null for none.
func TextOrNull(s string) Value {
	if s == "" {
		return Null()
	}
	return Text(s)
}

// Optional is a text that may be null.
func Optional(s *string) Value {
	if s == nil {
		return Null()
	}
	return Text(*s)
}

// Number is a whole number.
func Number(n int) Value { return Value{text: python.Str(float64(n)), number: &n} }

// Boolean is compared with any word that means one.
func Boolean(b bool) Value {
	return Value{text: python.Str(b), passes: func(wanted string) bool {
		on, _ := body.Boolean(wanted)
		return on == b
	}}
}

// Time is compared by conditions: "gt:2026-01-01,lt:2026-02-01". Nil is no time: no condition holds for it.
func Time(t *time.Time) Value {
	if t == nil {
		return Value{text: python.Str(nil), passes: func(string) bool { return false }}
	}
	return Value{text: record.Stamp(*t), passes: func(wanted string) bool {
		for _, c := range conditions([]string{wanted}) {
			if !c.holds(*t) {
				return false
			}
		}
		return true
	}}
}

// Metadata passes where it has all that a filter lists.
func Metadata(m map[string]string) Value {
	return Value{passes: func(wanted string) bool { return HasAll(m, wanted) }}
}

// is tells whether the value is what a filter wants, or has it somewhere.
func (v Value) is(wanted string, somewhere bool) bool {
	switch {
	case v.passes != nil:
		return v.passes(wanted)
	case somewhere:
		return strings.Contains(strings.ToLower(v.text), strings.ToLower(wanted))
	}
	return v.text == wanted
}

func (v Value) compare(with Value) int {
	if v.number != nil && with.number != nil {
		return cmp.Compare(*v.number, *with.number)
	}
	return cmp.Compare(v.text, with.text)
}

// HasAll tells whether metadata has what a filter, an object in Python's or JSON's spelling, lists.
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
