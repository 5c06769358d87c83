package qos

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// made holds the values that the steps of a creation share.
type made struct {
	Specs  map[string]body.Opt[record.Word] `body:"qos_specs"`
	record *state.VolumeQoS
}

func create() pipeline.Operation {
	return pipeline.OperationOf[made]{
		Formats: nameFits,
		Steps: []pipeline.StepOf[made]{
			{Name: "the specs are texts", Run: areTexts},
			{Name: "create the specs", Run: func(x *pipeline.Exchange, w *made) *pipeline.Fault {
				q := &state.VolumeQoS{ID: x.Env.IDs.UUID(), Serial: x.Txn.Next("volume-qos"), Consumer: "back-end", Specs: map[string]*string{}}
				q.Name = w.name()
				for other := range state.VolumeQoSSpecs.All(x.Txn) {
					if other.Name == q.Name {
						return pipeline.Conflict("QoS Specs %s already exists.", q.Name)
					}
				}
				w.record = q
				return store(x, q, w.texts())
			}},
		},
		Answer: func(x *pipeline.Exchange, w *made) (*pipeline.Response, *pipeline.Fault) { return answer(x, w.record) },
	}.Operation()
}

// name is the name without the blanks around it.
func (w *made) name() string {
	name, _ := w.Specs["name"].Get()
	return strings.TrimSpace(name.Text)
}

// texts are the specs that have a value.
func (w *made) texts() map[string]*string {
	out := map[string]*string{}
	for key, value := range w.Specs {
		if word, given := value.Get(); given && key != "name" {
			out[key] = &word.Text
		}
	}
	return out
}

// nameFits runs ahead of the schema, which refuses names that are no texts.
func nameFits(_ *pipeline.Exchange, w *made) *pipeline.Fault {
	given, _ := w.Specs["name"].Get()
	switch {
	case !given.IsText:
		return nil
	case given.Text == "":
		return pipeline.BadRequest("An invalid 'name' value was provided. The 'name' can not be None.")
	case w.name() == "":
		return pipeline.BadRequest("An invalid 'name' value was provided. The 'name' can not be empty.")
	case utf8.RuneCountInString(w.name()) > longest:
		return pipeline.BadRequest("An invalid 'name' value was provided. The 'name' can not be greater than %d characters.", longest)
	}
	return nil
}

// longest is the greatest number of characters of a name, a key and a value.
const longest = 255

func areTexts(_ *pipeline.Exchange, w *made) *pipeline.Fault {
	for _, key := range slices.Sorted(maps.Keys(w.Specs)) {
		value, given := w.Specs[key].Get()
		switch length := utf8.RuneCountInString(key); {
		case key == "name":
			continue
		case length == 0:
			return record.InvalidInput(`Key "" has 0 characters, less than 1.`)
		case length > longest:
			return record.InvalidInput(`Key "%s" has %d characters, more than %d.`, key, length, longest)
		}
		switch length := utf8.RuneCountInString(value.Text); {
		case given && !value.IsText:
			return record.InvalidInput(`Value for key "%s" is not a string or unicode`, key)
		case length > longest:
			return record.InvalidInput(`Value for key "%s" has %d characters, more than %d.`, key, length, longest)
		}
	}
	return nil
}
