package plan

import (
	"fmt"
	"slices"

	"plumbline/internal/features"
	"plumbline/internal/openapi"
	"plumbline/internal/openapi/near"
)

// gate answers the first reason why a case does not run: not in the profile, absent from the target, left out by the
// operator, then something that the target or the suite lacks. Absence from the target comes before the operator's choice:
// the row would only have shown the absence, so that leaving it out hides nothing.
func gate(c Case, f Facts, s Selection) *Gate {
	absent := first(c, f, s, absenceGate, versionGate)
	if absent != nil && absent.Verdict == NotRun { // no probe could find out
		return first(c, f, s, profileGate, excludeGate, absenceGate)
	}
	return first(c, f, s, profileGate, absenceGate, versionGate, excludeGate, capabilityGate, actorGate, disruptiveGate)
}

// first answers the result of the first gate that is closed.
func first(c Case, f Facts, s Selection, gates ...func(Case, Facts, Selection) *Gate) *Gate {
	for _, ask := range gates {
		if g := ask(c, f, s); g != nil {
			return g
		}
	}
	return nil
}

func profileGate(c Case, f Facts, _ Selection) *Gate {
	if c.Scenario.In(f.Profile) {
		return nil
	}
	return &Gate{Verdict: NotApplicable, Reason: fmt.Sprintf("holds in the profile %s only", c.Scenario.Profiles[0])}
}

func excludeGate(c Case, _ Facts, s Selection) *Gate {
	for _, id := range s.Exclude {
		if names(c.Scenario, id) {
			return &Gate{Verdict: Excluded, Reason: "excluded by --exclude " + id}
		}
	}
	return nil
}

// absenceGate covers capabilities that no release has: the evidence of the probe says more than the microversion that would bring them.
func absenceGate(c Case, f Facts, _ Selection) *Gate {
	for _, need := range c.Scenario.Needs {
		if have := f.Capabilities[need]; have.NeverShipped && !have.Present {
			return &Gate{Verdict: have.Absent, Reason: have.Evidence, Probe: have.Evidence, Need: need}
		}
	}
	return nil
}

// versionGate compares the case's microversion with those of the target. A microversion beyond the documents, or below the
// first, is allowed: such scenarios are about the refusal.
func versionGate(c Case, f Facts, _ Selection) *Gate {
	needs := c.Scenario.Since
	if c.At.AtLeast(f.Oldest) && !f.Documented.Less(c.At) && needs.Less(c.At) {
		needs = c.At
	}
	if needs.Less(c.Least) && !f.Documented.Less(c.Least) {
		needs = c.Least
	}
	probe := fmt.Sprintf("the compute service states %s to %s", f.Min, f.Offered)
	switch {
	case f.Max.Less(needs) && f.Offered.Less(needs):
		return &Gate{
			Verdict: Unsupported,
			Reason:  fmt.Sprintf("needs compute microversion %s; the target offers up to %s", needs, f.Offered), Probe: probe, Need: "compute " +
				needs.String(),
		}
	case f.Max.Less(needs):
		return &Gate{
			Verdict: Unsupported,
			Reason: fmt.Sprintf("needs compute microversion %s; this run is bounded to %s", needs,
				f.Max), Probe: probe, Need: "--max-microversion " + needs.String(),
		}
	case !c.Scenario.Until.IsZero() && c.Scenario.Until.Less(f.Min):
		return &Gate{
			Verdict: Unsupported,
			Reason:  fmt.Sprintf("ends with compute microversion %s; the target begins with %s", c.Scenario.Until, f.Min), Probe: probe,
		}
	}
	return nil
}

func capabilityGate(c Case, f Facts, _ Selection) *Gate {
	for _, need := range c.Scenario.Needs {
		have, known := f.Capabilities[need]
		switch {
		case have.Present:
		case !known:
			return &Gate{Verdict: NotRun, Reason: "the suite knows no capability " + need, Need: need}
		default:
			return have.gate(need)
		}
	}
	for _, need := range c.Needs {
		if have, known := f.Capabilities[need]; known && !have.Present {
			return have.gate(need)
		}
	}
	return nil
}

func (have Capability) gate(need string) *Gate {
	return &Gate{Verdict: have.Absent, Reason: fmt.Sprintf("needs %s: %s", need, have.Evidence), Probe: have.Evidence, Need: need}
}

func actorGate(c Case, f Facts, _ Selection) *Gate {
	for _, name := range c.Actors {
		if a := f.Actors[name]; !a.Ready {
			return &Gate{Verdict: NotRun, Reason: fmt.Sprintf("needs the actor %s: %s", name, a.Reason), Need: "actor " + name}
		}
	}
	return nil
}

func disruptiveGate(c Case, f Facts, s Selection) *Gate {
	switch {
	case s.Disruptive || !c.Exclusive:
		return nil
	case c.Scenario.Disruptive:
		return &Gate{Verdict: NotRun, Reason: "changes more than what it creates itself; give --allow-disruptive", Need: "--allow-disruptive"}
	}
	for _, need := range c.Scenario.Needs {
		if have := f.Capabilities[need]; have.Disruptive {
			return &Gate{
				Verdict: NotRun, Reason: fmt.Sprintf("needs %s: %s; give --allow-disruptive", need, have.Evidence),
				Probe: have.Evidence, Need: "--allow-disruptive",
			}
		}
	}
	return nil
}

// isExclusive tells whether a scenario changes more than it creates itself, so that no other case may run at the same time.
func isExclusive(sc features.Scenario, f Facts) bool {
	return sc.Disruptive || slices.ContainsFunc(sc.Needs, func(need string) bool { return f.Capabilities[need].Disruptive })
}

// names tells whether an id of the command line selects the scenario.
func names(sc features.Scenario, id string) bool {
	if id != "" && id[0] == '@' {
		return slices.Contains(sc.Tags, id[1:])
	}
	return id == sc.ID || id == sc.Row || id == sc.Spec || slices.Contains(sc.Requirements, id)
}

func (s Selection) selects(sc features.Scenario) bool {
	if len(s.Specs) > 0 && !slices.Contains(s.Specs, sc.Spec) {
		return false
	}
	return len(s.Only) == 0 || slices.ContainsFunc(s.Only, func(id string) bool { return names(sc, id) })
}

// checkKnown refuses ids that select nothing: a run with a mistyped id would prove little.
func (s Selection) checkKnown(scenarios []features.Scenario) error {
	for flag, ids := range map[string][]string{"--only": s.Only, "--exclude": s.Exclude} {
		for _, id := range ids {
			if !slices.ContainsFunc(scenarios, func(sc features.Scenario) bool { return names(sc, id) }) {
				return fmt.Errorf("%w: %s %s is no requirement, row, scenario or tag%s", ErrNothing, flag, id, near.Hint(id, idsOf(scenarios)))
			}
		}
	}
	for _, id := range s.Specs {
		if !slices.ContainsFunc(scenarios, func(sc features.Scenario) bool { return sc.Spec == id }) {
			return fmt.Errorf("%w: there is no specification %s%s", ErrNothing, id, near.Hint(id, specsOf(scenarios)))
		}
	}
	return nil
}

func specsOf(scenarios []features.Scenario) (out []string) {
	for _, sc := range scenarios {
		out = append(out, sc.Spec)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// idsOf are the ids that --only and --exclude accept, without tags.
func idsOf(scenarios []features.Scenario) (out []string) {
	for _, sc := range scenarios {
		out = append(out, sc.ID, sc.Row)
		out = append(out, sc.Requirements...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func minVersion(a, b openapi.Version) openapi.Version {
	if a.IsZero() || b.Less(a) {
		return b
	}
	return a
}
