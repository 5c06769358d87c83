package world

import (
	"context"
	"time"

	"plumbline/features"
	"plumbline/openapi"
	"plumbline/steps/internal/target"
	"plumbline/steps/plan"
)

// World is the memory and the hands of one case. It is made anew for each case and is not safe for
// concurrent use; what all cases share is in Env.
type World struct {
	env     *Env
	Ctx     context.Context
	c       plan.Case
	nouns   map[string]*Noun
	undo    []undo
	subject *Exchange
	before  *Exchange
	Kind    features.Kind
	// Assigns tells that the case holds the turn to assign hypervisors.
	Assigns bool
	// unanswered tells that the last request got no answer.
	unanswered bool
	// hurry bounds the clean-up, zero for the time-out of its name.
	hurry time.Duration
	// Moved are the zones that the case has put hosts into, other the host that servers do not come up on by themselves.
	Moved map[string]string
	Other *target.Place
	// servers counts those of the case that are alive.
	servers int
	// Unharmed tells that the case's request was refused, and that a look at the server before and after it found nothing changed.
	Unharmed bool
	// settled is what the Given sentences made, from the case that made it.
	// lasted tells of what passes by itself, nil where nothing does (Passes).
	lasted  func() bool
	settled *afterGiven
	from    string
}

const stateKind = features.State

// New makes the world of a case.
func New(ctx context.Context, env *Env, c plan.Case) *World {
	w := &World{}
	w.Begin(ctx, env, c)
	return w
}

// Begin makes w the world of a case; whatever it held is forgotten. Sentences are registered on a World
// before it is known which case it will serve.
func (w *World) Begin(ctx context.Context, env *Env, c plan.Case) {
	*w = World{env: env, Ctx: ctx, c: c, nouns: map[string]*Noun{}}
}

// Forget lets go of all that the case saw. The runner keeps the sentences of every case, and with them the World,
// until the last case has run.
func (w *World) Forget() { *w = World{} }

// Unanswered tells whether the case's last request got no answer at all.
func (w *World) Unanswered() bool { return w.unanswered }

// BeginStep tells the kind of the sentence that runs next.
func (w *World) BeginStep(kind features.Kind) { w.Kind = kind }

// Observing tells whether a Then sentence runs.
func (w *World) Observing() bool { return w.Kind == features.Observation }

// Context is the case's context; it ends when the run is interrupted.
func (w *World) Context() context.Context { return w.Ctx }

// Case is what is being run.
func (w *World) Case() plan.Case { return w.c }

// Profile is the profile of the run.
func (w *World) Profile() openapi.Profile { return w.env.Profile }

// Env is what all cases share.
func (w *World) Env() *Env { return w.env }

// Max is the newest microversion that the target offers within the run's bounds.
func (w *World) Max() openapi.Version { return w.env.Max }

// Newest is the smaller of a wanted microversion and Max, as text: what set-up asks for.
func (w *World) Newest(wanted string) string {
	if v := openapi.MustVersion(wanted); v.Less(w.env.Max) {
		return wanted
	}
	return w.env.Max.String()
}

// Passes says that what the Given sentences brought the case to ends by itself, and how it is known afterwards that it had
// not ended before the subject exchange was judged.
func (w *World) Passes(lasted func() bool) { w.lasted = lasted }

// Lasted tells whether what passes by itself is known to have lasted until the subject exchange was judged; ok is false where
// nothing of the case passes.
func (w *World) Lasted() (proven, ok bool) {
	if w.lasted == nil || w.subject == nil {
		return false, false
	}
	return w.lasted(), true
}
