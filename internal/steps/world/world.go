package world

import (
	"context"
	"time"

	"plumbline/internal/features"
	"plumbline/internal/openapi"
	"plumbline/internal/steps/plan"
	"plumbline/internal/steps/target"
)

// World is the state of one case. It is made anew for each case and is not safe for concurrent use; Env is shared by all cases.
type World struct {
	env     *Env
	Ctx     context.Context
	c       plan.Case
	nouns   map[string]*Noun
	undo    []undo
	subject *Exchange
	before  *Exchange
	changes []*Exchange
	Kind    features.Kind
	// Assigns: the case holds the lock Env.Assigning.
	Assigns bool
	// unanswered: the last request got no answer.
	unanswered bool
	// hurry bounds the clean-up; zero is the time-out of its name.
	hurry time.Duration
	// Moved are the hosts whose zone the case has changed, with their new zones; Other is the host for fixtures.OtherHost.
	Moved map[string]string
	Other *target.Place
	// servers counts the servers of the case that exist.
	servers int
	// Unharmed: the case's request was refused, and the server was compared before and after it without a difference.
	Unharmed bool
	// settled is the state after the Given sentences, of the case that ran them; base that after the first of them (SettleBase).
	// lasted tells whether work under way lasted; nil where none matters (Passes).
	lasted        func() bool
	settled, base *afterGiven
	// stirred: a request other than the subject exchange was sent since settled that may have changed a resource.
	stirred bool
	// hadTrial: such requests were sent by Trial only, which goes on while trying.
	hadTrial, trying bool
	// spent is why its servers serve no other case.
	spent string
	// byProgram: a client program sent the case's request.
	byProgram bool
	// from is the case that ran the first lent sentences of this one; passed counts the sentences that began.
	from         string
	lent, passed int
	// acted: see Acted.
	acted bool
	// looks are the last looks at servers; waiting: a wait is going on (lookedAlready). acting: the sentence that began last may change
	// a server by other ways than requests of the case.
	looks   map[string]lastLook
	waiting bool
	acting  bool
	// tidying: what set-up usually does is done after the case (Tidy).
	tidying bool
}

const stateKind = features.State

// New makes the world of a case.
func New(ctx context.Context, env *Env, c plan.Case) *World {
	w := &World{}
	w.Begin(ctx, env, c)
	return w
}

// Begin resets w to the world of a case. Sentences are registered on a World before it is known which case it will serve.
func (w *World) Begin(ctx context.Context, env *Env, c plan.Case) {
	*w = World{env: env, Ctx: ctx, c: c, nouns: map[string]*Noun{}}
}

// Forget drops everything that the case holds. The runner keeps the sentences of every case, and with them the World,
// until the last case has run.
func (w *World) Forget() { *w = World{} }

// Unanswered tells whether the case's last request got no answer.
func (w *World) Unanswered() bool { return w.unanswered }

// BeginStep sets the kind of the sentence that runs next, and its number, which counts from one.
func (w *World) BeginStep(kind features.Kind, number int) {
	if w.acting {
		w.LookAnew() // its function may have changed a server by other ways than requests of the case
	}
	w.Kind, w.passed = kind, number
	w.acting = kind != features.Observation && !w.Given()
}

// Observing tells whether a Then sentence is running.
func (w *World) Observing() bool { return w.Kind == features.Observation }

// Context is the case's context; it ends when the run is interrupted.
func (w *World) Context() context.Context { return w.Ctx }

// Case is the case that is running.
func (w *World) Case() plan.Case { return w.c }

// Profile is the profile of the run.
func (w *World) Profile() openapi.Profile { return w.env.Profile }

// Env is what all cases share.
func (w *World) Env() *Env { return w.env }

// Max is the newest microversion that the target offers within the run's bounds.
func (w *World) Max() openapi.Version { return w.env.Max }

// Newest is the smaller of a microversion and Max, as text: the one that set-up requests have.
func (w *World) Newest(wanted string) string {
	if v := openapi.MustVersion(wanted); v.Less(w.env.Max) {
		return wanted
	}
	return w.env.Max.String()
}

// Passes says that the state which the Given sentences prepared ends by itself. lasted tells afterwards whether the state
// had not ended before the subject exchange was judged.
func (w *World) Passes(lasted func() bool) { w.lasted = lasted }

// Lasted tells whether that state is known to have lasted until the subject exchange was judged; ok is false
// where Passes was not called.
func (w *World) Lasted() (proven, ok bool) {
	if w.lasted == nil || w.subject == nil {
		return false, false
	}
	return w.lasted(), true
}
