package pipeline

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"plumbline/internal/openapi"
)

// operationFault answers the fault that fault rules set for the operation as a whole. It is called once, before the transaction
// is opened, so that a delay does not block other requests.
func (x *Exchange) operationFault() *Fault {
	if x.ruled || x.Txn != nil && !x.inner {
		return nil
	}
	x.ruled = true
	return x.ruleFault(x.Operation.ID, "")
}

// FaultAt answers the fault that a fault rule wants at a place of the exchange's work, or operation, that is no step
// of it: something that is done otherwise instead of not at all. It is nil without such a rule.
func (x *Exchange) FaultAt(place string) *Fault {
	name := ""
	switch {
	case x.Event != nil:
		name = x.Event.Kind
	case x.Operation != nil:
		name = x.Operation.ID
	}
	return x.ruleFault(name, place)
}

// ruleFault answers the fault that a rule wants at a step of an operation, nil for none. A delay is waited for.
func (x *Exchange) ruleFault(operation, step string) *Fault {
	if !x.Env.Faults.Any() {
		return nil
	}
	rule, hit := x.Env.Faults.Match(operation, step, x.isAbout)
	if !hit {
		return nil
	}
	x.rules = append(x.rules, rule.ID)
	if rule.Delay > 0 {
		x.wait(time.Duration(rule.Delay))
	}
	if rule.Status == 0 {
		return nil
	}
	f := Refuse(rule.Status, "%s", cmp.Or(rule.Message, "A fault rule says so."))
	f.Ruled = true
	return f
}

// Concerned is implemented by records of a request's path that belong to other resources: a fault rule of a step may name these.
type Concerned interface {
	// Concerns tells whether the record belongs to the resource with that id.
	Concerns(id string) bool
}

// isAbout tells whether the exchange is about a resource: its path names it, what was found by the path belongs to it, or the work
// that is due is on it.
func (x *Exchange) isAbout(resource string) bool {
	if x.Event != nil {
		return x.Event.Resource == resource
	}
	if found, ok := x.subject.(Concerned); ok && found.Concerns(resource) {
		return true
	}
	return slices.ContainsFunc(x.Params, func(p openapi.Param) bool { return strings.EqualFold(p.Value, resource) })
}

// wait sleeps, but no longer than the client does.
func (x *Exchange) wait(d time.Duration) {
	if x.Request == nil {
		time.Sleep(d)
		return
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-x.Request.Context().Done():
	}
}
