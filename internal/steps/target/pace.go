package target

import (
	"net/http"
	"slices"
	"sync"
	"time"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/plan"
	"plumbline/internal/steps/wire"
)

// mostReads is how many reads are timed: those of the beginning, while no case runs.
const mostReads = 64

// pace times the first reads of compute, and has the time of a server. It is safe for concurrent use.
type pace struct {
	mu    sync.Mutex
	reads []time.Duration
	boot  time.Duration
	// crowded are reads that were sent at once, of which reads has none.
	crowded  []time.Duration
	together bool
}

func (p *pace) took(n wire.Note, method string, d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case n.Service != openapi.Compute || method != http.MethodGet:
	case p.together:
		p.crowded = append(p.crowded, d)
	case len(p.reads) < mostReads:
		p.reads = append(p.reads, d)
	}
}

// Together times the reads that f sends as reads that are under way at once.
func (t *Target) Together(f func() error) error {
	set := func(is bool) {
		t.pace.mu.Lock()
		defer t.pace.mu.Unlock()
		t.pace.together = is
	}
	set(true)
	defer set(false)
	return f()
}

// ServerTook notes how long a server took from the request for it until it was gone again.
func (t *Target) ServerTook(d time.Duration) {
	t.pace.mu.Lock()
	defer t.pace.mu.Unlock()
	t.pace.boot = d
}

// Pace is how quick the cloud was so far: the medians of its reads, alone and at once, and the time of a server.
func (t *Target) Pace() plan.Pace {
	t.pace.mu.Lock()
	defer t.pace.mu.Unlock()
	out := plan.Pace{Boot: t.pace.boot}
	out.Request, out.Crowded = median(t.pace.reads), median(t.pace.crowded)
	return out
}

// median is the one in the middle, 0 of none.
func median(all []time.Duration) time.Duration {
	if len(all) == 0 {
		return 0
	}
	return slices.Sorted(slices.Values(all))[len(all)/2]
}
