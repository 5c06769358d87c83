package source

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
)

// Difference is the first place where an answer of the broken mock differs from the unbroken mock's.
type Difference struct {
	Row     string `json:"row"`
	Request string `json:"request"`
	// Path is "status", a header, or a JSON pointer into the body.
	Path string `json:"path"`
	Was  string `json:"was"`
	Is   string `json:"is"`
	// Asked: the difference is after the row's set-up.
	Asked bool `json:"asked"`
}

// String describes the difference in one line.
func (d Difference) String() string {
	where := ""
	if !d.Asked {
		where = " (while it is set up or cleaned up)"
	}
	return fmt.Sprintf("%s%s: %s: %s was %s, is %s", d.Row, where, d.Request, d.Path, d.Was, d.Is)
}

// FirstDifference compares the answers of a row, first those to its request and observations; nil where nothing differs.
func FirstDifference(row string, was, is []Exchange) *Difference {
	var early *Difference
	for i := range max(len(was), len(is)) {
		if i >= len(was) || i >= len(is) {
			break // one has more requests: an earlier difference is the cause, or their number is the difference
		}
		if d := differs(was[i], is[i]); d != nil {
			d.Row = row
			if d.Asked {
				return d
			}
			if early == nil {
				early = d
			}
		}
	}
	if early == nil && len(was) != len(is) {
		return &Difference{Row: row, Request: "the row", Path: "requests", Was: strconv.Itoa(len(was)), Is: strconv.Itoa(len(is)), Asked: true}
	}
	return early
}

func differs(was, is Exchange) *Difference {
	d := &Difference{Request: oneLine(was.Request), Asked: was.Asked}
	switch {
	case was.RequestWithBody != is.RequestWithBody:
		d.Path, d.Was, d.Is = "the request itself", oneLine(was.RequestWithBody), oneLine(is.RequestWithBody)
	case was.Status != is.Status:
		d.Path, d.Was, d.Is = "status", strconv.Itoa(was.Status), strconv.Itoa(is.Status)+" "+oneLine(is.Body)
	case was.Body != is.Body:
		var a, b any
		if json.Unmarshal([]byte(was.Body), &a) != nil || json.Unmarshal([]byte(is.Body), &b) != nil {
			d.Path, d.Was, d.Is = "body", oneLine(was.Body), oneLine(is.Body)
			break
		}
		d.Path, d.Was, d.Is = firstIn("", a, b)
	case !slices.Equal(was.Header, is.Header):
		for i := range max(len(was.Header), len(is.Header)) {
			if i >= len(was.Header) || i >= len(is.Header) || was.Header[i] != is.Header[i] {
				d.Path, d.Was, d.Is = "header", elementOrNone(was.Header, i), elementOrNone(is.Header, i)
				break
			}
		}
	default:
		return nil
	}
	return d
}

func elementOrNone(list []string, i int) string {
	if i >= len(list) {
		return "(none)"
	}
	return list[i]
}

// firstIn is the first place at which two JSON values differ.
func firstIn(path string, was, is any) (where, a, b string) {
	switch x := was.(type) {
	case map[string]any:
		y, ok := is.(map[string]any)
		if !ok {
			break
		}
		both := maps.Clone(x)
		maps.Copy(both, y)
		for _, key := range slices.Sorted(maps.Keys(both)) {
			left, has := x[key]
			right, still := y[key]
			switch {
			case !has:
				return path + "/" + key, "(absent)", inWords(right)
			case !still:
				return path + "/" + key, inWords(left), "(absent)"
			case !reflect.DeepEqual(left, right):
				return firstIn(path+"/"+key, left, right)
			}
		}
	case []any:
		y, ok := is.([]any)
		if !ok || len(y) != len(x) {
			break
		}
		for i := range x {
			if !reflect.DeepEqual(x[i], y[i]) {
				return firstIn(path+"/"+strconv.Itoa(i), x[i], y[i])
			}
		}
	}
	return cmp.Or(path, "body"), inWords(was), inWords(is)
}

func inWords(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return oneLine(string(text))
}
