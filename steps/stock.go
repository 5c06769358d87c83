package steps

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"

	"plumbline/steps/internal/world"
	"plumbline/steps/plan"
	"plumbline/steps/sentences/audit"
)

// stock keeps the servers of cases whose request was refused, for the next case with the same Given sentences: a refused
// request changed nothing, so that such a server is as good as a new one. It is safe for concurrent use.
type stock struct {
	mu sync.Mutex
	// kept are the worlds with such servers, oldest first, at most most.
	kept []stocked
	most int
	// wanted tells whether a case waits for permission to create a server.
	wanted func() bool
}

type stocked struct {
	key   string
	world *world.World
	// before is the state of the server and volumes before the case's request.
	before *audit.Look
}

// newStock makes a stock that keeps as many unused servers as the bound allows beside one in use; a case that needs another
// server has the oldest removed (makeRoom). Without a bound it keeps two for each job.
func newStock(jobs int, env *world.Env) *stock {
	s := &stock{most: 2 * jobs, wanted: env.ServersWanted}
	if env.MaxServers > 0 {
		s.most = min(s.most, env.MaxServers-1)
	}
	env.MakeRoom = s.makeRoom
	return s
}

// makeRoom removes the oldest kept server, and answers false where there is none.
func (s *stock) makeRoom() bool {
	s.mu.Lock()
	if len(s.kept) == 0 {
		s.mu.Unlock()
		return false
	}
	oldest := s.kept[0].world
	s.kept = slices.Delete(s.kept, 0, 1)
	s.mu.Unlock()
	_ = oldest.Close() // the leak check finds what is left
	return true
}

// lendable is the beginning of a case on a shared cloud: "" for exclusive cases, too.
func lendable(c plan.Case) string {
	if c.Exclusive {
		return ""
	}
	return c.Beginning()
}

// groupAlike moves cases with the same beginning behind the first of them, so that they can use its resources; the
// other cases keep their order.
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

// refusedFirst moves, among neighbours with the same beginning, those that expect a refusal to the front: they leave their
// servers to one another, and the last of them to those whose request is accepted.
func refusedFirst(cases []plan.Case) []plan.Case {
	for from := 0; from < len(cases); {
		key, to := lendable(cases[from]), from+1
		for key != "" && to < len(cases) && lendable(cases[to]) == key {
			to++
		}
		slices.SortStableFunc(cases[from:to], func(a, b plan.Case) int {
			switch {
			case a.Refused() == b.Refused():
				return 0
			case a.Refused():
				return -1
			default:
				return 1
			}
		})
		from = to
	}
	return cases
}

// takeWorld answers a world with the resources of the case's Given sentences, after it has checked them; nil where there is none.
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
		_ = found.world.Close() // the leak check finds what is left
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

// keepWorld keeps the world of a case that passed, or answers false: the caller then closes it. over is a world that no
// longer has room and that the caller closes.
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
		if errors.As(context.Cause(ctx), &gone) {
			w.LimitCleanup(outageCleanUp)
		}
		r.remove(w)
	}
}
