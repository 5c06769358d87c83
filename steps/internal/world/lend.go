package world

import (
	"context"
	"maps"
	"net/http"
	"slices"

	"plumbline/steps/internal/target"
	"plumbline/steps/plan"
)

// afterGiven is the state of a case after its last Given sentence.
type afterGiven struct {
	// nouns are the case's nouns, facts the Facts of each: several names may mean one noun.
	nouns map[string]*Noun
	facts map[*Noun]Noun
	undo  []undo
	// These fields were set in the World by Begin and Given sentences.
	moved   map[string]string
	other   *target.Place
	assigns bool
	lasted  func() bool
	servers int
	changes []*Exchange
	// stirred: a request other than the subject exchange was sent since that may have changed a resource.
	stirred bool
}

// Settle remembers the resources of the Given sentences, so that another case with the same sentences may use them.
func (w *World) Settle() {
	w.settled = &afterGiven{
		nouns: maps.Clone(w.nouns), facts: map[*Noun]Noun{}, undo: slices.Clone(w.undo),
		moved: maps.Clone(w.Moved), other: w.Other, assigns: w.Assigns, lasted: w.lasted, servers: w.servers,
		changes: slices.Clone(w.changes),
	}
	for _, n := range w.nouns {
		w.settled.facts[n] = n.copied()
	}
}

// copied is a copy of a noun that later changes of the noun do not affect; the registered removal stays with the original.
func (n *Noun) copied() Noun {
	again := *n
	again.Facts = maps.Clone(n.Facts)
	return again
}

// resettle restores the nouns and facts as they were after the last Given sentence.
func (w *World) resettle() {
	s := w.settled
	w.nouns, w.changes = maps.Clone(s.nouns), slices.Clone(s.changes)
	for noun, was := range s.facts {
		*noun = was.copied()
	}
	w.subject, w.before, w.Unharmed, w.unanswered, s.stirred = nil, nil, false, false, false
}

// Settled tells whether Settle was called, or the world was lent.
func (w *World) Settled() bool { return w.settled != nil }

// lendable are the kinds of resources that a refused request cannot affect, or whose state is checked when they are lent.
var lendable = map[string]bool{"server": true, "keypair": true, "image": true, "flavor": true, "network": true, "volume": true}

// Lendable tells whether everything is as the Given sentences left it, as far as the case itself can know: its one request
// was refused, nothing else was changed or created, and it has exactly one server, with the server's own resources.
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

// Lend turns w into the world of another case, which uses the resources of the first one's Given sentences.
func (w *World) Lend(ctx context.Context, c plan.Case) {
	w.from, w.Ctx, w.c = w.c.TryID(), ctx, c
	w.resettle()
}

// Rewind turns w into the world of another case with the same Given sentences, after the target was reset to the moment at
// which they had passed. Resources created since are gone, so their removals are dropped.
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

// LentBy is the case that created the resources this one uses, "" where it created them itself.
func (w *World) LentBy() string { return w.from }

// Given tells whether the resources that the current sentence would create exist already.
func (w *World) Given() bool { return w.from != "" && w.Kind == stateKind }

// noteChange records a request that may change resources.
func (w *World) noteChange(role Role, method string) {
	if w.settled != nil && role != Subject && method != http.MethodGet && method != http.MethodHead {
		w.settled.stirred = true
	}
}
