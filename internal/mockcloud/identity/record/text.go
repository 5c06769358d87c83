package record

import (
	"strings"
	"unicode/utf8"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// SetName writes the name of a domain, a project, a user or a group: it is kept without the blanks around it.
func SetName(name body.Opt[string], field *string) {
	if given, ok := name.Get(); ok {
		*field = strings.TrimSpace(given)
	}
}

// Fits refuses a text that is longer than its column in the database; no schema bounds these texts.
func Fits(text, column string, most int) *pipeline.Fault {
	if utf8.RuneCountInString(text) <= most {
		return nil
	}
	return pipeline.BadRequest("String length exceeded. The length of string '%s' exceeds the limit of column %s(CHAR(%d)).",
		text, column, most)
}

// KeepsID refuses a change of the id of a record; null is no change.
func KeepsID(more Further, id string) *pipeline.Fault {
	sent, given := more["id"]
	if !given || sent == state.Null || sent == state.JSONOf(id) {
		return nil
	}
	return pipeline.BadRequest("Cannot change ID")
}
