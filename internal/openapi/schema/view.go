package schema

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"
)

// A view is an object of an answer as a Go struct. Its fields are those with a `json` tag, which has their name (or a `key`
// tag, where the struct is also stored as JSON with other names). A field with "omitzero" is left out of the answer while
// it has its zero value. A field is a string, boolean, number, time, list, map by string or another view, or a pointer to
// one of those; a nil pointer is null, a nil list or map is empty; an any holds one of them. A map by string with the tag
// "*" has further fields of the same object. A text with a method Decoded stands for the value that it says. Views are passed by
// pointer where speed matters, so that nothing is copied.

// encoded is implemented by a text that is JSON: answers have the value that it says.
type encoded interface{ Decoded() any }

var encodedType = reflect.TypeFor[encoded]()

// layout describes how to read the fields of a view's type: made once for each type, sorted by name as in documents.
type layout struct {
	names  []string
	fields []viewField
	others []int // index of the map with further fields, nil for none
}

type viewField struct {
	at       []int
	omitzero bool
	read     func(reflect.Value) any
}

var (
	layouts  sync.Map // reflect.Type → *layout
	timeType = reflect.TypeFor[time.Time]()
	textType = reflect.TypeFor[*string]()
)

func layoutOf(t reflect.Type) *layout {
	if l, ok := layouts.Load(t); ok {
		return l.(*layout)
	}
	l := newLayout(t)
	layouts.Store(t, l)
	return l
}

func newLayout(t reflect.Type) *layout {
	l, byName := &layout{}, map[string]viewField{}
	for _, f := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(cmp.Or(f.Tag.Get("json"), f.Tag.Get("key")), ",")
		if name == "" || name == "-" {
			continue
		}
		if name == "*" {
			l.others = f.Index
			continue
		}
		if _, twice := byName[name]; twice {
			panic(fmt.Sprintf("schema: %s has two fields %s", t, name))
		}
		byName[name] = viewField{at: f.Index, omitzero: options == "omitzero", read: readerOf(f.Type)}
		l.names = append(l.names, name)
	}
	slices.Sort(l.names)
	for _, name := range l.names {
		l.fields = append(l.fields, byName[name])
	}
	return l
}

// readerOf makes a function that reads a field of a struct: by pointer, where that saves a copy.
func readerOf(t reflect.Type) func(reflect.Value) any {
	if t.Implements(encodedType) {
		return reflect.Value.Interface
	}
	switch t.Kind() {
	case reflect.String:
		if t == textType.Elem() {
			return addressed
		}
		return func(v reflect.Value) any { return v.Addr().Convert(textType).Interface() }
	case reflect.Int, reflect.Int64, reflect.Float64, reflect.Struct:
		return addressed
	}
	return reflect.Value.Interface
}

func addressed(v reflect.Value) any { return v.Addr().Interface() }

// view is a struct with its layout.
type view struct {
	*layout
	of reflect.Value
}

func (v *view) get(name string) (any, bool) {
	at, found := slices.BinarySearch(v.names, name)
	if found {
		return v.field(at)
	}
	if v.others == nil {
		return nil, false
	}
	value := v.of.FieldByIndex(v.others).MapIndex(reflect.ValueOf(name))
	if !value.IsValid() {
		return nil, false
	}
	return value.Interface(), true
}

// places are the indices in a layout of the fields that a writer lists, -1 for missing ones.
type places struct {
	layout *layout
	at     []int
}

// placesIn computes the places once for successive views of the same type.
func (w *writer) placesIn(l *layout) []int {
	if known := w.places.Load(); known != nil && known.layout == l {
		return known.at
	}
	p := &places{layout: l, at: make([]int, len(w.fields))}
	for i := range w.fields {
		at, found := slices.BinarySearch(l.names, w.fields[i].name)
		if !found {
			at = -1
		}
		p.at[i] = at
	}
	w.places.Store(p)
	return p.at
}

func (v *view) field(i int) (any, bool) {
	f := &v.fields[i]
	value := v.of.Field(f.at[0])
	if len(f.at) > 1 {
		value = v.of.FieldByIndex(f.at)
	}
	if f.omitzero && value.IsZero() {
		return nil, false
	}
	return f.read(value), true
}

func (v *view) size() int {
	n := len(v.fields)
	for i := range v.fields {
		if f := &v.fields[i]; f.omitzero && v.of.FieldByIndex(f.at).IsZero() {
			n--
		}
	}
	if v.others != nil {
		n += v.of.FieldByIndex(v.others).Len()
	}
	return n
}

// Map is the view as a map.
func (v *view) Map() map[string]any {
	out := make(map[string]any, len(v.names))
	for i, name := range v.names {
		if value, there := v.field(i); there {
			out[name] = value
		}
	}
	if v.others != nil {
		for each := v.of.FieldByIndex(v.others).MapRange(); each.Next(); {
			out[each.Key().String()] = each.Value().Interface()
		}
	}
	return out
}

// sequence is a list of any type.
type sequence struct{ of reflect.Value }

func (s sequence) item(i int) any {
	e := s.of.Index(i)
	if e.Kind() == reflect.Struct {
		return e.Addr().Interface()
	}
	return e.Interface()
}

// Open opens a value for AppendResponse by one level: a view or an object becomes a map, a list an []any, a pointer its
// target. A plain value stays; changed tells whether it was opened.
func Open(v any) (opened any, changed bool) {
	switch u := unfold(v).(type) {
	case *view:
		return u.Map(), true
	case sequence:
		out := make([]any, u.of.Len())
		for i := range out {
			out[i] = u.item(i)
		}
		return out, true
	case unknown:
		return v, false
	default:
		return u, true
	}
}

// Get is the value of a field in an object of an answer, which may be a view or plain: nil for null. there is false
// where the field is missing.
func Get(v any, name string) (value any, there bool) {
	switch o := v.(type) {
	case map[string]any:
		value, there = o[name]
	case *Fields:
		value, there = o.get(name)
	default:
		if u, isView := unfold(v).(*view); isView {
			value, there = u.get(name)
		}
	}
	if text, is := value.(encoded); is {
		return text.Decoded(), there
	}
	r := reflect.ValueOf(value)
	switch {
	case r.Kind() != reflect.Pointer:
		return value, there
	case r.IsNil():
		return nil, there
	}
	return r.Elem().Interface(), there
}

// unknown is a value that no answer can have.
type unknown struct{}

// unfold converts a value of a rare type into one that answers usually have.
func unfold(v any) any {
	if text, is := v.(encoded); is {
		return text.Decoded()
	}
	r := reflect.ValueOf(v)
	switch r.Kind() {
	case reflect.Pointer:
		switch {
		case r.IsNil():
			return nil
		case r.Type().Elem().Kind() == reflect.Struct && r.Type().Elem() != timeType:
			return &view{layout: layoutOf(r.Type().Elem()), of: r.Elem()}
		}
		return r.Elem().Interface()
	case reflect.Struct:
		if r.Type() == timeType {
			return unknown{}
		}
		at := reflect.New(r.Type())
		at.Elem().Set(r)
		return &view{layout: layoutOf(r.Type()), of: at.Elem()}
	case reflect.Slice:
		return sequence{r}
	case reflect.Map:
		if r.Type().Key().Kind() != reflect.String {
			return unknown{}
		}
		out := make(map[string]any, r.Len())
		for each := r.MapRange(); each.Next(); {
			out[each.Key().String()] = each.Value().Interface()
		}
		return out
	case reflect.String:
		return r.String()
	case reflect.Bool:
		return r.Bool()
	case reflect.Int, reflect.Int32:
		return r.Int()
	}
	return unknown{}
}
