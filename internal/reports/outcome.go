package reports

import (
	"cmp"
	"fmt"
	"slices"

	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/verdict"
)

// outcome compares a case's own outcome with its steps and exchanges; the result is never better than the case's own.
func (a *attempt) outcome() finding {
	said := a.done.Outcome
	f := finding{verdict: verdict.Error, reason: a.done.Reason}
	switch said {
	case "pass":
		f.verdict = verdict.Pass
	case "fail":
		f.verdict = verdict.Fail
	case "error":
	default:
		f.reason = fmt.Sprintf("the case ended with the unknown outcome %q", said)
	}
	steps := a.stepsFinding()
	if said == "pass" {
		// Only a pass is compared with the steps: a refused set-up is a failed Given, and stays an error.
		f = f.worseOf(steps)
	}
	if f.verdict != verdict.Pass {
		f.reason = cmp.Or(f.reason, steps.reason, "no reason was given")
		return f
	}
	if missing := a.unproven(); missing != "" {
		return finding{verdict: verdict.Error, reason: "nothing was proven: " + missing}
	}
	return f
}

func (a *attempt) stepsFinding() finding {
	worst := finding{verdict: verdict.Pass}
	for _, s := range a.steps {
		f := finding{verdict: verdict.Pass}
		switch s.Status {
		case "passed":
		case "failed":
			f.verdict = verdict.Fail
		default:
			f.verdict = verdict.Error
		}
		f.reason = s.Keyword + " " + s.Text + ": " + cmp.Or(s.Message, s.Status)
		worst = worst.worseOf(f)
	}
	if worst.verdict == verdict.Pass {
		worst.reason = ""
	}
	return worst
}

// unproven is the reason why a case with the outcome pass has shown nothing, "" when it has.
func (a *attempt) unproven() string {
	asked := slices.ContainsFunc(a.exchanges, func(x *eventlog.Exchanged) bool { return x.Role == "subject" })
	answered := slices.ContainsFunc(a.exchanges, func(x *eventlog.Exchanged) bool {
		return x.Role == "subject" && (x.Status != 0 || x.Method == eventlog.ProgramRun && x.Error == "")
	})
	switch {
	case !asked:
		return "the case passed without a subject exchange"
	case !answered:
		return "no subject exchange of the case was answered"
	case !a.observed():
		return "the case passed without one Then step that passed"
	}
	return ""
}

// observed tells whether a Then passed, or an And or But after one.
func (a *attempt) observed() bool {
	then := false
	for _, s := range a.steps {
		switch s.Keyword {
		case "Then":
			then = true
		case "Given", "When":
			then = false
		}
		if then && s.Status == "passed" {
			return true
		}
	}
	return false
}
