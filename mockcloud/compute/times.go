package compute

import "time"

// zulu writes a time as servers show created and updated.
func zulu(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05Z") }

// micro writes a time as everything else shows it: no zone, six digits that are always zero (whole seconds are kept).
func micro(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05") + ".000000" }

// microOrNil is micro, nil for no time.
func microOrNil(t *time.Time) any {
	if t == nil {
		return nil
	}
	return micro(*t)
}

// textOrNil is the text, nil for none.
func textOrNil(s *string) any {
	if s == nil {
		return nil
	}
	return *s
}

// filled is the text, by pointer, nil when it is empty.
func filled(s *string) any {
	if *s == "" {
		return nil
	}
	return s
}

// nonEmpty is the text, nil when it is empty.
func nonEmpty(s string) any {
	if s == "" {
		return nil
	}
	return s
}
