package walk

import (
	"time"

	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/orchestration/work"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// run is one run of the engine over a stack with an action in progress.
type run struct {
	*pipeline.Exchange
	types *kind.Types
	s     *state.Stack
	work  work.Work
	// waiting tells that something is not done yet; if timed, the next run is after wait (0: at once).
	waiting, timed bool
	wait           time.Duration
}

func (g *run) timeLimit() time.Duration {
	if g.s.TimeoutMins != nil && *g.s.TimeoutMins > 0 {
		return time.Duration(min(*g.s.TimeoutMins, longest)) * time.Minute
	}
	return mostMinutes * time.Minute
}

const (
	// mostMinutes is the time limit (minutes) of actions on a stack without a limit of its own.
	mostMinutes = 60
	// longest is the longest limit (minutes) that is told from none: a time.Duration holds no more than 292 years.
	longest = 1 << 27
)

func (g *run) forward() *kind.Failure {
	switch g.work.Action {
	case record.Create, record.Update, record.Delete, record.Rollback, record.Restore, record.Adopt:
		return g.converge()
	}
	return g.actOnEach()
}

// cancelEach ends what resources are waiting for when the time of their stack is over.
func (g *run) cancelEach() {
	for _, r := range state.StackResources.List(g.Txn, "stack", g.s.ID) {
		if k := g.kindOf(r); k.Cancels != nil && r.Status == record.InProgress {
			k.Cancels(&kind.Task{Exchange: g.Exchange, Types: g.types, Stack: g.s, Resource: r})
		}
	}
}

// pause notes that another run is needed, at the latest after the task's quiet time.
func (g *run) pause(t *kind.Task) {
	if wait := quietTime(t); !g.timed || wait < g.wait {
		g.timed, g.wait = true, wait
	}
	g.waiting = true
}

// quietTime is the time for which nothing will happen to what a task waits for.
func quietTime(t *kind.Task) time.Duration {
	if t.Wait > 0 {
		return t.Wait
	}
	events := state.Events.List(t.Txn, "resource", t.Resource.PhysicalID)
	if len(events) == 0 {
		return pollInterval
	}
	wait := pollInterval
	for _, e := range events {
		if e.Reads > 0 {
			return 0
		}
		wait = min(wait, max(0, e.Due.Sub(t.Now())))
	}
	return wait
}

// pollInterval is the interval between runs when the time of the next change is unknown.
const pollInterval = time.Second

// scheduleAgain schedules another run. A run counts as a read of the stack's resources: otherwise, with a lifecycle that counts
// reads, they would never change.
func (g *run) scheduleAgain() {
	for _, r := range state.StackResources.List(g.Txn, "stack", g.s.ID) {
		countRead(g.Exchange, r.PhysicalID)
	}
	if !g.timed {
		g.wait = pollInterval
	}
	if g.wait >= pollInterval {
		g.wait += g.Late() // what it missed when nobody asked for long need not be made up for
	}
	if g.wait > 0 {
		g.ScheduleAfter(g.wait, g.Event.Kind, g.s.ID, g.work)
		return
	}
	g.Schedule(g.Event.Kind, g.s.ID, g.work)
}

// countRead counts one read of a resource for scheduled work that is due after a number of reads.
func countRead(x *pipeline.Exchange, physicalID string) {
	if physicalID == "" {
		return
	}
	for _, e := range state.Events.List(x.Txn, "reads", physicalID) {
		nearer := *e
		if nearer.Reads--; nearer.Reads == 0 {
			nearer.Due = x.Now()
		}
		state.Events.Insert(x.Txn, &nearer)
	}
}
