package eventlog

import "fmt"

// Kind names the payload of an event.
type Kind string

// The closed set of kinds.
const (
	KindRunStarted      Kind = "run-started"
	KindRunResumed      Kind = "run-resumed"
	KindTargetDescribed Kind = "target-described"
	KindCasePlanned     Kind = "case-planned"
	KindPlanMade        Kind = "plan-made"
	KindCaseStarted     Kind = "case-started"
	KindGated           Kind = "gated"
	KindStepDone        Kind = "step-done"
	KindExchanged       Kind = "exchanged"
	KindCaseDone        Kind = "case-done"
	KindCleanedUp       Kind = "cleaned-up"
	KindLeaked          Kind = "leaked"
	KindRunEnded        Kind = "run-ended"
)

// Kinds lists every kind in the order in which a run first writes them.
func Kinds() []Kind {
	return []Kind{
		KindRunStarted, KindTargetDescribed, KindCasePlanned, KindPlanMade, KindCaseStarted, KindGated, KindStepDone,
		KindExchanged, KindCaseDone, KindCleanedUp, KindLeaked, KindRunEnded, KindRunResumed,
	}
}

// ParseKind is the inverse of String.
func ParseKind(s string) (Kind, error) {
	for _, k := range Kinds() {
		if string(k) == s {
			return k, nil
		}
	}
	return "", fmt.Errorf("unknown event kind %q", s)
}

func (k Kind) String() string { return string(k) }

func (*RunStarted) kind() Kind      { return KindRunStarted }
func (*RunResumed) kind() Kind      { return KindRunResumed }
func (*TargetDescribed) kind() Kind { return KindTargetDescribed }
func (*CasePlanned) kind() Kind     { return KindCasePlanned }
func (*PlanMade) kind() Kind        { return KindPlanMade }
func (*CaseStarted) kind() Kind     { return KindCaseStarted }
func (*Gated) kind() Kind           { return KindGated }
func (*StepDone) kind() Kind        { return KindStepDone }
func (*Exchanged) kind() Kind       { return KindExchanged }
func (*CaseDone) kind() Kind        { return KindCaseDone }
func (*CleanedUp) kind() Kind       { return KindCleanedUp }
func (*Leaked) kind() Kind          { return KindLeaked }
func (*RunEnded) kind() Kind        { return KindRunEnded }

func (p *RunStarted) attach(e *Event)      { e.RunStarted = p }
func (p *RunResumed) attach(e *Event)      { e.RunResumed = p }
func (p *TargetDescribed) attach(e *Event) { e.TargetDescribed = p }
func (p *CasePlanned) attach(e *Event)     { e.CasePlanned = p }
func (p *PlanMade) attach(e *Event)        { e.PlanMade = p }
func (p *CaseStarted) attach(e *Event)     { e.CaseStarted = p }
func (p *Gated) attach(e *Event)           { e.Gated = p }
func (p *StepDone) attach(e *Event)        { e.StepDone = p }
func (p *Exchanged) attach(e *Event)       { e.Exchanged = p }
func (p *CaseDone) attach(e *Event)        { e.CaseDone = p }
func (p *CleanedUp) attach(e *Event)       { e.CleanedUp = p }
func (p *Leaked) attach(e *Event)          { e.Leaked = p }
func (p *RunEnded) attach(e *Event)        { e.RunEnded = p }

// Payload returns the payload of the event, nil when it has none.
func (e *Event) Payload() Payload {
	all := e.payloads()
	if len(all) == 0 {
		return nil
	}
	return all[0]
}

// payloads collects every payload pointer that is set; the reader requires exactly one.
func (e *Event) payloads() []Payload {
	var out []Payload
	add := func(set bool, p Payload) {
		if set {
			out = append(out, p)
		}
	}
	add(e.RunStarted != nil, e.RunStarted)
	add(e.RunResumed != nil, e.RunResumed)
	add(e.TargetDescribed != nil, e.TargetDescribed)
	add(e.CasePlanned != nil, e.CasePlanned)
	add(e.PlanMade != nil, e.PlanMade)
	add(e.CaseStarted != nil, e.CaseStarted)
	add(e.Gated != nil, e.Gated)
	add(e.StepDone != nil, e.StepDone)
	add(e.Exchanged != nil, e.Exchanged)
	add(e.CaseDone != nil, e.CaseDone)
	add(e.CleanedUp != nil, e.CleanedUp)
	add(e.Leaked != nil, e.Leaked)
	add(e.RunEnded != nil, e.RunEnded)
	return out
}
