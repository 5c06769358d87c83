package world

import "fmt"

// Noun is something a scenario talks about.
type Noun struct {
	// Kind is server, keypair, image, flavor, network, port, stack, user, project …
	Kind string
	// Name is what sentences call it: "" for "the server", "K1" for "key K1".
	Name string
	// RealName is what it is called in the cloud; names of things the run creates carry the run id.
	RealName string
	ID       string
	// Owner is the actor that created it.
	Owner string
	// Facts are what steps want to compare later: "material", "addresses", "status".
	Facts map[string]any
}

// Remember keeps a noun under its kind and name; the last one wins.
func (w *World) Remember(n *Noun) {
	if n.Facts == nil {
		n.Facts = map[string]any{}
	}
	w.nouns[n.Kind+" "+n.Name] = n
}

// Recall finds a noun; the error is a set-up error that names what the scenario did not introduce.
func (w *World) Recall(kind, name string) (*Noun, error) {
	if n, ok := w.nouns[kind+" "+name]; ok {
		return n, nil
	}
	return nil, fmt.Errorf("the scenario has no %s %q yet", kind, name)
}

// Noun is Recall for expressions: a noun that is not there is an error of the scenario and stops the step.
func (w *World) Noun(kind, name string) *Noun {
	n, err := w.Recall(kind, name)
	if err != nil {
		panic(Stop{err})
	}
	return n
}

// Stop carries an error out of an expression; the step guard turns it back into the step's error.
type Stop struct{ Err error }

func (s Stop) Error() string { return s.Err.Error() }

func (s Stop) Unwrap() error { return s.Err }

func (n *Noun) StackPath() string { return "/stacks/" + n.RealName + "/" + n.ID }
