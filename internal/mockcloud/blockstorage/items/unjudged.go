package items

import (
	"maps"
	"reflect"
	"slices"
	"unicode/utf8"

	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
)

// longest is the greatest number of characters of a key and of a value.
const longest = 255

// unjudged are items that no schema has judged, if they are items at all.
type unjudged struct {
	items    map[string]record.Value
	isObject bool
}

// ReadBody implements body.Reader.
func (u *unjudged) ReadBody(v any) {
	if u.isObject = body.IsObject(v); u.isObject {
		body.ReaderFor(reflect.TypeFor[map[string]record.Value]())(v, reflect.ValueOf(&u.items).Elem())
	}
}

// freeSeveral and freeOne are several and one where no schema judges the body.
type freeSeveral struct {
	Metadata unjudged `body:"metadata"`
}

type freeOne struct {
	Meta unjudged `body:"meta"`
}

// judgeNothing replaces the operations that change metadata by those whose bodies no schema judges: the service looks for the object in
// the body before it looks up the record, and at the items after it.
func (o *Of) judgeNothing(operations map[string]pipeline.Operation) {
	operations[o.Prefix+".create"] = o.storingFree("add the metadata", o.Items)
	operations[o.Prefix+".replace"] = o.storingFree("replace the metadata", func(*pipeline.Exchange) map[string]string { return nil })
	operations[o.Prefix+".update"] = pipeline.OperationOf[freeOne]{
		Formats: oneItem,
		Steps: []pipeline.StepOf[freeOne]{{Name: "set the item", Run: func(x *pipeline.Exchange, w *freeOne) *pipeline.Fault {
			return o.mergeFree(x, o.Items(x), w.Meta)
		}}},
		Answer: func(_ *pipeline.Exchange, w *freeOne) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Answer(200, "meta", w.Meta.texts()), nil
		},
	}.Operation()
}

func (o *Of) storingFree(name string, kept func(*pipeline.Exchange) map[string]string) pipeline.Operation {
	return pipeline.OperationOf[freeSeveral]{
		Formats: func(_ *pipeline.Exchange, w *freeSeveral) *pipeline.Fault { return w.Metadata.there("metadata") },
		Steps: []pipeline.StepOf[freeSeveral]{{Name: name, Run: func(x *pipeline.Exchange, w *freeSeveral) *pipeline.Fault {
			return o.mergeFree(x, kept(x), w.Metadata)
		}}},
		Answer: func(x *pipeline.Exchange, _ *freeSeveral) (*pipeline.Response, *pipeline.Fault) {
			return o.answer(x, nil)
		},
	}.Operation()
}

// there refuses a body without the object that it has to have.
func (u unjudged) there(name string) *pipeline.Fault {
	if !u.isObject {
		return record.MissingElement(name)
	}
	return nil
}

func oneItem(x *pipeline.Exchange, w *freeOne) *pipeline.Fault {
	if f := w.Meta.there("meta"); f != nil {
		return f
	}
	switch _, inPath := w.Meta.items[key(x)]; {
	case !inPath:
		return pipeline.BadRequest("Request body and URI mismatch")
	case len(w.Meta.items) > 1:
		return pipeline.BadRequest("Request body contains too many items")
	}
	return nil
}

func (o *Of) mergeFree(x *pipeline.Exchange, kept map[string]string, given unjudged) *pipeline.Fault {
	if f := given.check(); f != nil {
		return f
	}
	return o.merge(x, kept, given.texts())
}

// check refuses keys without characters, values that are no texts, and what is too long.
func (u unjudged) check() *pipeline.Fault {
	for _, name := range slices.Sorted(maps.Keys(u.items)) {
		value := u.items[name]
		switch {
		case name == "":
			return pipeline.BadRequest("Invalid metadata: Invalid input received: Metadata key:  has 0 characters, less than 1.")
		case !value.IsText:
			return pipeline.BadRequest("Invalid metadata: Invalid input received: Value for metadata key: %s is not a string or unicode", name)
		case utf8.RuneCountInString(name) > longest:
			return pipeline.Refuse(413, "Invalid metadata size: Metadata property key %s greater than 255 characters.", name)
		case utf8.RuneCountInString(value.Text) > longest:
			return pipeline.Refuse(413, "Invalid metadata size: Metadata property key %s value greater than 255 characters.", name)
		}
	}
	return nil
}

func (u unjudged) texts() map[string]string {
	out := make(map[string]string, len(u.items))
	for name, value := range u.items {
		out[name] = value.Text
	}
	return out
}
