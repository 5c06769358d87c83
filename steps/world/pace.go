package world

import (
	"sync"
	"time"
)

// pace remembers how long things took, by what was waited for: looking again and again at what is known
// to take two seconds only slows the cloud down.
type pace struct {
	mu   sync.Mutex
	took map[string]time.Duration
}

// longHead is the longest wait before a first look.
const longHead = 5 * time.Second

// head is how long to wait before looking for the first time: most of what it took lately, and a first pause
// where it was not done at the first look.
func (p *pace) head(what string) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	took := p.took[what]
	if took < firstPause {
		return 0
	}
	return min(max(took*3/4, firstPause), longHead)
}

// learn takes the last time into account, and the ones before a little less each time.
func (p *pace) learn(what string, took time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.took == nil {
		p.took = map[string]time.Duration{}
	}
	if before, known := p.took[what]; known {
		took = (before + took) / 2
	}
	p.took[what] = took
}
