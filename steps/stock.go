package steps

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"plumbline/features"
	"plumbline/steps/internal/world"
	"plumbline/steps/plan"
	"plumbline/steps/sentences/audit"
)

// stock keeps what refused cases leave as they found it, for the next case that begins with the same Given sentences: a
// refusal proves that it changed nothing, so that its server is as good as a new one. It is safe for concurrent use.
type stock struct {
	mu sync.Mutex
	// kept are in the order in which they came, most at most.
	kept []stocked
	most int
	// wanted tells whether a case waits until it may create a server.
	wanted func() bool
}

type stocked struct {
	key   string
	world *world.World
	// before is what the case saw of it before its request.
	before *audit.Look
}

// newStock keeps as many servers idle as the bound allows beside one that is in use; what needs another one has the oldest
// removed (makeRoom). Without a bound it keeps two for each job.
func newStock(jobs int, env *world.Env) *stock {
	s := &stock{most: 2 * jobs, wanted: env.ServersWanted}
	if env.MaxServers > 0 {
		s.most = min(s.most, env.MaxServers-1)
	}
	env.MakeRoom = s.makeRoom
	return s
}

// makeRoom removes what has been kept the longest, and answers false where nothing is.
func (s *stock) makeRoom() bool {
	s.mu.Lock()
	if len(s.kept) == 0 {
		s.mu.Unlock()
		return false
	}
	oldest := s.kept[0].world
	s.kept = slices.Delete(s.kept, 0, 1)
	s.mu.Unlock()
	_ = oldest.Close() // what cannot be removed, the leak check finds
	return true
}

// givenSentences is what a case begins with: its Given sentences, word by word. It is empty where the case has none, or has one
// again after its request.
func givenSentences(c plan.Case) string {
	var b strings.Builder
	given := true
	for _, s := range c.Steps {
		if s.Kind != features.State {
			given = false
			continue
		}
		if !given {
			return ""
		}
		b.WriteString(s.Text)
		b.WriteByte('\n')
		for _, row := range s.Table {
			b.WriteString(strings.Join(row, "|") + "\n")
		}
		if s.DocString != nil {
			b.WriteString(s.DocString.Content + "\n")
		}
	}
	return b.String()
}

// lendable is what a case begins with whose cloud others use as well: empty where nothing may run beside it, either.
func lendable(c plan.Case) string {
	if c.Exclusive {
		return ""
	}
	return givenSentences(c)
}

// groupAlike brings cases that begin alike next to one another, where the first of them stands, so that they find what the one
// before left; the others keep their order.
func groupAlike(cases []plan.Case, beginning func(plan.Case) string) []plan.Case {
	place := map[string]int{}
	at := make([]int, len(cases))
	for i, c := range cases {
		at[i] = i
		key := beginning(c)
		if key == "" {
			continue
		}
		if _, seen := place[key]; !seen {
			place[key] = i
		}
		at[i] = place[key]
	}
	order := make([]int, len(cases))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(at[a], at[b]) })
	out := make([]plan.Case, len(cases))
	for i, from := range order {
		out[i] = cases[from]
	}
	return out
}

// takeWorld answers a world that holds what the case begins with, looked at once more; nil where there is none.
func (s *stock) takeWorld(ctx context.Context, c plan.Case) *world.World {
	key := lendable(c)
	if s == nil || key == "" {
		return nil
	}
	s.mu.Lock()
	at := slices.IndexFunc(s.kept, func(k stocked) bool { return k.key == key })
	if at < 0 {
		s.mu.Unlock()
		return nil
	}
	found := s.kept[at]
	s.kept = slices.Delete(s.kept, at, at+1)
	s.mu.Unlock()
	found.world.Lend(ctx, c)
	if checkUnchanged(found) != nil {
		_ = found.world.Close() // what cannot be removed, the leak check finds
		return nil
	}
	return found.world
}

func checkUnchanged(s stocked) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = asError(p)
		}
	}()
	return audit.AsItWas(s.world, s.before)
}

// keepWorld takes the world of a case that ended well, or answers false: then it is to be closed. What no longer fits is
// handed back to be closed.
func (s *stock) keepWorld(c plan.Case, w *world.World) (kept bool, over *world.World) {
	before := audit.LookedBefore(w)
	if s == nil || s.most <= 0 || before == nil || lendable(c) == "" || !w.Lendable() {
		return false, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.wanted() {
		return false, nil
	}
	s.kept = append(s.kept, stocked{lendable(c), w, before})
	if len(s.kept) > s.most {
		over = s.kept[0].world
		s.kept = slices.Delete(s.kept, 0, 1)
	}
	return true, over
}

// empty answers all that is kept, to be closed.
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

// emptyStock removes what is kept; briefly where the run ends because the cloud is gone.
func (r *run) emptyStock(ctx context.Context) {
	var gone *outage
	for _, w := range r.stock.empty() {
		if errors.As(context.Cause(ctx), &gone) {
			w.LimitCleanup(outageCleanUp)
		}
		r.remove(w)
	}
}
