package world

import (
	"slices"
	"sync"
	"time"
)

// The waits between two looks: they begin short, for work that is done in no time, and grow.
const (
	firstPause = 50 * time.Millisecond
	longPause  = 2 * time.Second
	// steppedPause is the first one where waiting moves the clock of an embedded mock: each look costs, the wait nothing.
	steppedPause = 250 * time.Millisecond
	// steppedHead is what passes before the first look there: work that nothing holds up is then done.
	steppedHead = 250 * time.Millisecond
)

// pace remembers how long things took, by what was waited for: looking again and again at what is known
// to take two seconds only slows the cloud down.
type pace struct {
	mu   sync.Mutex
	took map[string]*experience
}

// experience is how the last waits for one thing went.
type experience struct {
	// last are their lengths, oldest first.
	last []time.Duration
	// looks is how often was looked in the last wait that had no head.
	looks int
}

// remembered is how many waits count: of those, the shortest, so that one slow thing does not hold up all after it.
const remembered = 3

// longHead is the longest wait before a first look.
const longHead = 5 * time.Second

// head is how long to wait before looking for the first time: most of what it took lately.
func (p *pace) head(what string) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	known := p.took[what]
	if known == nil || len(known.last) == 0 {
		return 0
	}
	head := min(slices.Min(known.last)*3/4, longHead)
	if head < firstPause {
		return 0
	}
	return head
}

// pauseAfter is the first pause between two looks: a part of what was waited before the first.
func pauseAfter(head time.Duration) time.Duration { return max(firstPause, head/6) }

// learn takes a wait into account: how long it waited for a first look, how long in all, and how often it looked.
func (p *pace) learn(what string, head, took time.Duration, looks int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.took == nil {
		p.took = map[string]*experience{}
	}
	known := p.took[what]
	if known == nil {
		known = &experience{}
		p.took[what] = known
	}
	switch {
	case head == 0:
		known.looks = looks
	case looks == 1:
		took = head / 2 // it may have been done long before the first look
	case looks >= known.looks:
		known.last = nil // the head saved nothing: what is waited for counts looks, not time
		return
	}
	known.last = append(known.last, took)
	known.last = known.last[max(0, len(known.last)-remembered):]
}
