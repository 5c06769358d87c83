package record

import "time"

// FormatZulu writes a time as servers show created and updated.
func FormatZulu(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05Z") }

// FormatMicroseconds writes a time as everything else shows it: no zone, six digits that are always zero (whole seconds are kept).
func FormatMicroseconds(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05") + ".000000" }

// MicroOrNil is Micro, nil for no time.
func MicroOrNil(t *time.Time) *string {
	if t == nil {
		return nil
	}
	text := FormatMicroseconds(*t)
	return &text
}

// FilledOrNil is a text that is pointed to, nil when it is empty.
func FilledOrNil(s *string) *string {
	if *s == "" {
		return nil
	}
	return s
}

// NonEmpty is a text, nil when it is empty.
func NonEmpty(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
