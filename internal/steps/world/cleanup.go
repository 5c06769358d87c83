package world

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"time"

	"plumbline/internal/reports/eventlog"
)

// undo removes one thing.
type undo struct {
	kind, id, name string
	remove         func(context.Context) error
}

// CleanUp registers the removal of something that the scenario created. Removals run in reverse order after the scenario,
// also after a failure or an interrupt. remove answers nil for a thing that is gone already. Register at once after
// creation, before anything else can fail.
func (w *World) CleanUp(kind, id, name string, remove func(context.Context) error) {
	w.undo = append(w.undo, undo{kind, id, name, remove})
}

// CleanUpLast registers a removal that runs after all those that are registered now or later.
func (w *World) CleanUpLast(kind, id, name string, remove func(context.Context) error) {
	w.undo = append([]undo{{kind, id, name, remove}}, w.undo...)
}

// Removed forgets a server that the set-up itself has removed: nothing of it is left to remove after the case.
func (w *World) Removed(server *Noun) {
	w.undo = slices.DeleteFunc(w.undo, func(u undo) bool { return u.kind == server.Kind && u.id == server.ID })
	maps.DeleteFunc(w.nouns, func(_ string, n *Noun) bool { return n == server })
	w.GiveServerBack()
}

// Delete is the usual removal: it sends the request (method DELETE unless it names another) as its actor; 404 counts as gone.
func (w *World) Delete(r Request) func(context.Context) error {
	if r.Method == "" {
		r.Method = http.MethodDelete
	}
	return func(context.Context) error {
		x, err := w.Do(Cleanup, r)
		if err != nil {
			return err
		}
		if x.Status >= 300 && x.Status != http.StatusNotFound {
			return fmt.Errorf("%s %s answers %s", r.Method, r.Path, x.Summary())
		}
		return nil
	}
}

// LimitCleanup bounds the time of the case's clean-up, where the target may no longer answer.
func (w *World) LimitCleanup(most time.Duration) { w.hurry = most }

// Spend says why the servers of the case serve no other one; Close records it.
func (w *World) Spend(why string) { w.spent = why }

// Close removes what the case created, last first, and records each removal. It goes on after an error, tries once more what something
// that was removed after it may have been in the way of, and answers all errors that remain.
func (w *World) Close() error { return w.removeDownTo(0) }

// removeDownTo is Close for all but the first few things.
func (w *World) removeDownTo(stays int) error {
	if len(w.undo) <= stays {
		return nil
	}
	defer func(ctx context.Context) { w.Ctx = ctx }(w.Ctx)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(w.Ctx),
		cmp.Or(w.hurry, w.env.Timeouts["case-clean-up"])) // also after an interrupt
	defer cancel()
	w.Ctx = ctx
	all := slices.Clone(w.undo[stays:])
	slices.Reverse(all)
	w.undo = w.undo[:stays]
	var blocked []undo
	var failed, unlogged []error
	for _, u := range all {
		err := recoverStop(func() error { return u.remove(ctx) })
		if err != nil {
			blocked, failed = append(blocked, u), append(failed, err)
			continue
		}
		unlogged = append(unlogged, w.cleaned(u, nil))
	}
	for i, u := range blocked {
		// Where nothing at all could be removed, nothing was in the way.
		if len(blocked) < len(all) && ctx.Err() == nil {
			failed[i] = recoverStop(func() error { return u.remove(ctx) })
		}
		unlogged = append(unlogged, w.cleaned(u, failed[i]))
		if failed[i] != nil {
			failed[i] = fmt.Errorf("remove %s %s: %w", u.kind, u.name, failed[i])
		}
	}
	return errors.Join(append(failed, unlogged...)...)
}

// cleaned records a removal, and why it failed.
func (w *World) cleaned(u undo, err error) error {
	event := &eventlog.CleanedUp{Case: w.c.ID, Kind: u.kind, ID: u.id, Name: u.name}
	if u.kind == "server" {
		event.Spent = w.env.Target.Redactor().Text(w.spent)
	}
	if err != nil {
		event.Error = err.Error()
	}
	return w.env.Log.Append(event)
}

// Kept is one thing that a case created and that is not removed after it.
type Kept struct {
	// Case is the id of the case.
	Case           string
	Kind, ID, Name string
}

// keepable are the kinds of things that may stay without harm to later cases. Settings and what was done to hosts are undone in
// any case.
var keepable = map[string]bool{
	"server": true, "keypair": true, "image": true, "volume": true, "snapshot": true, "network": true, "stack": true, "stack snapshot": true,
}

// staysWith are removals of what such a thing has: it goes on having it.
var staysWith = map[string]bool{"lock": true, "lock of a server": true, "protection of an image": true, "status of the volume": true}

// Keep drops the removals of what the case created, and answers that, in the order in which it was created. Close then undoes the rest.
// The servers no longer count against the bound.
func (w *World) Keep() (kept []Kept) {
	var rest []undo
	for _, u := range w.undo {
		switch {
		case keepable[u.kind]:
			kept = append(kept, Kept{w.c.ID, u.kind, u.id, u.name})
		case !staysWith[u.kind]:
			rest = append(rest, u)
		}
	}
	w.undo = rest
	for w.servers > 0 {
		w.GiveServerBack()
	}
	return kept
}

// recoverStop recovers the panic with which a step ended early (Stop, as of World.Noun) and answers its error.
func recoverStop(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			s, ok := p.(Stop)
			if !ok {
				panic(p)
			}
			err = s.Err
		}
	}()
	return f()
}

// Stopped answers the error in the value of a panic, if a step ended early with it.
func Stopped(p any) (error, bool) {
	s, ok := p.(Stop)
	return s.Err, ok
}
