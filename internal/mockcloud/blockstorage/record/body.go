package record

import (
	"strconv"
	"strings"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
)

// Names are a name and a description in a request, each under either of two keys; the shorter key wins.
type Names struct {
	DisplayName        body.Opt[string] `json:"display_name"`
	Name               body.Opt[string] `json:"name"`
	DisplayDescription body.Opt[string] `json:"display_description"`
	Description        body.Opt[string] `json:"description"`
}

// Set sets the given values, trimmed; null clears.
func (n Names) Set(name, description **string) {
	TrimSpace(n.DisplayName).SetOrClear(name)
	TrimSpace(n.Name).SetOrClear(name)
	TrimSpace(n.DisplayDescription).SetOrClear(description)
	TrimSpace(n.Description).SetOrClear(description)
}

// TrimSpace is the text without blanks at its ends.
func TrimSpace(text body.Opt[string]) body.Opt[string] {
	if s, ok := text.Get(); ok {
		return body.Some(strings.TrimSpace(s))
	}
	return text
}

// Size is a size in GiB in a request: a number, or a text of digits.
type Size struct {
	GiB    int
	digits string
}

// ReadBody implements body.Reader.
func (s *Size) ReadBody(v any) {
	switch v := v.(type) {
	case float64:
		s.GiB = int(v)
	case string:
		s.digits = v
		s.GiB, _ = strconv.Atoi(v) // the schema allows digits only
	}
}

// Check refuses sizes in digits that are too small or too large. The schema checks numbers.
func (s Size) Check(field string) *pipeline.Fault {
	if s.digits == "" || strings.Trim(s.digits, "0123456789") != "" { // the schema's pattern
		return nil
	}
	number := strings.TrimLeft(s.digits, "0")
	if number == "" {
		return pipeline.BadRequest("Invalid input for field/attribute %s. Value: %s. 0 is less than the minimum of 1", field, s.digits)
	}
	if n, err := strconv.ParseInt(number, 10, 64); err != nil || n > Largest {
		return pipeline.BadRequest("Invalid input for field/attribute %s. Value: %s. %s is greater than the maximum of %d",
			field, s.digits, number, Largest)
	}
	return nil
}
