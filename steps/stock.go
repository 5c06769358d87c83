package steps

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"

	"plumbline/internal/steps/lending"
	"plumbline/internal/steps/plan"
	"plumbline/internal/steps/world"
)

// stock keeps the servers of cases for the next case with the same Given sentences. A read and a refused request changed nothing, so
// that such a server is as good as a new one; after an accepted one it is brought back to what it was, where that can be seen. It is
// safe for concurrent use.
type stock struct {
	mu sync.Mutex
	// due counts the cases of each beginning, and of each base of beginnings, that have not begun; readers are those among them that
	// read the past of their server.
	due, readers map[string]int
	// kept are the worlds with such servers, oldest first, at most most.
	kept []stocked
	most int
	// wanted tells whether a case waits for permission to create a server.
	wanted func() bool
}

// stocked is a world with the resources of some Given sentences, its key.
type stocked struct {
	key   string
	world *world.World
	// look is the state of the server and volumes.
	look *lending.Look
	// base is the state after the first of the sentences, where more follow.
	base *lending.Look
	// acted: a request to the server was accepted, which its records show.
	acted bool
	// next is the lane whose next case begins alike, and is about to begin; nil where there is none, or it has begun.
	next *lane
}

// newStock makes a stock for the cases. It keeps as many unused servers as the bound allows beside one in use; a case that needs
// another server has the oldest removed (makeRoom). Without a bound it keeps two for each job.
func newStock(jobs int, env *world.Env, cases []plan.Case) *stock {
	s := &stock{
		most: 2 * jobs, wanted: env.ServersWanted, due: map[string]int{}, readers: map[string]int{},
	}
	if env.MaxServers > 0 {
		s.most = min(s.most, env.MaxServers-1)
	}
	for _, c := range cases {
		s.count(c, 1)
	}
	env.MakeRoom = s.makeRoom
	return s
}

// count adds n to the cases that are due with the beginning of a case, and with the first sentences of it.
func (s *stock) count(c plan.Case, n int) {
	for _, key := range keysOf(c).all() {
		s.due[key] += n
		if c.ReadsThePast() {
			s.readers[key] += n
		}
	}
}

// makeRoom removes the oldest kept server that no case is about to use, and answers false where there is none.
func (s *stock) makeRoom() bool {
	s.mu.Lock()
	at := slices.IndexFunc(s.kept, func(k stocked) bool { return k.next == nil })
	if at < 0 {
		s.mu.Unlock()
		return false
	}
	oldest := s.kept[at].world
	oldest.Spend(serverWanted)
	s.kept = slices.Delete(s.kept, at, at+1)
	s.mu.Unlock()
	_ = oldest.Close() // the leak check finds what is left
	return true
}

// begun notes that the next case of a lane has begun: what it does not take may be removed.
func (s *stock) begun(l *lane) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.kept {
		if s.kept[i].next == l {
			s.kept[i].next = nil
		}
	}
}

// takeWorld answers a world with the resources of the case's Given sentences, or of the first of them, after it has checked them;
// nil where there is none. The case is no longer due. seen are the states of it that are known.
func (s *stock) takeWorld(ctx context.Context, c plan.Case) (w *world.World, seen looks) {
	if s == nil {
		return nil, looks{}
	}
	keys := keysOf(c)
	found, ok := s.take(c, keys)
	if !ok {
		return nil, looks{}
	}
	whole := found.key == keys.whole
	found.world.Lend(ctx, c, found.acted, whole)
	if err := checkUnchanged(found, whole); err != nil {
		found.world.Spend(err.Error())
		_ = found.world.Close() // the leak check finds what is left
		return nil, looks{}
	}
	switch {
	case !whole:
		return found.world, looks{base: found.look}
	case len(found.world.Nouns("server")) > 1:
		return found.world, looks{base: found.base, several: found.look}
	}
	return found.world, looks{base: found.base}
}

// take takes a kept world for the case off the stock: rather one with the resources of its whole beginning.
func (s *stock) take(c plan.Case, keys stockKeys) (stocked, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.count(c, -1)
	for _, wanted := range keys.all() {
		at := slices.IndexFunc(s.kept, func(k stocked) bool { return k.key == wanted && !(k.acted && c.ReadsThePast()) })
		if at >= 0 {
			found := s.kept[at]
			s.kept = slices.Delete(s.kept, at, at+1)
			return found, true
		}
	}
	return stocked{}, false
}

func checkUnchanged(s stocked, whole bool) (err error) {
	defer recoverTo(&err)
	return lending.AsItWas(s.world, s.look, whole)
}

// recoverTo turns a panic into an error.
func recoverTo(err *error) {
	if p := recover(); p != nil {
		*err = asError(p)
	}
}

// baseWanted tells whether a case is due that begins with those sentences of this one that have run, up to its server.
func (s *stock) baseWanted(c plan.Case, ran int) bool {
	if s == nil {
		return false
	}
	keys := keysOf(c)
	if _, sentences := c.Base(); sentences != ran || keys.base == "" || keys.base == keys.whole {
		return false
	}
	return s.anyDue(keys.base)
}

// looks are states that a case has seen of its world: after the first of its Given sentences, and, where these made several servers, after
// all of them. Each is nil where it is not known.
type looks struct{ base, several *lending.Look }

