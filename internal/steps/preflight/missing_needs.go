package preflight

import (
	"cmp"
	"slices"
	"strings"

	"plumbline/internal/steps/plan"
	"plumbline/internal/steps/target"
)

// Missing is one thing that keeps rows from running, with the rows and requirements that it affects.
type Missing struct {
	// What is a capability, "actor reader", "compute 2.96" or an option.
	What    string `json:"what"`
	Verdict string `json:"verdict"`
	Reason  string `json:"reason"`
	// Requirements are the ids of the requirements of Rows, sorted.
	Requirements []string `json:"requirements"`
	Rows         int      `json:"rows"`
	// Help is the option or action that would provide it, "" where there is none.
	Help string `json:"help,omitempty"`
}

// missing groups the gated cases by what they lack, without cases that the operator excluded or that are not in the profile.
func missing(cases []plan.Case) []Missing {
	found := map[string]*Missing{}
	for _, c := range cases {
		g := c.Gate
		if g == nil || g.Verdict == plan.Excluded || g.Verdict == plan.NotApplicable || g.Need == "" {
			continue
		}
		m := found[g.Need+" "+g.Verdict]
		if m == nil {
			m = &Missing{What: g.Need, Verdict: g.Verdict, Reason: g.Reason, Help: help(g.Need, g.Verdict)}
			found[g.Need+" "+g.Verdict] = m
		}
		m.Rows++
		m.Requirements = append(m.Requirements, c.Scenario.Requirements...)
	}
	out := []Missing{}
	for _, m := range found {
		slices.Sort(m.Requirements)
		m.Requirements = slices.Compact(m.Requirements)
		out = append(out, *m)
	}
	slices.SortFunc(out, func(a, b Missing) int {
		return cmp.Or(cmp.Compare(rank(a.Verdict), rank(b.Verdict)), cmp.Compare(a.What, b.What))
	})
	return out
}

// rank sorts first what the operator can change.
func rank(verdict string) int {
	return slices.Index([]string{plan.NotRun, plan.Unobservable, plan.Unsupported}, verdict)
}

// remedies are the actions that would make a capability present.
var remedies = map[string]string{
	target.Metadata:         "--metadata-url and --metadata-secret",
	target.Notifications:    "--notifications-url",
	target.TwoImages:        "--image-alt, after a second small image was uploaded",
	target.PlacesSeen:       "an --os-cloud that may list hosts, or --actor admin=CLOUD",
	target.Offloads:         "--actor admin=CLOUD, or an --os-cloud whose user may create users",
	target.TwoHosts:         "a second compute host that is up, and an --os-cloud that may list hosts",
	target.AggregateZones:   "a second zone that an aggregate makes, and an --os-cloud that may list aggregates",
	target.TwoZones:         "a second zone with a host, and an --os-cloud that may list hosts",
	target.CreateIdentities: "an --os-cloud whose user may create users and projects",
	target.OpenStackClient:  "pip install python-openstackclient on this machine",
	target.WorkTakesTime:    "on a mock: --lifecycle after=2s",
	target.FaultRules:       "certify a mock: no API of a cloud makes it fail",
	target.SeededStates:     "certify a mock: no API of a cloud puts a stack into any state",
}

func help(need, verdict string) string {
	if actor, is := strings.CutPrefix(need, "actor "); is {
		return "--actor " + actor + "=CLOUD, or an --os-cloud whose user may create users"
	}
	if strings.HasPrefix(need, "--") {
		return need
	}
	if remedy := remedies[need]; remedy != "" && verdict != plan.Unsupported {
		return remedy
	}
	return ""
}

// disturbingScenarios names the scenarios that will run and change more than they create themselves.
func disturbingScenarios(cases []plan.Case) []string {
	out := []string{}
	for _, c := range cases {
		if c.Gate == nil && c.Exclusive && c.Variant == plan.Original {
			out = append(out, c.Scenario.Row+": "+strings.TrimPrefix(c.Scenario.Name, c.Scenario.Row+" "))
		}
	}
	return out
}
