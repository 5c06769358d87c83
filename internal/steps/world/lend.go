package world

import (
	"bytes"
	"context"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"plumbline/internal/features"
	"plumbline/internal/steps/plan"
	"plumbline/internal/steps/target"
)

// afterGiven is the state of a case after one of its Given sentences.
type afterGiven struct {
	// sentences is the number of sentences that had run.
	sentences int
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
}

// Settle remembers the resources of the Given sentences, so that another case with the same sentences may use them.
func (w *World) Settle() { w.settled, w.stirred, w.hadTrial = w.snapshotGiven(), false, false }

// SettleBase remembers the resources of the Given sentences so far, so that a case with the same first sentences may use them.
func (w *World) SettleBase() { w.base = w.snapshotGiven() }

func (w *World) snapshotGiven() *afterGiven {
	s := &afterGiven{
		sentences: w.passed,
		nouns:     maps.Clone(w.nouns), facts: map[*Noun]Noun{}, undo: slices.Clone(w.undo),
		moved: maps.Clone(w.Moved), other: w.Other, assigns: w.Assigns, lasted: w.lasted, servers: w.servers,
		changes: slices.Clone(w.changes),
	}
	for _, n := range w.nouns {
		s.facts[n] = n.copied()
	}
	return s
}

// copied is a copy of a noun that later changes of the noun do not affect; the registered removal stays with the original.
func (n *Noun) copied() Noun {
	again := *n
	again.Facts = maps.Clone(n.Facts)
	return again
}

// resettle restores the nouns and facts as they were after a Given sentence.
func (w *World) resettle(s *afterGiven) {
	w.nouns, w.changes = maps.Clone(s.nouns), slices.Clone(s.changes)
	for noun, was := range s.facts {
		*noun = was.copied()
	}
	w.subject, w.before, w.Unharmed, w.unanswered, w.stirred, w.hadTrial, w.byProgram = nil, nil, false, false, false, false, false
}

// Settled tells whether Settle was called, or the world was lent with all that the Given sentences make.
func (w *World) Settled() bool { return w.settled != nil }

// lendable are the kinds of resources that a refused request cannot affect, or whose state is checked when they are lent.
var lendable = map[string]bool{"server": true, "keypair": true, "image": true, "flavor": true, "network": true, "volume": true}

// Refused tells whether the case's request was refused, and the server was compared before and after it without a difference.
func (w *World) Refused() bool {
	return w.subject != nil && w.Unharmed && w.subject.Status >= 400 && w.subject.Status < 500
}

// updated matches the paths of requests that change only what a server shows.
var updated = regexp.MustCompile(`^/servers/[^/]+(?:|/metadata(?:/.+)?|/tags(?:/.+)?)$`)

// Updates tells whether an exchange changed only what a server shows of itself, its metadata or its tags; it is not its deletion.
func Updates(x *Exchange, server string) bool {
	own := "/servers/" + server
	if x.Asked.Method == http.MethodDelete && x.Asked.Path == own {
		return false
	}
	return strings.HasPrefix(x.Asked.Path, own) && updated.MatchString(x.Asked.Path)
}

// OnlyRead tells whether the case's request was a read that was answered, which changes nothing.
func (w *World) OnlyRead() bool {
	x := w.subject
	return x != nil && (x.Asked.Method == http.MethodGet || x.Asked.Method == http.MethodHead) && x.Status >= 200 && x.Status < 400
}

// ActedKnown tells whether the case's request was answered by what it asked, or was a program's, and no work under way is about to be
// ended: what it has done can be looked for.
func (w *World) ActedKnown() bool {
	if w.settled == nil || len(w.undo) == 0 || w.unanswered {
		return false
	}
	if w.subject == nil {
		return w.byProgram && w.lasted == nil
	}
	return w.Refused() || w.subject.Status >= 200 && w.subject.Status < 500 && w.lasted == nil
}

