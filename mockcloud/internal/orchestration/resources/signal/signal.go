// Package signal signals resources, with a token or by a signed URL.
package signal

import (
	"plumbline/mockcloud/internal/orchestration/faults"
	"plumbline/mockcloud/internal/orchestration/hot"
	"plumbline/mockcloud/internal/orchestration/kind"
	"plumbline/mockcloud/internal/orchestration/kinds"
	"plumbline/mockcloud/internal/orchestration/locks"
	"plumbline/mockcloud/internal/orchestration/record"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
)

// Room is stack-resources.signal, and signals.deliver: what a signed URL leads to. Heat has that in the API that is
// compatible with another cloud's; the mock has it beside its own.
func Room(ts *kind.Types, table locks.Table) pipeline.Room {
	signal := pipeline.OperationOf[signalling]{
		Steps: []pipeline.StepOf[signalling]{
			{Name: "find the resource", Run: find},
			{
				Name: "drop what a locked stack ignores", Requirements: []string{"LCK-45", "LCK-47", "LCK-62"},
				Run: func(x *pipeline.Exchange, w *signalling) *pipeline.Fault { dropSignal(x, table, w); return nil },
			},
			{Name: "refuse what cannot be signalled", Run: func(x *pipeline.Exchange,
				w *signalling,
			) *pipeline.Fault {
				return refuseUnsupported(x, ts, w)
			}},
			{
				Name: "handle the signal", Requirements: []string{"LCK-45", "LCK-46"},
				Run: func(x *pipeline.Exchange, w *signalling) *pipeline.Fault { handle(x, ts, w); return nil },
			},
		},
		Answer: record.NullOf[signalling],
	}.Operation()
	return pipeline.Room{Operations: map[string]pipeline.Operation{"stack-resources.signal": signal, "signals.deliver": signal}}
}

// signalling is a signal on its way.
type signalling struct {
	Details  *details `body:""`
	resource *state.StackResource
	dropped  bool
}

// details are what an alarm says; other signals say what they like.
type details struct {
	Previous any `json:"previous"`
	Current  any `json:"current"`
	Reason   any `json:"reason"`
}

// quiet are the actions during which a resource takes no signals.
var quiet = map[string]bool{record.Suspend: true, record.Delete: true}

// find puts the resource that the path names into the operation's hands.
func find(x *pipeline.Exchange, w *signalling) (f *pipeline.Fault) {
	w.resource, f = record.Resource(x)
	return f
}

// dropSignal lets go of a signal to a locked stack, or one inside a locked one; an event says so.
func dropSignal(x *pipeline.Exchange, table locks.Table, w *signalling) {
	s := record.Stack(x)
	around := record.HeldAround(x, s)
	if table.DropsSignals(s) {
		around = s
	}
	if around == nil {
		return
	}
	w.dropped = true
	record.NoteResource(x, w.resource, "SIGNAL_COMPLETE", "Signal dropped: stack "+around.Name+" is "+record.Status(around))
}

// refuseUnsupported refuses a signal to a resource that takes none, or none now.
func refuseUnsupported(x *pipeline.Exchange, ts *kind.Types, w *signalling) *pipeline.Fault {
	if w.dropped {
		return nil
	}
	r := w.resource
	switch {
	case r.Action == record.Initial:
		return faults.Of(404, "ResourceNotAvailable", "The Resource (%s) is not available.", r.Name)
	case quiet[r.Action]:
		record.NoteResource(x, r, r.Action+"_"+r.Status, "Cannot signal resource during "+r.Action)
		return faults.Of(400, "NotSupported", "Signal resource during %s is not supported.", r.Action)
	}
	if k := ts.Find(record.Stack(x), r.Type); k == nil || k.Signal == nil {
		return faults.Of(400, "ResourceActionNotSupported", "signal is not supported for resource.")
	}
	return nil
}

// handle has the resource act on a signal. What goes wrong in that is an event: the answer has been given.
func handle(x *pipeline.Exchange, ts *kind.Types, w *signalling) {
	if w.dropped {
		return
	}
	s, r := record.Stack(x), w.resource
	said, why := ts.Find(s, r.Type).Signal(&kind.Task{Exchange: x, Types: ts, Stack: s, Resource: r})
	if why == kinds.NothingToDo {
		return
	}
	reason := w.Details.String()
	if said != "" {
		reason = "Signal: " + said
	}
	if why != nil {
		reason = why.String()
	}
	record.NoteResource(x, r, "SIGNAL_COMPLETE", reason)
}

// String is what an event says of a signal's details.
func (d *details) String() string {
	switch {
	case d == nil:
		return "No signal details provided"
	case d.Previous != nil && d.Current != nil && d.Reason != nil:
		return "alarm state changed from " + hot.Text(d.Previous) + " to " + hot.Text(d.Current) + " (" + hot.Text(d.Reason) + ")"
	}
	return "Unknown"
}
