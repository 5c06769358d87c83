package packs

import (
	"plumbline/internal/reports/eventlog"
)

// Pack is the recording of a run.
type Pack struct {
	Header Header
	// Cases are sorted by id.
	Cases []Case
}

// Case is one case of the run.
type Case struct {
	Case string `json:"case"`
	// Outcome is pass, fail or error; empty where the case did not run.
	Outcome string `json:"outcome,omitempty"`
	// Gate is the reason why it did not run.
	Gate string `json:"gate,omitempty"`
	// Exchanges have no values that differ from run to run.
	Exchanges []eventlog.Exchange `json:"exchanges,omitempty"`
}

// Events is the pack as an event log, without a chain and times.
func (p *Pack) Events() []eventlog.Event {
	h := &p.Header
	out := []eventlog.Event{
		{RunStarted: &eventlog.RunStarted{Tool: h.Tool, Profile: h.Profile, Digests: h.Digests, Selection: h.Selection}},
		{TargetDescribed: &eventlog.TargetDescribed{Name: "pack " + h.Name, Kind: "real", Services: h.Services}},
	}
	for i := range p.Cases {
		out = append(out, p.Cases[i].events()...)
	}
	return append(out, eventlog.Event{RunEnded: &eventlog.RunEnded{}})
}

func (c *Case) events() []eventlog.Event {
	if c.Outcome == "" {
		return []eventlog.Event{{Gated: &eventlog.Gated{Case: c.Case, Reason: c.Gate}}}
	}
	out := []eventlog.Event{{CaseStarted: &eventlog.CaseStarted{CaseInfo: eventlog.CaseInfo{Case: c.Case}}}}
	for _, x := range c.Exchanges {
		out = append(out, eventlog.Event{Exchanged: &eventlog.Exchanged{Case: c.Case, Exchange: x}})
	}
	return append(out, eventlog.Event{CaseDone: &eventlog.CaseDone{Case: c.Case, Outcome: c.Outcome}})
}
