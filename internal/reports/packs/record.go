package packs

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"plumbline/internal/reports/eventlog"
)

// About describes the cloud with what the log does not state.
type About struct {
	// Name is the recorder's name of the cloud.
	Name string
	// Policy is new or legacy.
	Policy string
}

// Record makes a pack of the event log of a run against a cloud. A log without a target, without a case that ran, or of an
// interrupted run is an error: a pack must have the whole selection.
func Record(events []eventlog.Event, about About) (*Pack, error) {
	run, err := gather(events)
	if err != nil {
		return nil, err
	}
	v := newVeil()
	v.learnMounts(run.target)
	for _, c := range run.cases {
		for _, x := range c.exchanges {
			v.rememberNames(x.ResponseBody)
		}
	}
	p := &Pack{Header: Header{
		Format: Format, Name: about.Name, Tool: run.started.Tool, Profile: run.started.Profile, Policy: about.Policy,
		Selection: run.started.Selection, Digests: eventlog.Digests{
			Features:  run.started.Digests.Features,
			Documents: run.started.Digests.Documents,
		},
	}}
	for _, s := range run.target.Services {
		p.Header.Services = append(p.Header.Services,
			eventlog.Service{Type: s.Type, Endpoint: v.url(s.Endpoint), Min: s.Min, Max: s.Max, Status: s.Status})
	}
	for _, c := range run.cases {
		kept := Case{Case: c.id, Outcome: c.outcome, Gate: v.text(c.gate)}
		for _, x := range c.exchanges {
			kept.Exchanges = append(kept.Exchanges, v.exchange(x))
		}
		p.Cases = append(p.Cases, kept)
	}
	p.count()
	return p, nil
}

func (p *Pack) count() {
	h := &p.Header
	h.Ran, h.Gated, h.Exchanges = 0, 0, 0
	for _, c := range p.Cases {
		if c.Outcome == "" {
			h.Gated++
			continue
		}
		h.Ran++
		h.Exchanges += len(c.Exchanges)
	}
}

// run is a log sorted by case.
type run struct {
	started *eventlog.RunStarted
	target  *eventlog.TargetDescribed
	cases   []*gathered
}

type gathered struct {
	id, outcome, gate string
	exchanges         []*eventlog.Exchanged
}

// gather sorts a log by case. Of a case that was started again, only the last start counts.
func gather(events []eventlog.Event) (*run, error) {
	r, byID, whole := &run{}, map[string]*gathered{}, false
	of := func(id string) *gathered {
		if byID[id] == nil {
			byID[id] = &gathered{id: id}
			r.cases = append(r.cases, byID[id])
		}
		return byID[id]
	}
	for _, e := range events {
		switch {
		case e.RunStarted != nil && r.started == nil:
			r.started = e.RunStarted
		case e.TargetDescribed != nil:
			r.target = e.TargetDescribed
		case e.CaseStarted != nil:
			*of(e.CaseStarted.Case) = gathered{id: e.CaseStarted.Case}
		case e.Gated != nil:
			of(e.Gated.Case).gate = e.Gated.Reason
		case e.CaseDone != nil:
			of(e.CaseDone.Case).outcome = e.CaseDone.Outcome
		case e.Exchanged != nil && e.Exchanged.Case != "" && e.Exchanged.Method != eventlog.ProgramRun && e.Exchanged.Error == "":
			c := of(e.Exchanged.Case)
			c.exchanges = append(c.exchanges, e.Exchanged)
		case e.RunEnded != nil:
			whole = !e.RunEnded.Interrupted
		}
	}
	switch {
	case r.started == nil || r.target == nil:
		return nil, errors.New("the log does not say what was run against what: record from the report of a run")
	case !whole:
		return nil, errors.New("the run was interrupted: finish it (certify --resume), then record")
	case r.target.Kind == "":
		return nil, errors.New("the log does not say what kind of target it was")
	}
	r.cases = slices.DeleteFunc(r.cases, func(c *gathered) bool { return c.outcome == "" && c.gate == "" })
	if !slices.ContainsFunc(r.cases, func(c *gathered) bool { return c.outcome != "" }) {
		return nil, fmt.Errorf("no case ran on %s: there is nothing to record", r.target.Name)
	}
	slices.SortFunc(r.cases, func(a, b *gathered) int { return cmp.Compare(a.id, b.id) })
	return r, nil
}

// Headers that are kept: those of answers on which clients rely, and those of requests that affect the answer.
var (
	keptRequest  = []string{"Accept", "Content-Type", "Openstack-Api-Version", "X-Openstack-Nova-Api-Version"}
	keptResponse = []string{
		"Allow", "Content-Type", "Location", "Openstack-Api-Version", "Retry-After", "Vary", "Www-Authenticate", "X-Compute-Request-Id",
		"X-Openstack-Nova-Api-Version", "X-Openstack-Request-Id", "X-Subject-Token",
	}
)

func (v *veil) exchange(x *eventlog.Exchanged) eventlog.Exchange {
	out := x.Exchange
	out.URL = v.url(x.URL)
	out.RequestHeader, out.RequestBody = v.headers(x.RequestHeader, keptRequest), v.body(x.RequestBody)
	out.ResponseHeader, out.ResponseBody = v.headers(x.ResponseHeader, keptResponse), v.body(x.ResponseBody)
	return out
}

func (v *veil) headers(h http.Header, kept []string) http.Header {
	out := http.Header{}
	for _, name := range kept {
		for _, value := range h[name] {
			switch name {
			case "X-Subject-Token":
				value = redacted
			case "Location":
				value = v.url(value)
			case "X-Compute-Request-Id", "X-Openstack-Request-Id", "Www-Authenticate":
				value = v.text(value)
			}
			out[name] = append(out[name], value)
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}
