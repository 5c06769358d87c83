package world

import (
	"context"
	"errors"
	"fmt"

	"plumbline/internal/steps/target"
)

// FaultRule makes a mock fail; see target.FaultRule.
type FaultRule = target.FaultRule

// AddFault makes the target fail as a rule says, until the case ends. It needs @needs:fault-rules. A rule without a resource is refused:
// it would strike the cases that run at the same time.
func (w *World) AddFault(r FaultRule) error {
	if r.Resource == "" {
		return fmt.Errorf("a fault rule for %s names no resource: it would strike other cases", r.Operation)
	}
	control := w.env.Target.Control
	if control == nil {
		return errors.New("the target cannot be told to fail")
	}
	id, err := control.AddFault(w.Ctx, r)
	if err != nil {
		return err
	}
	w.CleanUp("fault rule", id, r.Operation, func(ctx context.Context) error { return control.RemoveFault(ctx, id) })
	return nil
}
