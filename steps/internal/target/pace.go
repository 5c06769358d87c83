package target

import (
	"net/http"
	"slices"
	"sync"
	"time"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/plan"
	"plumbline/steps/internal/wire"
)

// mostReads is how many reads are timed: those of the beginning, while no case runs.
const mostReads = 64

// pace times the first reads of compute, and has the time of a server. It is safe for concurrent use.
type pace struct {
	mu    sync.Mutex
	reads []time.Duration
	boot  time.Duration
}

func (p *pace) took(n wire.Note, method string, d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n.Service == openapi.Compute && method == http.MethodGet && len(p.reads) < mostReads {
		p.reads = append(p.reads, d)
	}
}

// ServerTook notes how long a server took from the request for it until it was gone again.
func (t *Target) ServerTook(d time.Duration) {
	t.pace.mu.Lock()
	defer t.pace.mu.Unlock()
	t.pace.boot = d
}

// Pace is how quick the cloud was so far: the median of its reads, and the time of a server.
func (t *Target) Pace() plan.Pace {
	t.pace.mu.Lock()
	defer t.pace.mu.Unlock()
	out := plan.Pace{Boot: t.pace.boot}
	if len(t.pace.reads) > 0 {
		out.Request = slices.Sorted(slices.Values(t.pace.reads))[len(t.pace.reads)/2]
	}
	return out
}
