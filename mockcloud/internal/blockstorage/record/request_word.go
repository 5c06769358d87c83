package record

import "strings"

// Word is a text of a request that is looked at before the schema is asked: it may be anything then.
type Word struct {
	Text   string
	IsText bool
	// True is what Python takes it for.
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

// Lower is the text in small letters.
func (w Word) Lower() string { return strings.ToLower(w.Text) }

// PythonTuple writes words as Python writes a tuple of texts.
func PythonTuple(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = "'" + w + "'"
	}
	return strings.Join(quoted, ", ")
}
