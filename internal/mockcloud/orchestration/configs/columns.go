package configs

import (
	"unicode/utf8"

	"plumbline/internal/mockcloud/orchestration/faults"
	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/pipeline"
)

// column is a value for a text column of the database: numbers and flags become texts there.
type column struct {
	// text is nil for null.
	text *string
	// empty tells that an update passes the value over.
	empty bool
	// broken tells that the database does not take the value: a list, an object, or a text that is too long.
	broken bool
}

// mostText is the greatest length of a text in a column (characters).
const mostText = 255

// ReadBody implements body.Reader.
func (c *column) ReadBody(v any) {
	c.empty = hot.IsEmpty(v)
	var text string
	switch v := v.(type) {
	case nil:
		return
	case string:
		text = v
	case bool:
		text = "0"
		if v {
			text = "1"
		}
	case float64:
		text = hot.Text(v)
	default:
		c.broken = true
		return
	}
	c.text, c.broken = &text, utf8.RuneCountInString(text) > mostText
}

// reason is a value of any kind that is kept as the text that Python makes of it.
type reason struct {
	text         string
	given, empty bool
}

// ReadBody implements body.Reader.
func (r *reason) ReadBody(v any) {
	r.given, r.empty = true, hot.IsEmpty(v)
	if text, isText := v.(string); isText {
		r.text = text
		return
	}
	r.text = hot.Repr(v)
}

// unlessEmpty is a column of an update: nothing is done with what is false to Python.
func (c column) unlessEmpty() column {
	if c.empty {
		return column{}
	}
	return c
}

// refuseBroken is an error of the engine where the database takes one of the values not.
func refuseBroken(columns ...column) *pipeline.Fault {
	for _, c := range columns {
		if c.broken {
			return faults.Unsafe(500, "RemoteError")
		}
	}
	return nil
}
