package steps

import (
	"plumbline/internal/openapi"
	"plumbline/internal/steps/plan"
	"plumbline/internal/steps/target"
)

// factsOf collects the facts about a target for the planner.
func factsOf(t *target.Target, profile openapi.Profile) (plan.Facts, error) {
	chain, err := t.Documents.Chain(openapi.Compute, profile)
	if err != nil {
		return plan.Facts{}, err
	}
	f := plan.Facts{
		Profile: profile, Min: t.Min, Max: t.Max, Offered: t.Offered, Oldest: chain.Min(), Documented: chain.Max(),
		Capabilities: map[string]plan.Capability{}, Actors: map[string]plan.Actor{}, Pace: t.Pace(),
	}
	for name, c := range t.Capabilities() {
		f.Capabilities[name] = plan.Capability{
			Present: c.Present, Unknown: c.Unknown, Absent: c.Absent(), Evidence: c.Evidence,
			NeverShipped: c.NeverShipped(), Disruptive: c.Disruptive,
		}
	}
	for _, name := range target.Actors() {
		s := t.ActorState(name)
		f.Actors[name] = plan.Actor{Ready: s.Ready, Reason: s.Reason}
	}
	return f, nil
}
