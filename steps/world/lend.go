package world

import (
	"context"
	"maps"
	"net/http"

	"plumbline/steps/plan"
)

// afterGiven is what a case had when its last Given sentence had passed.
type afterGiven struct {
	nouns map[string]*Noun
	undo  int
	// stirred tells that something was asked since, beside the subject exchange, that may change what is there.
	stirred bool
}

// Settle remembers what the Given sentences made, so that another case that begins with the same sentences may have it.
func (w *World) Settle() {
	w.settled = &afterGiven{nouns: copied(w.nouns), undo: len(w.undo)}
}

// Settled tells whether Settle was called, or the world was lent.
func (w *World) Settled() bool { return w.settled != nil }

func copied(nouns map[string]*Noun) map[string]*Noun {
	out := make(map[string]*Noun, len(nouns))
	for key, n := range nouns {
		again := *n
		again.Facts = maps.Clone(n.Facts)
		out[key] = &again
	}
	return out
}

// lendable are the kinds of things that a refusal has nothing to do with, or whose state is looked at when they are lent.
var lendable = map[string]bool{"server": true, "keypair": true, "image": true, "flavor": true, "network": true, "volume": true}

// Lendable tells whether everything is as the Given sentences left it, as far as the case itself can know: its one request
// was refused, nothing else was changed or made, and what it has is one server with what belongs to it.
func (w *World) Lendable() bool {
	s := w.settled
	if s == nil || s.stirred || len(w.undo) != s.undo || w.subject == nil || w.unanswered {
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
	w.nouns, w.subject, w.before, w.Unharmed, w.unanswered = copied(w.settled.nouns), nil, nil, false, false
	w.settled.stirred = false
}

// From is the case that left what this one found, "" where it made everything itself.
func (w *World) From() string { return w.from }

// Given tells whether what the sentence that runs now would make is there already.
func (w *World) Given() bool { return w.from != "" && w.Kind == stateKind }

// stirs notes requests that may change what is there.
func (w *World) stirs(role Role, method string) {
	if w.settled != nil && role != Subject && method != http.MethodGet && method != http.MethodHead {
		w.settled.stirred = true
	}
}
