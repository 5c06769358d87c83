package world

import (
	"fmt"
	"maps"
	"slices"
)

// Noun is a resource of a scenario.
type Noun struct {
	// Kind is server, keypair, image, flavor, network, port, stack, user, project …
	Kind string
	// Name is its name in sentences: "" for "the server", "K1" for "key K1".
	Name string
	// RealName is its name in the cloud; names that the run makes carry the run id.
	RealName string
	ID       string
	// Owner is the actor that created it.
	Owner string
	// Facts are values that later steps compare: "material", "addresses", "status".
	Facts map[string]any
}

// Remember stores a noun under its kind and name; a second one of that name replaces the first.
func (w *World) Remember(n *Noun) {
	if n.Facts == nil {
		n.Facts = map[string]any{}
	}
	w.nouns[n.Kind+" "+n.Name] = n
}

// Nouns are the nouns of a kind, in the order of their names in sentences.
func (w *World) Nouns(kind string) []*Noun {
	var found []*Noun
	for _, key := range slices.Sorted(maps.Keys(w.nouns)) {
		if n := w.nouns[key]; n.Kind == kind {
			found = append(found, n)
		}
	}
	return found
}

// Recall finds a noun; the error is a set-up error with the kind and name that the scenario did not introduce.
func (w *World) Recall(kind, name string) (*Noun, error) {
	if n, ok := w.nouns[kind+" "+name]; ok {
		return n, nil
	}
	return nil, fmt.Errorf("the scenario has no %s %q yet", kind, name)
}

// Noun is Recall for expressions: a missing noun is an error of the scenario and stops the step.
func (w *World) Noun(kind, name string) *Noun {
	n, err := w.Recall(kind, name)
	if err != nil {
		panic(Stop{err})
	}
	return n
}

// Stop is the value of a panic that ends a step with an error; the step guard returns the error.
type Stop struct{ Err error }

func (s Stop) Error() string { return s.Err.Error() }

func (s Stop) Unwrap() error { return s.Err }

func (n *Noun) StackPath() string { return "/stacks/" + n.RealName + "/" + n.ID }