// ChangedNothing tells whether the case's request was refused or a read, and nothing else was made, set or asked for since the Given
// sentences that changes anything.
func (w *World) ChangedNothing() bool {
	return (w.Refused() || w.OnlyRead()) && !w.stirred && !w.hadTrial && len(w.undo) == len(w.settled.undo) && len(w.ActionsSince(false)) == 0
}

// Lendable tells whether what the Given sentences made can serve another case: servers with their own resources. Hosts
// whose zone has been changed serve the cases that run alone, too, and nobody else runs while they are kept.
func (w *World) Lendable() bool { return w.settled != nil && w.settled.lendable(w.c.Exclusive) }

func (s *afterGiven) lendable(alone bool) bool {
	if s.assigns || !alone && (s.moved != nil || s.other != nil) {
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
	return servers > 0
}

// BaseLendable tells whether what the first Given sentences made (SettleBase) can serve another case once the rest is removed: it
// could be lent, and the later sentences made things of their own.
func (w *World) BaseLendable() bool {
	if w.base == nil || w.settled == nil || !w.base.lendable(w.c.Exclusive) || w.settled.assigns ||
		!maps.Equal(w.settled.moved, w.base.moved) || w.settled.other != w.base.other {
		return false
	}
	rest := w.undo
	for _, was := range w.base.undo {
		at := slices.IndexFunc(rest, was.isOf)
		if at < 0 {
			return false // the removal of what they made is among what came later
		}
		rest = rest[at+1:]
	}
	return true
}

// isOf tells whether two removals are of the same thing.
func (u undo) isOf(other undo) bool { return u.kind == other.kind && u.id == other.id }

// Removes tells whether RemoveLater removes the thing with that id, or (base) Strip.
func (w *World) Removes(id string, base bool) bool {
	s := w.settled
	if base {
		s = w.base
	}
	isOf := func(u undo) bool { return u.id == id }
	return id != "" && s != nil && slices.ContainsFunc(w.undo, isOf) && !slices.ContainsFunc(s.undo, isOf)
}

// MadeLater tells whether there is anything that RemoveLater removes.
func (w *World) MadeLater() bool { return len(w.undo) > len(w.settled.undo) }

// ChangesBefore are the accepted requests of the case's Given sentences, or (base) of the first of them.
func (w *World) ChangesBefore(base bool) []*Exchange {
	if base {
		return w.base.changes
	}
	return w.settled.changes
}

// ActionsSince are the accepted requests of the case since its Given sentences, or (base) since the first of them, that concern what
// those made.
func (w *World) ActionsSince(base bool) (out []*Exchange) {
	s := w.settled
	if base {
		s = w.base
	}
	for _, x := range w.changes[len(s.changes):] {
		if s.concerns(x) {
			out = append(out, x)
		}
	}
	return out
}

// GivenChanges are the accepted requests of the Given sentences that concern what those made, oldest first.
func (w *World) GivenChanges() (out []*Exchange) {
	for _, x := range w.settled.changes {
		if w.settled.concerns(x) {
			out = append(out, x)
		}
	}
	return out
}

// concerns tells whether the address of an exchange names something that the Given sentences made, or its body a server or volume.
func (s *afterGiven) concerns(x *Exchange) bool {
	for _, n := range s.nouns {
		if n.ID != "" && strings.Contains(x.URL, n.ID) || n.RealName != "" && strings.Contains(x.URL, n.RealName) {
			return true
		}
		if (n.Kind == "server" || n.Kind == "volume") && n.ID != "" && bytes.Contains(x.sent, []byte(n.ID)) {
			return true
		}
	}
	return false
}

// Tidy runs f after the last sentence of the case: what f does as set-up is logged as clean-up.
func (w *World) Tidy(f func() error) error {
	w.Kind, w.tidying = features.State, true
	defer func() { w.tidying = false }()
	return recoverStop(f)
}

// Strip removes what the Given sentences after SettleBase made; the world then has the rest only.
func (w *World) Strip() error {
	s := w.base
	if err := w.removeAllBut(s.undo); err != nil {
		return err
	}
	w.lasted = s.lasted
	w.settled, w.base = s, nil
	w.resettle(s)
	w.LookAnew()
	return nil
}

// RemoveLater removes what the case made, and undoes what it set, since its Given sentences.
func (w *World) RemoveLater() error {
	err := w.removeAllBut(w.settled.undo)
	w.nouns = maps.Clone(w.settled.nouns)
	return err
}

func (w *World) removeAllBut(these []undo) error {
	var stay, others []undo
	for _, u := range w.undo {
		if slices.ContainsFunc(these, u.isOf) {
			stay = append(stay, u)
		} else {
			others = append(others, u)
		}
	}
	w.undo = append(stay, others...)
	return w.removeDownTo(len(stay))
}

// GivenFact is a fact of a noun as it was after the last Given sentence, nil where there was none.
func (w *World) GivenFact(n *Noun, name string) any { return w.settled.facts[n].Facts[name] }

// Regive changes a fact of a noun as it was after the last Given sentence, where the case that uses it next must find another value.
func (w *World) Regive(n *Noun, name string, value any) { w.settled.facts[n].Facts[name] = value }

// Lend turns w into the world of another case, which uses the resources that are settled. acted: a request to its server was
// accepted. whole tells whether they are those of all Given sentences of the case; otherwise the rest of the sentences will run. What
// the case before has seen of the server last, a moment ago and after its last request, serves this case, too.
func (w *World) Lend(ctx context.Context, c plan.Case, acted, whole bool) {
	w.from, w.Ctx, w.c, w.acted = w.c.TryID(), ctx, c, acted
	w.lent = w.settled.sentences
	w.resettle(w.settled)
	if !whole {
		w.base, w.settled = w.settled, nil
	}
}

// Acted tells whether a request of an earlier case to the server of this one was accepted.
func (w *World) Acted() bool { return w.acted }

// Rewind turns w into the world of another case with the same Given sentences, after the target was reset to the moment at
// which they had passed. Resources created since are gone, so their removals are dropped.
func (w *World) Rewind(ctx context.Context, c plan.Case) {
	s := w.settled
	if w.from == "" {
		w.from = w.c.TryID()
	}
	w.Ctx, w.c, w.hurry, w.lent = ctx, c, 0, s.sentences
	w.undo = slices.Clone(s.undo)
	w.Moved, w.Other, w.Assigns, w.lasted = maps.Clone(s.moved), s.other, s.assigns, s.lasted
	for w.servers > s.servers {
		w.GiveServerBack()
	}
	w.resettle(s)
	w.LookAnew()
}

// LentBy is the case that created the resources this one uses, "" where it created them itself.
func (w *World) LentBy() string { return w.from }

// Given tells whether the resources that the current sentence would create exist already.
func (w *World) Given() bool { return w.from != "" && w.Kind == stateKind && w.passed <= w.lent }

// noteChange records a request that may change resources.
func (w *World) noteChange(role Role, method string) {
	if w.settled == nil || role == Subject || method == http.MethodGet || method == http.MethodHead {
		return
	}
	if w.trying {
		w.hadTrial = true
	} else {
		w.stirred = true
	}
}

// Trial runs f, which finds out by requests what the target does not show. These are actions of the case's server, which leave it at
// rest and otherwise as it was, and settings that f registers to be undone (CleanUp): Trial undoes them.
func (w *World) Trial(f func() error) error {
	stays := len(w.undo)
	w.trying = true
	defer func() { w.trying = false }()
	if err := f(); err != nil {
		return err
	}
	return w.removeDownTo(stays)
}

// HadTrial tells whether a sentence of the case has sent actions to its server to find something out (Trial).
func (w *World) HadTrial() bool { return w.hadTrial }
