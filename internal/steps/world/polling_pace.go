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

// remembered is the number of waits that count. The shortest of them decides, so that one slow wait does not delay all that follow.
const remembered = 3

// longHead is the longest wait before the first look.
const longHead = 5 * time.Second

// head is the wait before the first look: most of the time that recent waits took.
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

// pauseAfter is the pause after the first look: a fraction of the head.
func pauseAfter(head time.Duration) time.Duration { return max(firstPause, head/6) }

// lookShare is how many times as long as a look the pause after it is, up to longPause: a cloud that takes long to answer is busy with
// what is waited for, and is not to be kept busy with looks.
const lookShare = 3

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
		took = head / 2 // the state may have been reached long before the first look
	case looks >= known.looks:
		known.last = nil // the head saved no looks: the state depends on the number of looks, not on time
		return
	}
	known.last = append(known.last, took)
	known.last = known.last[max(0, len(known.last)-remembered):]
}
