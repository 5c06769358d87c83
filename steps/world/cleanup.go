package world

import "context"

// undo removes one thing.
type undo struct {
	kind, id, name string
	remove         func(context.Context) error
}

// CleanUp registers how something the scenario created is removed; removals run in reverse order after
// the scenario, also after a failure or an interrupt. A thing that is gone already is no error: remove
// answers nil then. Register at once after creation, before anything else can fail.
func (w *World) CleanUp(kind, id, name string, remove func(context.Context) error) {
	w.undo = append(w.undo, undo{kind, id, name, remove})
}

// Delete is the usual removal: DELETE of the path as the actor, 404 counts as gone.
func (w *World) Delete(r Request) func(context.Context) error { panic("pending") }

// Name makes a name that carries the run id: "plumbline-RUN-NAME-N", N making it unique in the run.
func (w *World) Name(name string) string { panic("pending") }
