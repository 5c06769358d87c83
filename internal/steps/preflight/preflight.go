// Package preflight describes a run in advance: what the target offers and what its operator claims, what each actor may
// do, what is missing and which requirements that affects, how many resources will be created at most, which scenarios
// disturb others, and how long it takes. It is a pure function of the probes' results; the command plan prints it, and
// certify prints it first.
package preflight

import (
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/steps/plan"
	"plumbline/internal/steps/target"
)

// Input are the facts known before a run.
type Input struct {
	Target *eventlog.TargetDescribed
	Facts  plan.Facts
	Cases  []plan.Case
	Claims Claims
	// Uses are the images and the flavor.
	Uses target.Resources
	// MaxServers, Jobs and Repeat bound the run.
	MaxServers, Jobs, Repeat int
	// Terms are how long a server takes, and whether cases share.
	Terms plan.Terms
}

// Table is the whole description. Lists are sorted; the same input gives the same bytes.
type Table struct {
	Target       string             `json:"target"`
	Kind         string             `json:"kind"`
	Profile      string             `json:"profile"`
	Microversion string             `json:"compute_microversions"`
	Services     []eventlog.Service `json:"services"`
	Capabilities []Capability       `json:"capabilities"`
	// Contradictions are sentences about claimed or advertised capabilities that were not observed, or the other way round.
	Contradictions []string  `json:"contradictions"`
	Actors         []Actor   `json:"actors"`
	Missing        []Missing `json:"missing"`
	Creates        Creates   `json:"creates_at_most"`
	Disturbs       []string  `json:"disturbs_others"`
	Runs           int       `json:"cases_that_run"`
	Cases          int       `json:"cases"`
	// Price is an estimate, Minutes the part of it that older readers know.
	Price   Price `json:"price_roughly"`
	Minutes int   `json:"minutes_roughly"`
}

// Actor describes one actor: how it is obtained and what it is for.
type Actor struct {
	Name  string `json:"name"`
	Ready bool   `json:"ready"`
	How   string `json:"how"`
	May   string `json:"may"`
}

// MakeTable makes the table.
func MakeTable(in Input) Table {
	t := Table{
		Target: in.Target.Name, Kind: in.Target.Kind, Profile: string(in.Facts.Profile),
		Microversion: in.Facts.Min.String() + " to " + in.Facts.Max.String(),
		Services:     append([]eventlog.Service{}, in.Target.Services...),
		Missing:      missing(in.Cases), Creates: creates(in), Disturbs: disturbingScenarios(in.Cases), Cases: len(in.Cases),
	}
	t.Capabilities, t.Contradictions = capabilities(in)
	for _, a := range in.Target.Actors {
		t.Actors = append(t.Actors, Actor{Name: a.Name, Ready: a.Ready, How: a.How + a.Reason, May: describePersona(a.Name, in.Facts)})
	}
	for _, c := range in.Cases {
		if c.Gate == nil {
			t.Runs++
		}
	}
	t.Price = price(in)
	t.Minutes = t.Price.Minutes
	return t
}

// describePersona says what an actor is for; what a reader may do depends on the policy that a probe found.
func describePersona(name string, f plan.Facts) string {
	switch name {
	case "admin":
		return "everything: hosts, zones, services, other projects"
	case "manager":
		return "manage the project"
	case "member", "member2":
		return "create and change in the project"
	case "reader":
		switch {
		case f.Capabilities[target.LegacyPolicy].Present:
			return "read, and write as well: policy defaults of before 2023.1"
		case f.Capabilities[target.NewPolicy].Present:
			return "read only: policy defaults since 2023.1"
		}
		return "read; whether it may write is found out when the run begins"
	case "outsider":
		return "create and change in another project"
	case "service":
		return "what services do for one another"
	case "outsider-admin":
		return "everything, from another project"
	case "system-admin":
		return "administer without a project"
	case "system-reader":
		return "read without a project"
	case "nobody":
		return "nothing: no token"
	}
	return ""
}
