package steps

import (
	"plumbline/steps/internal/world"
	"plumbline/steps/plan"
)

// longest is how many cases follow one another on what the first of them has prepared. More of them save hardly anything, and
// keep the last lane waiting at the end of a run.
const longest = 24

// link is a case's place in a chain: cases that begin with the same Given sentences and run one after the other in one lane,
// whose cloud is brought back to the moment at which those sentences had passed. Nil is a case in no chain.
type link struct {
	// from brings what the case before hands over, nil for the first of a chain; to takes what this one does, nil for the last.
	from, to chan prepared
}

// follows tells whether a case waits for the one before it.
func (l *link) follows() bool { return l != nil && l.from != nil }

// prepared is a lane, with what the first case of a chain has prepared in it; world is nil where it has to be prepared anew.
type prepared struct {
	lane  *lane
	world *world.World
	// back brings the lane's cloud and clock back to the moment at which the Given sentences had passed.
	back func()
}

// linkCases says where each case hands over to the next, by the name of its try. The cases are in an order in which those that
// begin alike follow one another.
func linkCases(cases []plan.Case) map[string]*link {
	links := map[string]*link{}
	var last *link
	key, length := "", 0
	for _, c := range cases {
		now, l := givenSentences(c), &link{}
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

// continues waits for what the case before has prepared, and begins from there.
func (p *performance) continues(l *link) {
	found := <-l.from
	p.lane, p.prepared = found.lane, found
}

// rewindLane brings the lane back to where its Given sentences had passed, and tells whether they have.
func (p *performance) rewindLane(c plan.Case) bool {
	found := p.prepared
	if found.world == nil {
		return false
	}
	found.back()
	if feed, numbered := p.lane.target.Feed.(interface{ Forget() }); numbered {
		feed.Forget() // the cloud numbers its notifications as it did before
	}
	found.world.Rewind(p.ctx, c)
	p.world = found.world
	return true
}

// settle remembers what the Given sentences made, and the moment for the cases that follow.
func (p *performance) settle() {
	p.world.Settle()
	if p.link != nil && p.link.to != nil && p.lane.checkpoint != nil {
		p.prepared = prepared{world: p.world, back: p.lane.checkpoint()}
	}
}

// passesOn leaves what is prepared to the next case of the chain.
func (p *performance) passesOn() bool {
	return p.link != nil && p.link.to != nil && p.prepared.world != nil && !isInterrupted(p.ctx)
}

// turnOf is a case's place in the order of the log, and in its chain.
type turnOf struct {
	place int
	link  *link
}
