package record

import "strings"

// Word is a text in a request that is read before the schema is checked, so that it may be any value.
type Word struct {
	Text   string
	IsText bool
	// True is the value's truth in Python.
	True bool
}

// ReadBody implements body.Reader.
func (w *Word) ReadBody(v any) {
	switch v := v.(type) {
	case nil:
	case string:
		w.Text, w.IsText, w.True = v, true, v != ""
	case float64:
		w.True = v != 0
	case bool:
		w.True = v
	default:
		w.True = true
	}
}

// Lower is the text in lower case.
func (w Word) Lower() string { return strings.ToLower(w.Text) }

// PythonTuple writes texts as the inside of a Python tuple.
func PythonTuple(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = "'" + w + "'"
	}
	return strings.Join(quoted, ", ")
}
