// Package walk is the engine: it carries out an action on a stack's resources in several runs until the action is done.
package walk

import (
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/orchestration/work"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Operations holds the scheduled work on stacks.
func Operations(ts *kind.Types) pipeline.OperationSet {
	going := pipeline.AsyncOf[work.Work]{
		Steps: []pipeline.StepOf[work.Work]{{Name: "go on with each resource", Run: func(x *pipeline.Exchange, w *work.Work) *pipeline.Fault {
			advance(x, ts, *w)
			return nil
		}}},
		Failed: func(x *pipeline.Exchange, w *work.Work, f *pipeline.Fault) { gaveUp(x, ts, w, f) },
	}.Async()
	all := map[string]pipeline.Async{}
	for _, name := range work.Names() {
		all[name] = going
	}
	return pipeline.OperationSet{Async: all}
}

// advance continues the action on a stack as far as is possible now.
func advance(x *pipeline.Exchange, ts *kind.Types, w work.Work) {
	s := record.Stack(x)
	if s == nil || s.Pass != w.Pass || s.Status != record.InProgress {
		return
	}
	x.Caller, x.Root = &w.Caller, w.Root
	g := &run{Exchange: x, types: ts, s: s, work: w}
	if limit := g.timeLimit(); x.Now().Sub(s.Since) >= limit {
		g.timeOutHooks()
		g.cancelEach()
		endAction(x, ts, s, w, &kind.Failure{Text: "Timed out"})
		return
	}
	why := g.forward()
	switch {
	case why != nil:
		endAction(x, ts, state.Stacks.Get(x.Txn, s.ID), w, why)
	case g.waiting:
		g.scheduleAgain()
	default:
		endAction(x, ts, state.Stacks.Get(x.Txn, s.ID), w, nil)
	}
}

// gaveUp ends the action of a stack whose work failed by a fault rule or a bug.
func gaveUp(x *pipeline.Exchange, ts *kind.Types, w *work.Work, f *pipeline.Fault) {
	x.Caller, x.Root = &w.Caller, w.Root
	if s := record.Stack(x); s != nil && s.Pass == w.Pass {
		endAction(x, ts, s, *w, &kind.Failure{Text: f.Message})
	}
}
