package verify

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// place is the first difference of two JSON texts that were written in the same order.
type place struct {
	pointer   string
	line      int
	want, got string
}

// firstDifference reads both texts in parallel. The line is that in got. Texts with equal values but different bytes
// differ at the first such line.
func firstDifference(want, got []byte) place {
	w := &walker{want: json.NewDecoder(bytes.NewReader(want)), got: json.NewDecoder(bytes.NewReader(got))}
	w.want.UseNumber()
	w.got.UseNumber()
	err := w.value("")
	var found *foundError
	if errors.As(err, &found) {
		found.line = 1 + bytes.Count(got[:min(int(w.got.InputOffset()), len(got))], []byte("\n"))
		return found.place
	}
	line, saw, expected := firstLine(string(want), string(got))
	return place{line: line, want: fmt.Sprintf("%q", expected), got: fmt.Sprintf("%q", saw)}
}

// walker reads two JSON texts in parallel and stops at their first difference.
type walker struct{ want, got *json.Decoder }

type foundError struct{ place }

func (*foundError) Error() string { return "they differ" }

func (w *walker) value(at string) error {
	want, err := w.want.Token()
	if err != nil {
		return err
	}
	got, err := w.got.Token()
	if err != nil && !errors.Is(err, io.EOF) {
		return &foundError{place{pointer: at, want: tokenText(want), got: err.Error()}}
	}
	if want != got {
		return &foundError{place{pointer: at, want: tokenText(want), got: tokenText(got)}}
	}
	switch want {
	case json.Delim('{'):
		return w.object(at)
	case json.Delim('['):
		return w.list(at)
	}
	return nil
}

func (w *walker) object(at string) error {
	for w.want.More() && w.got.More() {
		want, err := w.want.Token()
		if err != nil {
			return err
		}
		got, err := w.got.Token()
		if err != nil {
			return &foundError{place{pointer: at, want: tokenText(want), got: err.Error()}}
		}
		if want != got {
			return &foundError{place{
				pointer: at + "/" + escape(fmt.Sprint(got)), want: "the key " + tokenText(want), got: "the key " + tokenText(got),
			}}
		}
		if err := w.value(at + "/" + escape(fmt.Sprint(want))); err != nil {
			return err
		}
	}
	return w.end(at)
}

func (w *walker) list(at string) error {
	for i := 0; w.want.More() && w.got.More(); i++ {
		if err := w.value(fmt.Sprintf("%s/%d", at, i)); err != nil {
			return err
		}
	}
	return w.end(at)
}

// end reads the end of an object or a list; one of the two texts may have more members.
func (w *walker) end(at string) error {
	want, err := w.want.Token()
	if err != nil {
		return err
	}
	got, err := w.got.Token()
	if err != nil {
		return &foundError{place{pointer: at, want: tokenText(want), got: err.Error()}}
	}
	if want != got {
		return &foundError{place{pointer: at, want: tokenText(want), got: tokenText(got)}}
	}
	return nil
}

func escape(key string) string { return strings.NewReplacer("~", "~0", "/", "~1").Replace(key) }

// tokenText is a token as it is written in JSON.
func tokenText(t json.Token) string {
	switch t := t.(type) {
	case nil:
		return "null"
	case json.Delim:
		return map[json.Delim]string{'{': "an object", '[': "a list", '}': "the end of the object", ']': "the end of the list"}[t]
	case string:
		return fmt.Sprintf("%q", cutAround(t, 0))
	}
	return fmt.Sprint(t)
}
