package orchestration

import (
	"plumbline/mockcloud/internal/orchestration/hot"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// quiet are the actions during which a resource takes no signals.
var quiet = map[string]bool{suspend: true, remove: true}

func (h *heat) signalOperations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{
		"stack-resources.signal": {
			Steps: []pipeline.Step{
				{Name: "find the resource", Run: findResource},
				{Name: "drop what a locked stack ignores", Requirements: []string{"LCK-45", "LCK-47", "LCK-62"}, Run: h.drop},
				{Name: "refuse what cannot be signalled", Run: h.deaf},
				{Name: "handle the signal", Requirements: []string{"LCK-45", "LCK-46"}, Run: h.handle},
			},
			Answer: null,
		},
	}
}

// findResource puts the resource that the path names into the operation's hands.
func findResource(x *pipeline.Exchange) *pipeline.Fault {
	r, f := resourceOf(x)
	if f != nil {
		return f
	}
	*pipeline.Work[signalling](x) = signalling{resource: r}
	return nil
}

// signalling is a signal on its way.
type signalling struct {
	resource *state.StackResource
	dropped  bool
}

// drop lets go of a signal to a locked stack, or one inside a locked one; an event says so.
func (h *heat) drop(x *pipeline.Exchange) *pipeline.Fault {
	s, w := stackOf(x), pipeline.Work[signalling](x)
	around := heldAround(x, s)
	if h.cells[[2]string{statusOf(s), "signal"}] == drops {
		around = s
	}
	if around == nil {
		return nil
	}
	w.dropped = true
	noteResource(x, w.resource, "SIGNAL_COMPLETE", "Signal dropped: stack "+around.Name+" is "+statusOf(around))
	return nil
}

func (h *heat) deaf(x *pipeline.Exchange) *pipeline.Fault {
	w := pipeline.Work[signalling](x)
	if w.dropped {
		return nil
	}
	r := w.resource
	switch {
	case r.Action == initial:
		return fault(404, "ResourceNotAvailable", "The Resource (%s) is not available.", r.Name)
	case quiet[r.Action]:
		noteResource(x, r, r.Action+"_"+r.Status, "Cannot signal resource during "+r.Action)
		return fault(400, "NotSupported", "Signal resource during %s is not supported.", r.Action)
	}
	if k := h.kindOf(stackOf(x), r.Type); k == nil || k.signal == nil {
		return fault(400, "ResourceActionNotSupported", "signal is not supported for resource.")
	}
	return nil
}

// handle has the resource act on a signal. What goes wrong in that is an event: the answer has been given.
func (h *heat) handle(x *pipeline.Exchange) *pipeline.Fault {
	s, w := stackOf(x), pipeline.Work[signalling](x)
	if w.dropped {
		return nil
	}
	r := w.resource
	t := &task{Exchange: x, h: h, s: s, r: r}
	said, why := h.kindOf(s, r.Type).signal(t, x.Body)
	if why == nothingToDo {
		return nil
	}
	reason := spoken(x.Body)
	if said != "" {
		reason = "Signal: " + said
	}
	if why != nil {
		reason = why.String()
	}
	noteResource(x, r, "SIGNAL_COMPLETE", reason)
	return nil
}

// spoken is what an event says of a signal's details.
func spoken(details any) string {
	switch d := details.(type) {
	case nil:
		return "No signal details provided"
	case string:
		return d
	case map[string]any:
		if d["previous"] != nil && d["current"] != nil && d["reason"] != nil {
			return "alarm state changed from " + hot.Text(d["previous"]) + " to " + hot.Text(d["current"]) + " (" + hot.Text(d["reason"]) + ")"
		}
	}
	return "Unknown"
}
