package progress_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"plumbline/steps"
	"plumbline/steps/plan"
	"plumbline/steps/progress"
)

func TestLinesNameWhatDidNotPass(t *testing.T) {
	var out strings.Builder
	tell := progress.Lines(&out, "mock, shipped")
	for i, outcome := range []string{"pass", "fail", "unsupported", "error"} {
		tell(steps.Progress{Done: i + 1, Total: 4, Case: plan.Case{ID: "a#" + outcome}, Outcome: outcome, Reason: "why\nmore"})
	}
	assert.Equal(t, "fail  a#fail: why\nerror a#error: why\n", out.String())
}

func TestTheBarKeepsFailuresReadable(t *testing.T) {
	var out strings.Builder
	tell, finish := progress.Bar(&out, "prod")
	tell(steps.Progress{Done: 1, Total: 2, Case: plan.Case{ID: "a#1"}, Outcome: "fail", Reason: "why"})
	tell(steps.Progress{Done: 2, Total: 2, Case: plan.Case{ID: "a#2"}, Outcome: "pass"})
	finish()
	assert.Contains(t, out.String(), "fail  a#1: why\n")
}
