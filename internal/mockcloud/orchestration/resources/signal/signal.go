// Package signal holds the operations that signal resources, with a token or by a signed URL.
package signal

import (
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/orchestration/faults"
	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/kinds"
	"plumbline/internal/mockcloud/orchestration/locks"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/orchestration/work"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Operations holds stack-resources.signal, and signals.deliver for signed URLs. Heat serves signed URLs in its CloudFormation-compatible
// API; the mock serves them with the rest of the API.
func Operations(ts *kind.Types, table locks.Table) pipeline.OperationSet {
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
	return pipeline.OperationSet{Operations: map[string]pipeline.Operation{"stack-resources.signal": signal, "signals.deliver": signal}}
}

// signalling holds the values that the steps of a signal share.
type signalling struct {
	Details  *details `body:""`
	resource *state.StackResource
	dropped  bool
}

// details are the fields of an alarm's signal; other signals can have any content.
type details struct {
	Previous any `json:"previous"`
	Current  any `json:"current"`
	Reason   any `json:"reason"`
	// Hook is the hook that the signal clears.
	Hook body.Opt[any] `json:"unset_hook"`
}

// quiet are the actions during which a resource refuses signals.
var quiet = map[string]bool{record.Suspend: true, record.Delete: true}

// find finds the resource that the path names.
func find(x *pipeline.Exchange, w *signalling) (f *pipeline.Fault) {
	w.resource, f = record.Resource(x)
	return f
}

// dropSignal drops a signal to a locked stack, or to one inside a locked one, and records an event of it.
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

// refuseUnsupported refuses a signal to a resource whose type or state does not support it.
func refuseUnsupported(x *pipeline.Exchange, ts *kind.Types, w *signalling) *pipeline.Fault {
	if w.dropped {
		return nil
	}
	r := w.resource
	switch {
	case quiet[r.Action]:
		record.NoteResource(x, r, r.Action+"_"+r.Status, "Cannot signal resource during "+r.Action)
		return faults.Of(400, "NotSupported", "Signal resource during %s is not supported.", r.Action)
	}
	if w.Details != nil && w.Details.Hook.Given() {
		return refuseHook(x, ts, w)
	}
	if k := ts.Find(record.Stack(x), r.Type, r.Name); k == nil || k.Signal == nil {
		return faults.Of(400, "ResourceActionNotSupported", "signal is not supported for resource.")
	}
	if r.Action == record.Initial {
		return faults.Of(404, "ResourceNotAvailable", "The Resource (%s) is not available.", r.Name)
	}
	return nil
}

// refuseHook refuses to clear what is no hook, or none at which the resource waits.
func refuseHook(x *pipeline.Exchange, ts *kind.Types, w *signalling) *pipeline.Fault {
	r, s, hook := w.resource, record.Stack(x), w.Details.Hook.Or(nil)
	words := ts.Words(s, r)
	if wrong := hot.CheckHook(hook, words); wrong != nil {
		return faults.OfTemplate(wrong)
	}
	if r.Hook == nil || r.Hook.Cleared || r.Hook.Name != hook {
		return faults.Of(400, "InvalidBreakPointHook", `The "%s" hook is not defined on %s`, hook, words)
	}
	return nil
}

// handle lets the resource's type handle a signal. A failure is only recorded as an event: the request itself succeeds.
func handle(x *pipeline.Exchange, ts *kind.Types, w *signalling) {
	if w.dropped {
		return
	}
	s, r := record.Stack(x), w.resource
	if w.Details != nil && w.Details.Hook.Given() {
		work.ClearHook(x, r, "Hook "+r.Hook.Name+" is cleared")
		return
	}
	said, why := ts.Find(s, r.Type, r.Name).Signal(&kind.Task{
		Exchange: x, Types: ts, Stack: s, Resource: r, Details: body.As[kind.Values](x.Body),
	})
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
	record.NoteResource(x, r, "SIGNAL_"+r.Status, reason)
}

// String describes a signal's details in an event.
func (d *details) String() string {
	switch {
	case d == nil:
		return "No signal details provided"
	case d.Previous != nil && d.Current != nil && d.Reason != nil:
		return "alarm state changed from " + hot.Text(d.Previous) + " to " + hot.Text(d.Current) + " (" + hot.Text(d.Reason) + ")"
	}
	return "Unknown"
}
