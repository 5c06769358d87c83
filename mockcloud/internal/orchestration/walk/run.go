package walk

import (
	"time"

	"plumbline/mockcloud/internal/orchestration/kind"
	"plumbline/mockcloud/internal/orchestration/record"
	"plumbline/mockcloud/internal/orchestration/work"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
)

// run is one look at a stack that is being worked on.
type run struct {
	*pipeline.Exchange
	types *kind.Types
	s     *state.Stack
	work  work.Work
	// waiting tells that something is not done yet; if timed, it may be after wait (0: at once).
	waiting, timed bool
	wait           time.Duration
}

func (g *run) timeLimit() time.Duration {
	if g.s.TimeoutMins != nil && *g.s.TimeoutMins > 0 {
		return time.Duration(*g.s.TimeoutMins) * time.Minute
	}
	return mostMinutes * time.Minute
}

// mostMinutes is how long Heat works on a stack that has no time limit of its own.
const mostMinutes = 60

func (g *run) forward() *kind.Failure {
	switch g.work.Action {
	case record.Create, record.Update, record.Delete, record.Rollback, record.Restore, record.Adopt:
		return g.converge()
	}
	return g.actOnEach()
}

// pause notes that the run has to come back, at the latest after what the task says.
func (g *run) pause(t *kind.Task) {
	if wait := quietTime(t); !g.timed || wait < g.wait {
		g.timed, g.wait = true, wait
	}
	g.waiting = true
}

// quietTime is how long nothing will happen to what a task waits for.
func quietTime(t *kind.Task) time.Duration {
	if t.Wait > 0 {
		return t.Wait
	}
	events := state.Events.List(t.Txn, "resource", t.Resource.PhysicalID)
	if len(events) == 0 {
		return patience
	}
	wait := patience
	for _, e := range events {
		if e.Reads > 0 {
			return 0
		}
		wait = min(wait, max(0, e.Due.Sub(t.Now())))
	}
	return wait
}

// patience is how often the engine looks at what it cannot tell when to look at.
const patience = time.Second

// scheduleAgain schedules the same work once more, for what is not ready yet. Looking at a resource counts as
// a read of it: with a lifecycle that waits for reads nobody else would look.
func (g *run) scheduleAgain() {
	for _, r := range state.StackResources.List(g.Txn, "stack", g.s.ID) {
		countRead(g.Exchange, r.PhysicalID)
	}
	if !g.timed {
		g.wait = patience
	}
	if g.wait > 0 {
		g.ScheduleAfter(g.wait, g.Event.Kind, g.s.ID, g.work)
		return
	}
	g.Schedule(g.Event.Kind, g.s.ID, g.work)
}

// countRead counts one read of a resource: events that fall due after so many reads come nearer by one.
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
