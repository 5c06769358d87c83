package record

import (
	"iter"
	"maps"
	"reflect"
	"slices"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/collection"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Object is the object of a request: its keys are written into the fields of a record that have their names.
type Object struct{ sent any }

// ReadBody implements body.Reader.
func (o *Object) ReadBody(v any) { o.sent = v }

// ID is the id that the object says, "" for none.
func (o *Object) ID() string {
	named := body.As[struct {
		ID string `json:"id"`
	}](o.sent)
	return named.ID
}

// Resource declares a plain resource. The fields of its record are what requests may set and what answers have.
type Resource[T any] struct {
	Noun, Plural, Param string
	// Path is where the collection is, for links.
	Path    string
	Table   *state.Table[T]
	Derived func(*pipeline.Exchange) iter.Seq[*T]
	Filters []string
	Order   func(a, b *T) int
	Sees    func(*pipeline.Exchange, *T) bool
	// Defaults sets what a new record has that the request does not say.
	Defaults func(*pipeline.Exchange, *T)
	// Made checks and completes a record that is new (before is nil) or changed.
	Made   func(x *pipeline.Exchange, before, after *T) *pipeline.Fault
	Unique func(*pipeline.Exchange, *T) *pipeline.Fault
	// Shown completes the copy of a record that is answered.
	Shown func(*pipeline.Exchange, *T)
	// Extra is the field for attributes that a caller made up.
	Extra func(*T) *state.Extra
	Keep  []pipeline.StepOf[T]
	With  func(*pipeline.Exchange, *T)
	// Lists tells whether lists include a record; nil stands for yes.
	Lists func(*pipeline.Exchange, *T) bool
}

// Collection is a declared resource.
type Collection[T any] = collection.Of[T, Object, Object]

// whole is implemented by the records of plain resources.
type whole interface{ Whole() *state.Entity }

// Declare makes the collection of a resource.
func Declare[T any](r Resource[T]) *Collection[T] {
	c := &Collection[T]{
		In: Plain, Noun: r.Noun, Plural: r.Plural, Param: r.Param, Table: r.Table, Derived: r.Derived, Filters: r.Filters, Order: r.Order,
		Sees: r.Sees, Unique: r.Unique, Deletes: true, Keep: r.Keep, With: r.With,
		ID: func(t *T) string { return entity(t).ID },
		View: func(x *pipeline.Exchange, t *T) any {
			shown := *t
			e := entity(&shown)
			e.Links.Self = x.Base + r.Path + "/" + e.ID
			if r.Shown != nil {
				r.Shown(x, &shown)
			}
			return &shown
		},
		New: r.make, Change: r.change, Lists: r.Lists,
	}
	return c
}

func entity[T any](t *T) *state.Entity { return any(t).(whole).Whole() }

func (r Resource[T]) make(x *pipeline.Exchange, o *Object) (*T, *pipeline.Fault) {
	made := new(T)
	if r.Defaults != nil {
		r.Defaults(x, made)
	}
	id := entity(made).ID
	r.write(o, made)
	if entity(made).ID = id; id == "" {
		entity(made).ID = x.Env.IDs.Hex()
	}
	if r.Made != nil {
		return made, r.Made(x, nil, made)
	}
	return made, nil
}

func (r Resource[T]) change(x *pipeline.Exchange, after *T, o *Object) *pipeline.Fault {
	before := *after
	if f := KeepsID(body.As[Further](o.sent), entity(&before).ID); f != nil {
		return f
	}
	r.write(o, after)
	entity(after).ID = entity(&before).ID
	if r.Made != nil {
		return r.Made(x, &before, after)
	}
	return nil
}

// write writes an object into a record; made-up attributes are added to those that are there.
func (r Resource[T]) write(o *Object, to *T) {
	var had state.Extra
	if r.Extra != nil {
		had = maps.Clone(*r.Extra(to))
	}
	body.ReaderFor(reflect.TypeFor[T]())(o.sent, reflect.ValueOf(to).Elem())
	entity(to).Links = state.Links{}
	if r.Extra == nil {
		return
	}
	sent := *r.Extra(to)
	delete(sent, "id")
	delete(sent, "links")
	if had == nil {
		had = state.Extra{}
	}
	maps.Copy(had, sent)
	*r.Extra(to) = had
}

// Further are the attributes of a request that a record has no fields for.
type Further state.Extra

// AddTo adds them to those that a record has, leaving those untouched; null is a value like others.
func (f Further) AddTo(extra *state.Extra, but ...string) {
	out := maps.Clone(*extra)
	for key, value := range f {
		if slices.Contains(but, key) {
			continue
		}
		if out == nil {
			out = state.Extra{}
		}
		out[key] = value
	}
	*extra = out
}
