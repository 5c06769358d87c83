package world

import (
	"context"
	"maps"
	"net/http"
	"slices"

	"plumbline/steps/internal/target"
	"plumbline/steps/plan"
)

// afterGiven is what a case had when its last Given sentence had passed.
type afterGiven struct {
	// nouns are those that it spoke of, facts what was known of each: several names may mean one noun.
	nouns map[string]*Noun
	facts map[*Noun]Noun
	undo  []undo
	// What Begin and Given sentences set in the World itself.
	moved   map[string]string
	other   *target.Place
	assigns bool
	lasted  func() bool
	servers int
	// stirred tells that something was asked since, beside the subject exchange, that may change what is there.
	stirred bool
}

// Settle remembers what the Given sentences made, so that another case that begins with the same sentences may have it.
func (w *World) Settle() {
	w.settled = &afterGiven{
		nouns: maps.Clone(w.nouns), facts: map[*Noun]Noun{}, undo: slices.Clone(w.undo),
		moved: maps.Clone(w.Moved), other: w.Other, assigns: w.Assigns, lasted: w.lasted, servers: w.servers,
	}
	for _, n := range w.nouns {
		w.settled.facts[n] = n.copied()
	}
}

// copied is a noun that no longer changes with this one. What made it removes it: that stays.
func (n *Noun) copied() Noun {
	again := *n
	again.Facts = maps.Clone(n.Facts)
	return again
}

// resettle makes what is known what it was when the last Given sentence had passed.
func (w *World) resettle() {
	s := w.settled
	w.nouns = maps.Clone(s.nouns)
	for noun, was := range s.facts {
		*noun = was.copied()
	}
	w.subject, w.before, w.Unharmed, w.unanswered, s.stirred = nil, nil, false, false, false
}

// Settled tells whether Settle was called, or the world was lent.
func (w *World) Settled() bool { return w.settled != nil }

// lendable are the kinds of things that a refusal has nothing to do with, or whose state is looked at when they are lent.
var lendable = map[string]bool{"server": true, "keypair": true, "image": true, "flavor": true, "network": true, "volume": true}

// Lendable tells whether everything is as the Given sentences left it, as far as the case itself can know: its one request
// was refused, nothing else was changed or made, and what it has is one server with what belongs to it.
func (w *World) Lendable() bool {
	s := w.settled
	if s == nil || s.stirred || len(w.undo) != len(s.undo) || w.subject == nil || w.unanswered {
		return false
	}
	if w.subject.Status < 400 || w.subject.Status >= 500 || !w.Unharmed || w.servers > 1 || w.Assigns || w.Moved != nil || w.Other != nil {
		return false
	}
	servers := 0
	for _, n := range s.nouns {
		if !lendable[n.Kind] {
			return false
		}
		if n.Kind == "server" {
			servers++
		}
	}
	return servers == 1 && len(w.undo) > 0
}

// Lend makes w the world of another case, which finds what the Given sentences of the one before had made.
func (w *World) Lend(ctx context.Context, c plan.Case) {
	w.from, w.Ctx, w.c = w.c.TryID(), ctx, c
	w.resettle()
}

// Rewind makes w the world of another case that begins with the same Given sentences, after the target was brought back to
// the moment at which they had passed. What was made since is gone: nothing of it is removed.
func (w *World) Rewind(ctx context.Context, c plan.Case) {
	s := w.settled
	if w.from == "" {
		w.from = w.c.TryID()
	}
	w.Ctx, w.c, w.hurry = ctx, c, 0
	w.undo = slices.Clone(s.undo)
	w.Moved, w.Other, w.Assigns, w.lasted = maps.Clone(s.moved), s.other, s.assigns, s.lasted
	for w.servers > s.servers {
		w.GiveServerBack()
	}
	w.resettle()
}

// LentBy is the case that left what this one found, "" where it made everything itself.
func (w *World) LentBy() string { return w.from }

// Given tells whether what the sentence that runs now would make is there already.
func (w *World) Given() bool { return w.from != "" && w.Kind == stateKind }

// noteChange notes requests that may change what is there.
func (w *World) noteChange(role Role, method string) {
	if w.settled != nil && role != Subject && method != http.MethodGet && method != http.MethodHead {
		w.settled.stirred = true
	}
}