// lookAtSeveral answers the state of the servers of a case that has several, where a case is due that could use them; otherwise nil.
func (s *stock) lookAtSeveral(c plan.Case, w *world.World) *lending.Look {
	if s == nil || len(w.Nouns("server")) < 2 || !s.anyDue(keysOf(c).whole) {
		return nil
	}
	return lookOrNil(w)
}

// anyDue tells whether a case is due with that key.
func (s *stock) anyDue(key string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.due[key] > 0
}

// lookOrNil answers the state of a world, nil where it cannot be seen.
func lookOrNil(w *world.World) (look *lending.Look) {
	var err error
	defer func() {
		if err != nil {
			look = nil
		}
	}()
	defer recoverTo(&err)
	look, err = lending.LookNow(w)
	return look
}

// settleBase remembers what the first Given sentences made, and answers the state of it; nil where nobody knows.
func settleBase(w *world.World) *lending.Look {
	w.SettleBase()
	return lookOrNil(w)
}

// Why servers serve no other case, as the log says it; lending.Hides and lending.Restore have other reasons.
const (
	noCaseLeft    = "no case was left that begins so"
	serverWanted  = "another case waited for a server of its own"
	unknownDoings = "what its case has done is not known"
	caseNotPassed = "its case did not pass"
	runWasOver    = "the run was over"
)

// keepWorld keeps the world of a case that passed, or answers why it does not: the caller then closes it. seen are the states
// that it has seen. next is the lane whose next case begins alike, nil where there is none. over is a world
// that no longer has room and that the caller closes.
func (s *stock) keepWorld(c plan.Case, w *world.World, seen looks, next *lane) (why string, over *world.World) {
	if s == nil || s.most <= 0 || len(keysOf(c).all()) == 0 {
		return noCaseLeft, nil
	}
	if !w.ActedKnown() {
		return unknownDoings, nil
	}
	acted := w.Acted() || w.HadTrial() || len(w.ActionsSince(false)) > 0
	look := cmp.Or(seen.several, lending.LookedBefore(w))
	found := stocked{key: keysOf(c).whole, world: w, look: look, base: seen.base, acted: acted, next: next}
	if found.look == nil && w.OnlyRead() && w.ChangedNothing() && w.Lendable() && s.notDue(found.key, found) == "" {
		found.look = lending.LookAfter(w)
	}
	if why := s.bringBack(c, &found); why != "" {
		return why, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept = append(s.kept, found)
	if at := slices.IndexFunc(s.kept, func(k stocked) bool { return k.next == nil }); at >= 0 && len(s.kept) > s.most {
		over = s.kept[at].world
		over.Spend(serverWanted)
		s.kept = slices.Delete(s.kept, at, at+1)
	}
	return "", over
}

// bringBack brings a world back to its state before the case's request, or, where that cannot be or only cases with the same first
// sentences are due, to its state after those. It answers why nobody could use it, or it could not be brought back; "" where it was.
func (s *stock) bringBack(c plan.Case, found *stocked) (why string) {
	w, key, base := found.world, found.key, keysOf(c).base
	why = noCaseLeft
	if key != "" && w.Lendable() && found.look != nil {
		if why = s.notDue(key, *found); why == "" && w.ChangedNothing() {
			return ""
		}
		if why == "" {
			why = restore(found, found.look, lending.Goal{AnyZone: key == base})
		}
	}
	if why == "" || found.base == nil || !w.BaseLendable() {
		return why
	}
	was := found.base
	found.acted = found.acted || len(w.ActionsSince(true)) > 0
	if notDue := s.notDue(base, *found); notDue != "" {
		return cmp.Or(why, notDue)
	}
	found.key, found.base = base, nil
	return restore(found, was, lending.Goal{Strip: true, StripFirst: c.Exclusive, AnyZone: true})
}

// notDue answers "" where a case that is due could use a world under that key, and no case waits for permission to create a server, unless
// the next case of the lane is such a case: it would have to create one, too. Otherwise it says what is so.
func (s *stock) notDue(key string, w stocked) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	due := s.due[key]
	if w.acted {
		due -= s.readers[key]
	}
	switch {
	case due <= 0:
		return noCaseLeft
	case w.next == nil && s.wanted():
		return serverWanted
	}
	return ""
}

// restore brings the server of a world back to what it was, and answers why it could not; "" where it did.
func restore(s *stocked, was *lending.Look, to lending.Goal) string {
	if hides := lending.Hides(s.world, was, to.Strip); hides != "" {
		return hides
	}
	var err error
	func() {
		defer recoverTo(&err)
		s.look, err = lending.Restore(s.world, was, to)
	}()
	if err != nil {
		return err.Error()
	}
	return ""
}

// empty removes all worlds from the stock and answers them, for the caller to close.
func (s *stock) empty() []*world.World {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []*world.World
	for _, k := range s.kept {
		out = append(out, k.world)
	}
	s.kept = nil
	return out
}

// emptyStock removes the kept resources; it takes little time where the run ends because the cloud no longer answers.
func (r *run) emptyStock(ctx context.Context) {
	var gone *outage
	for _, w := range r.stock.empty() {
		w.Spend(runWasOver)
		if errors.As(context.Cause(ctx), &gone) {
			w.LimitCleanup(outageCleanUp)
		}
		r.remove(w)
	}
}
