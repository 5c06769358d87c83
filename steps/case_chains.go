package steps

import (
	"cmp"
	"slices"
	"sync"

	"plumbline/internal/steps/plan"
	"plumbline/internal/steps/world"
)

// longest is the greatest number of cases in one chain. Longer chains save little more, and keep the last lane
// busy at the end of a run.
const longest = plan.LongestChain

// link is a case's place in a chain: cases that begin with the same Given sentences and run one after the other in one lane. An
// embedded cloud is brought back to the moment at which those sentences had passed; elsewhere a case finds in the stock what the
// one before it has left. Nil is a case in no chain.
type link struct {
	// from receives what the case before has prepared; it is nil for the first case of a chain. to sends it on to the next
	// case; it is nil for the last.
	from, to chan prepared
}

// follows tells whether the case waits for another one before it.
func (l *link) follows() bool { return l != nil && l.from != nil }

// prepared is a lane whose cloud holds the result of the Given sentences. world is nil where they have to be performed anew.
type prepared struct {
	lane  *lane
	world *world.World
	// back resets the lane's cloud and clock to the moment at which the Given sentences had passed.
	back func()
	// told is the number of the last notification that was read until then.
	told int64
}

// linkCases makes the chains: it answers the link of each case by the name of its try. Cases are alike whose beginning is the same
// and not ""; they must follow one another.
func linkCases(cases []plan.Case, beginning func(plan.Case) string) map[string]*link {
	links := map[string]*link{}
	var last *link
	key, length := "", 0
	for _, c := range cases {
		now, l := beginning(c), &link{}
		if now != "" && now == key && length < longest {
			last.to = make(chan prepared, 1)
			l.from = last.to
			length++
		} else {
			length = 1
		}
		links[c.TryID()] = l
		last, key = l, now
	}
	return links
}

// continues waits for the case before in the chain and takes over what it has prepared.
func (p *performance) continues(l *link) {
	found := <-l.from
	p.lane, p.prepared = found.lane, found
}

// rewindLane resets the lane to the moment after its Given sentences, and tells whether it could: they may not have passed.
func (p *performance) rewindLane(c plan.Case) bool {
	found := p.prepared
	if found.world == nil {
		return false
	}
	found.back()
	if feed, numbered := p.lane.target.Feed.(interface{ Rewind(mark int64) }); numbered {
		feed.Rewind(found.told) // the cloud numbers its notifications as it did before
	}
	found.world.Rewind(p.ctx, c)
	p.world = found.world
	return true
}

// settle records what the Given sentences made, and the moment to which the cases that follow reset the cloud.
func (p *performance) settle() {
	p.world.Settle()
	if p.link != nil && p.link.to != nil && p.lane.checkpoint != nil {
		p.prepared = prepared{world: p.world, back: p.lane.checkpoint()}
		if feed, numbered := p.lane.target.Feed.(interface{ Mark() int64 }); numbered {
			p.prepared.told = feed.Mark()
		}
	}
}

// passesOn hands what is prepared to the next case of the chain, and tells whether there is one.
func (p *performance) passesOn() bool {
	return p.link != nil && p.link.to != nil && p.prepared.world != nil && !isInterrupted(p.ctx)
}

// turnOf is a case's position in the order of the log, its link in a chain, and its number in the queue for a lane; queue is nil where
// it waits for no lane, or for no case but the one before it in its chain.
type turnOf struct {
	place  int
	link   *link
	queue  *laneQueue
	number int
}

// laneQueue has cases take lanes in order: the runner begins more cases than there are lanes, and which of them would get a lane that
// becomes free is not settled. A nil queue has no order. It is safe for concurrent use.
type laneQueue struct {
	mu     sync.Mutex
	passed sync.Cond
	next   int
}

func newLaneQueue() *laneQueue {
	q := &laneQueue{}
	q.passed.L = &q.mu
	return q
}

// pass has the case with that number, counted from zero, enter a lane when all cases before it have entered theirs.
func (q *laneQueue) pass(number int, enter func()) {
	if q == nil {
		enter()
		return
	}
	q.mu.Lock()
	for q.next != number {
		q.passed.Wait()
	}
	q.mu.Unlock()
	enter()
	q.mu.Lock()
	q.next++
	q.mu.Unlock()
	q.passed.Broadcast()
}

// chain is a run of cases that follow one another in one lane, and what they take.
type chain struct {
	cases []plan.Case
	// seconds is how long they take together.
	seconds float64
	// kind is the service that has most to do with it: chains of different kinds get in one another's way least.
	kind string
	// share is where the chain stands among those of its kind: the part of their work that comes before it.
	share float64
}

// longChainsFirst orders chains of cases on a shared cloud so that no long one is begun last, when all other lanes have nothing more to
// do: of each kind the long ones first. The kinds are spread over the whole run, so that the lanes do not all wait for one service.
// Cases that run alone keep their place at the end.
func longChainsFirst(cases []plan.Case, terms plan.Terms) []plan.Case {
	beside, alone := splitExclusive(cases)
	chains := chainsOf(beside, terms)
	slices.SortStableFunc(chains, func(a, b chain) int { return cmp.Compare(b.seconds, a.seconds) })
	total, before := map[string]float64{}, map[string]float64{}
	for _, c := range chains {
		total[c.kind] += c.seconds
	}
	for i, c := range chains {
		chains[i].share = before[c.kind] / total[c.kind]
		before[c.kind] += c.seconds
	}
	slices.SortStableFunc(chains, func(a, b chain) int { return cmp.Compare(a.share, b.share) })
	out := make([]plan.Case, 0, len(cases))
	for _, c := range chains {
		out = append(out, c.cases...)
	}
	return append(out, alone...)
}

// chainsOf splits cases into the chains that linkCases makes of them.
func chainsOf(cases []plan.Case, terms plan.Terms) (out []chain) {
	links := linkCases(cases, chained)
	for _, c := range cases {
		m := c.Makes()
		if !links[c.TryID()].follows() {
			out = append(out, chain{kind: kindOf(m), seconds: terms.Making(m)})
		}
		last := &out[len(out)-1]
		last.cases = append(last.cases, c)
		last.seconds += terms.Asking(c)
	}
	return out
}

// kindOf is the kind of a chain by what its cases make.
func kindOf(m plan.Makes) string {
	switch {
	case m.Stacks > 0:
		return "stacks"
	case m.Volumes > 0:
		return "volumes"
	}
	return "servers"
}
