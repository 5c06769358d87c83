package pipeline

// Struck answers the fault that a fault rule wants at a place of the exchange's work, or operation, that is no step
// of it: something that is done otherwise instead of not at all. It is nil without such a rule.
func (x *Exchange) Struck(place string) *Fault {
	name := ""
	switch {
	case x.Event != nil:
		name = x.Event.Kind
	case x.Operation != nil:
		name = x.Operation.ID
	}
	return x.Env.Faults.strike(x, name, place)
}
