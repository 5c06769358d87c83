package pipeline

import (
	"fmt"
	"math"
	"runtime/debug"
	"slices"

	"plumbline/internal/mockcloud/journal"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
	"plumbline/mockcloud/clock"
)

// mostEvents bounds how many events run at once: work that schedules itself for now would go on for ever.
const mostEvents = 100000

// FindNextDue finds out from the records when the next event is due. Whoever changes events other than by
// Exchange.Later and Exchange.After calls it after the commit.
func (e *Env) FindNextDue() {
	e.settle.Lock()
	defer e.settle.Unlock()
	x := e.Store.Read()
	due := int64(math.MaxInt64)
	if ev := state.Events.Next(x); ev != nil {
		due = ev.Due.UnixNano()
	}
	e.reads.Store(int64(state.Events.Waiting(x)))
	e.due.Store(due)
}

// RunDue does all work that is due. Each piece of it is a transaction of its own; work that it
// schedules for now is done as well.
func (e *Env) RunDue() {
	if e.nothingDue() {
		return
	}
	e.running.Lock()
	defer e.running.Unlock()
	for range mostEvents {
		if e.nothingDue() || !e.runNext() {
			return
		}
	}
}

func (e *Env) nothingDue() bool {
	due := e.due.Load()
	return due == math.MaxInt64 || due > e.Clock.Now().UnixNano()
}

// runNext does the piece of work that is due first; false when there is none.
func (e *Env) runNext() bool {
	defer e.FindNextDue()
	txn := e.Store.Write()
	defer txn.Abort()
	ev := state.Events.Next(txn)
	if ev == nil || ev.Due.After(e.Clock.Now()) {
		return false
	}
	e.performEvent(txn, ev)
	if err := txn.Commit(); err != nil {
		e.journalFault("", ev, alarm(err))
		return false
	}
	return true
}

// performEvent does a piece of work on the transaction. What it wrote before it failed is undone.
func (e *Env) performEvent(txn *state.Txn, ev *state.Event) {
	state.Events.Delete(txn, ev.Serial)
	a, known := e.async[ev.Kind]
	if !known {
		e.journalFault("", ev, "work "+ev.Kind+" has no behaviour")
		return
	}
	save := txn.Save()
	f := e.attempt(txn, ev, a, func(x *Exchange) *Fault {
		if f := x.ruleFault(ev.Kind, ""); f != nil {
			return f
		}
		return runSteps(x, ev.Kind, a.Steps)
	})
	if f == nil {
		return
	}
	txn.RollBackTo(save)
	if a.Failed == nil {
		return
	}
	save = txn.Save()
	if e.attempt(txn, ev, a, func(x *Exchange) *Fault { a.Failed(x, f); return nil }) != nil {
		txn.RollBackTo(save)
	}
}

// performScheduled does the work that an accepted request has scheduled for at once, in the request's own transaction
// and after its answer has been rendered: nobody can tell that from the work being done just before the next
// request, but it is one transaction instead of two. Fault rules may have delays, which must not hold the answer up.
func (e *Env) performScheduled(txn *state.Txn) {
	if !txn.Scheduled() || e.Lifecycle != (clock.Lifecycle{}) || e.Faults.Any() {
		return
	}
	for range mostEvents {
		ev := state.Events.Next(txn)
		if ev == nil || ev.Due.After(e.Clock.Now()) {
			return
		}
		e.performEvent(txn, ev)
	}
}

// attempt runs work on a transaction; a panic is a fault and a loud journal entry.
func (e *Env) attempt(txn *state.Txn, ev *state.Event, a asyncOf, work func(*Exchange) *Fault) (f *Fault) {
	x := &Exchange{
		Env: e, Txn: txn, Event: ev, RequestID: ev.RequestID, service: a.service, Service: a.service.Name,
		Caller: &Caller{UserID: ev.UserID, ProjectID: ev.ProjectID, Roles: ev.Roles}, due: ev.Due,
	}
	defer func() {
		if p := recover(); p != nil {
			e.journalFault(a.service.Name, ev, "panic: "+fmt.Sprint(p)+"\n"+string(debug.Stack()))
			f = &Fault{Status: 500, Message: fmt.Sprint(p), Bug: true}
		}
	}()
	return work(x)
}

// readsOf is the work that waits for reads of a resource, or of what is read with it.
func (e *Env) readsOf(txn *state.Txn, resource string) []*state.Event {
	out := slices.Clone(state.Events.List(txn, "reads", resource))
	for _, with := range e.readWith {
		for _, id := range with(txn, resource) {
			out = append(out, state.Events.List(txn, "reads", id)...)
		}
	}
	return out
}

// journalFault journals what went wrong with work that was due.
func (e *Env) journalFault(service openapi.Service, ev *state.Event, message string) {
	e.Journal.Complain(journal.Work{Service: service, Kind: ev.Kind, Resource: ev.Resource, RequestID: ev.RequestID, UserID: ev.UserID},
		message)
}

// read counts a read of the resources that the exchange's path names (of all, when it names none) for
// work that waits for reads.
func (e *Env) read(x *Exchange) {
	if e.reads.Load() == 0 || x.Operation == nil {
		return
	}
	txn := e.Store.Write()
	defer txn.Abort()
	var waiting []*state.Event
	if len(x.Params) == 0 {
		for ev := range state.Events.All(txn) {
			if ev.Reads > 0 {
				waiting = append(waiting, ev)
			}
		}
	}
	for _, p := range x.Params {
		waiting = append(waiting, e.readsOf(txn, p.Value)...)
	}
	for _, ev := range waiting {
		next := *ev
		if next.Reads--; next.Reads == 0 {
			next.Due = e.Clock.Now()
		}
		state.Events.Insert(txn, &next)
	}
	if err := txn.Commit(); err != nil {
		e.journalFault(x.Service, waiting[0], alarm(err))
		return
	}
	e.FindNextDue()
}
