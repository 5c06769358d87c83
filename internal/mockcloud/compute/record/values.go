package record

import (
	"time"

	"plumbline/internal/mockcloud/addresses"
	"plumbline/internal/mockcloud/body"
)

// SetIPv6 copies an address that was asked for to field, in its shortest form: that is how Nova's database keeps it.
func SetIPv6(field *string, asked body.Opt[string]) {
	if v, ok := asked.Get(); ok {
		*field = addresses.ShortestIPv6(v)
	}
}

// FormatZulu writes a time in the form of a server's created and updated.
func FormatZulu(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05Z") }

// FormatMicroseconds writes a time in the form of all other fields: no zone, six digits that are always zero (whole seconds are
// stored).
func FormatMicroseconds(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05") + ".000000" }

// MicroOrNil is FormatMicroseconds of a time, nil for no time.
func MicroOrNil(t *time.Time) *string {
	if t == nil {
		return nil
	}
	text := FormatMicroseconds(*t)
	return &text
}

// FilledOrNil is the text pointed to, nil when it is empty.
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
