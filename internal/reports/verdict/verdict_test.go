package verdict_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/reports/verdict"
)

func TestNamesRoundTrip(t *testing.T) {
	require.Len(t, verdict.All(), 9)
	for _, v := range verdict.All() {
		got, err := verdict.Parse(v.String())
		require.NoError(t, err)
		assert.Equal(t, v, got)
		text, err := json.Marshal(map[verdict.Verdict]verdict.Verdict{v: v})
		require.NoError(t, err)
		assert.JSONEq(t, `{"`+v.String()+`":"`+v.String()+`"}`, string(text))
		var back map[verdict.Verdict]verdict.Verdict
		require.NoError(t, json.Unmarshal(text, &back))
		assert.Equal(t, v, back[v])
	}
	require.Len(t, verdict.Conformances(), 6)
	for _, c := range verdict.Conformances() {
		got, err := verdict.ParseConformance(c.String())
		require.NoError(t, err)
		assert.Equal(t, c, got)
	}
	_, err := verdict.Parse("passed")
	assert.EqualError(t, err, `unknown verdict "passed"`)
	_, err = verdict.ParseConformance("ok")
	assert.EqualError(t, err, `unknown conformance "ok"`)
	_, err = verdict.Verdict(99).MarshalText()
	assert.EqualError(t, err, "verdict(99) is outside the closed set")
	_, err = verdict.Conformance(99).MarshalText()
	assert.EqualError(t, err, "conformance(99) is outside the closed set")
	var v verdict.Verdict
	assert.Error(t, json.Unmarshal([]byte(`"PASS"`), &v))
}

// subsets calls f with each subset of all, in each of two orders: 2×2^n calls.
func subsets[T any](all []T, f func(set []T)) {
	for mask := range 1 << len(all) {
		var set, reversed []T
		for i := range all {
			if mask&(1<<i) != 0 {
				set = append(set, all[i])
				reversed = append([]T{all[i]}, reversed...)
			}
		}
		f(set)
		f(reversed)
	}
}

func has[T comparable](set []T, any ...T) bool {
	for _, s := range set {
		for _, a := range any {
			if s == a {
				return true
			}
		}
	}
	return false
}

// The sentences of docs/architecture.md ("From rows to a verdict") over every combination of row verdicts.
func TestRequirementOverAllCombinations(t *testing.T) {
	subsets(verdict.All(), func(rows []verdict.Verdict) {
		got := verdict.Requirement(rows...)
		switch {
		case len(rows) == 0:
			assert.Equal(t, verdict.NotRun, got)
		case has(rows, verdict.Fail):
			assert.Equal(t, verdict.Fail, got, rows)
		case has(rows, verdict.Error):
			assert.Equal(t, verdict.Error, got, rows)
		case has(rows, verdict.NotRun):
			assert.Equal(t, verdict.NotRun, got, rows)
		case has(rows, verdict.Waived):
			assert.Equal(t, verdict.Waived, got, rows)
		case has(rows, verdict.Pass):
			assert.Equal(t, verdict.Pass, got, rows)
		case len(rows) == 1:
			assert.Equal(t, rows[0], got, "the rows' common reason")
		default:
			assert.Contains(t, rows, got, "the rows' common reason")
			assert.NotEqual(t, verdict.Pass, got)
		}
	})
}

func TestRunAndExitCodeOverAllCombinations(t *testing.T) {
	subsets(verdict.Conformances(), func(specs []verdict.Conformance) {
		run, code, strict := verdict.Run(specs...), verdict.ExitCode(false, true, specs...), verdict.ExitCode(true, true, specs...)
		if cut := verdict.ExitCode(false, false, specs...); has(specs, verdict.NotConformant) {
			assert.Equal(t, 1, cut, "what failed failed, also in a run that was cut: %v", specs)
		} else {
			assert.Equal(t, 3, cut, "a run that is not complete: %v", specs)
		}
		switch {
		case has(specs, verdict.NotConformant):
			assert.Equal(t, verdict.NotConformant, run, specs)
			assert.Equal(t, 1, code, specs)
		case has(specs, verdict.Inconclusive):
			assert.Equal(t, verdict.Inconclusive, run, specs)
			assert.Equal(t, 3, code, specs)
		case has(specs, verdict.Partial):
			assert.Equal(t, verdict.Partial, run, specs)
			assert.Equal(t, 0, code, specs)
		case has(specs, verdict.Conformant):
			assert.Equal(t, verdict.Conformant, run, specs)
			assert.Equal(t, 0, code, specs)
		case has(specs, verdict.NotOffered):
			assert.Equal(t, verdict.NotOffered, run, specs)
			assert.Equal(t, 3, code, "none is conformant")
		default:
			assert.Equal(t, verdict.Inconclusive, run, specs)
			assert.Equal(t, 3, code, "none is conformant")
		}
		if has(specs, verdict.Partial, verdict.NotConformant) {
			assert.Equal(t, 1, strict, "--no-partial: %v", specs)
		} else {
			assert.Equal(t, code, strict, specs)
		}
	})
}

// A roll-up can only worsen: adding something bad never makes it better.
func TestRollUpsOnlyWorsen(t *testing.T) {
	severity := map[int]int{0: 0, 3: 1, 1: 2}
	subsets(verdict.All(), func(rows []verdict.Verdict) {
		for _, bad := range []verdict.Verdict{verdict.Waived, verdict.NotRun, verdict.Error, verdict.Fail} {
			more := append([]verdict.Verdict{bad}, rows...)
			if len(rows) > 0 {
				assert.GreaterOrEqual(t, verdict.Requirement(more...), verdict.Requirement(rows...), more)
			}
			assert.NotEqual(t, verdict.Pass, verdict.Requirement(more...))
		}
	})
	subsets(verdict.Conformances(), func(specs []verdict.Conformance) {
		for _, bad := range []verdict.Conformance{verdict.Inconclusive, verdict.NotConformant} {
			more := append([]verdict.Conformance{bad}, specs...)
			assert.GreaterOrEqual(t, severity[verdict.ExitCode(false, true, more...)], severity[verdict.ExitCode(false, true, specs...)], more)
			assert.NotZero(t, verdict.ExitCode(false, true, more...))
		}
	})
}

func TestWorstExit(t *testing.T) {
	for _, tt := range []struct {
		codes []int
		want  int
	}{{nil, 3}, {[]int{0}, 0}, {[]int{0, 0}, 0}, {[]int{0, 3}, 3}, {[]int{3, 1, 0}, 1}, {[]int{7}, 3}} {
		assert.Equal(t, tt.want, verdict.WorstExit(tt.codes...), tt.codes)
	}
}
