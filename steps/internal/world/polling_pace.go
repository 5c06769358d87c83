package world

import (
	"slices"
	"sync"
	"time"
)

// The pauses between two looks: short at first, for work that ends at once, then longer.
const (
	firstPause = 50 * time.Millisecond
	longPause  = 2 * time.Second
	// steppedPause is the first pause where waiting moves the clock of an embedded mock: there a look costs time, a pause none.
	steppedPause = 250 * time.Millisecond
	// steppedHead passes before the first look there: work without a delay is done by then.
	steppedHead = 250 * time.Millisecond
)

// pace remembers how long waits took, by what was waited for: repeated requests during the two seconds that something is
// known to take only slow the cloud down.
type pace struct {
	mu   sync.Mutex
	took map[string]*waitHistory
}

// waitHistory is the length of the latest waits for one thing.
type waitHistory struct {
	// last are the lengths, oldest first.
	last []time.Duration
	// looks is the number of looks in the latest wait without a head.
	looks int
}

const (
	// remembered is the number of waits that count.
	remembered = 5
	// longHead is the longest wait before the first look.
	longHead = 2 * time.Minute
)

// head is the wait before the first look: as long as recent waits took. Of five the second shortest decides: one slow wait does not
// delay all that follow, and one quick wait does not have all that follow look too often.
func (p *pace) head(what string) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	known := p.took[what]
	if known == nil || len(known.last) == 0 {
		return 0
	}
	took := slices.Sorted(slices.Values(known.last))
	head := min(took[max(0, len(took)-remembered+1)], longHead)
	if head < 2*firstPause {
		return 0
	}
	return head
}

// pauseAfter is the pause after the first look: a fraction of the head.
func pauseAfter(head time.Duration) time.Duration { return max(firstPause, head/5) }

// longestPause is the longest pause between two looks: what takes long to end may be noticed a little later.
func longestPause(head time.Duration) time.Duration { return max(longPause, head/5) }

// learn records a wait: the wait before its first look, its whole length, and the number of looks.
func (p *pace) learn(what string, head, took time.Duration, looks int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.took == nil {
		p.took = map[string]*waitHistory{}
	}
	known := p.took[what]
	if known == nil {
		known = &waitHistory{}
		p.took[what] = known
	}
	switch {
	case head == 0:
		known.looks = looks
	case looks == 1:
		took = head * 4 / 5 // the state may have been reached long before the first look
	case looks >= known.looks:
		known.last = nil // the head saved no looks: the state depends on the number of looks, not on time
		return
	}
	known.last = append(known.last, took)
	known.last = known.last[max(0, len(known.last)-remembered):]
}
