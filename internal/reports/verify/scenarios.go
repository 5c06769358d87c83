package verify

import (
	"fmt"
	"slices"
	"strings"

	"plumbline/internal/features"
	"plumbline/internal/openapi"
	"plumbline/internal/reports"
	"plumbline/internal/reports/eventlog"
)

// checkScenarios compares every case of the log with its scenario: a weakened scenario could come with the right digest in
// the log, but not with the sentences that did not run.
func (v *verification) checkScenarios(suite suiteState) {
	const name = "scenarios"
	if suite == suiteOutside {
		v.open(name, "not compared without --features")
		return
	}
	if suite == suiteReleased {
		v.open(name, "this binary has the scenarios of another release")
		return
	}
	byID := map[string]*features.Scenario{}
	for i := range v.scenarios {
		byID[v.scenarios[i].ID] = &v.scenarios[i]
	}
	seen := map[string]bool{}
	sentences := map[attemptID]int{}
	cases := map[string]*features.Scenario{}
	for i := range v.log.Events {
		e := &v.log.Events[i]
		info := infoOf(e)
		if info != nil {
			s := byID[info.Scenario]
			if s == nil {
				v.add(Check{
					Name: name, State: Refused, File: v.eventsName(), Line: e.Seq,
					Says: sprintf("case %s is of scenario %s, which this suite does not have", info.Case, info.Scenario),
				})
				return
			}
			if differs := difference(info, s); differs != "" {
				v.refuseScenario(name, e.Seq, s, s.Line, differs)
				return
			}
			seen[s.ID] = true
			if info.Variant == "" {
				cases[info.Case] = s
			}
		}
		if e.StepDone == nil || cases[e.StepDone.Case] == nil {
			if e.CaseStarted != nil {
				sentences[attemptID{e.CaseStarted.Case, e.CaseStarted.Attempt}] = 0 // a resumed run may start a case again
			}
			continue
		}
		s, id := cases[e.StepDone.Case], attemptID{e.StepDone.Case, e.StepDone.Attempt}
		at := sentences[id]
		sentences[id]++
		if at >= len(s.Steps) {
			v.refuseScenario(name, e.Seq, s, s.Line, sprintf("the log has a sentence more: %q", e.StepDone.Text))
			return
		}
		if want := s.Steps[at]; want.Text != e.StepDone.Text && !strings.Contains(e.StepDone.Text, "[redacted") {
			v.refuseScenario(name, e.Seq, s, want.Line, sprintf("the log ran %q, this suite has %q", e.StepDone.Text, want.Text))
			return
		}
	}
	if missing := v.missing(seen); missing != nil {
		v.refuseScenario(name, 0, missing, missing.Line,
			sprintf("the run had no selection that leaves scenario %s out, and the log does not have it", missing.ID))
		return
	}
	whose := "this binary"
	if v.Features != nil {
		whose = "the folder of --features"
	}
	v.addOK(name, "%s, word by word as in %s", reports.Plural(len(seen), "scenario"), whose)
}

type attemptID struct {
	id     string
	number int
}

func (v *verification) refuseScenario(name string, seq int, s *features.Scenario, line int, says string) {
	if seq > 0 {
		says += sprintf(" (%s:%d)", v.eventsName(), seq)
	}
	v.add(Check{Name: name, State: Refused, File: v.folder() + "/" + s.URI, Line: line, Says: says})
}

// folder is the folder of the features, for messages.
func (v *verification) folder() string {
	if v.Features != nil {
		return v.Features.From
	}
	return "features"
}

func infoOf(e *eventlog.Event) *eventlog.CaseInfo {
	switch {
	case e.CasePlanned != nil:
		return &e.CasePlanned.CaseInfo
	case e.CaseStarted != nil:
		return &e.CaseStarted.CaseInfo
	}
	return nil
}

// difference says where a case differs from the scenario, "" when it does not.
func difference(info *eventlog.CaseInfo, s *features.Scenario) string {
	for _, d := range []struct{ what, log, suite string }{
		{"row", info.Row, s.Row},
		{"specification", info.Spec, s.Spec},
		{"title", info.Name, s.Name},
		{"file", info.Feature, s.URI},
		{"line", fmt.Sprint(info.Line), fmt.Sprint(s.Line)},
		{"requirements", strings.Join(info.Requirements, " "), strings.Join(s.Requirements, " ")},
		{"columns", strings.Join(info.Columns, " | "), strings.Join(s.Columns, " | ")},
		{"cells", strings.Join(info.Cells, " | "), strings.Join(s.Cells, " | ")},
	} {
		if d.log != d.suite {
			return sprintf("%s of the log: %q, of this suite: %q", d.what, d.log, d.suite)
		}
	}
	return ""
}

// missing is the first scenario that a run without a selection should have planned and did not; nil where none is missing,
// or where the run had a selection, was interrupted, or is one shard.
func (v *verification) missing(seen map[string]bool) *features.Scenario {
	sel := v.start.Selection
	profile, err := openapi.ParseProfile(v.start.Profile)
	planned := slices.ContainsFunc(v.log.Events, func(e eventlog.Event) bool { return e.PlanMade != nil })
	if err != nil || !planned || len(sel.Requirements)+len(sel.Rows)+len(sel.Exclude) > 0 || sel.Tags != "" || v.start.Shard != nil {
		return nil
	}
	for i := range v.scenarios {
		s := &v.scenarios[i]
		if !seen[s.ID] && s.In(profile) && (len(sel.Specs) == 0 || slices.Contains(sel.Specs, s.Spec)) {
			return s
		}
	}
	return nil
}
