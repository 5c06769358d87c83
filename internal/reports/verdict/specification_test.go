package verdict_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"plumbline/internal/features"
	"plumbline/internal/reports/verdict"
)

// A few specifications as they are met, each with the verdict that a reader expects.
func TestSpecification(t *testing.T) {
	own := func(v verdict.Verdict) verdict.Judged { return verdict.Judged{Standing: features.Own, Verdict: v} }
	baseline := func(v verdict.Verdict) verdict.Judged {
		return verdict.Judged{Standing: features.Baseline, Verdict: v}
	}
	decision := func(v verdict.Verdict) verdict.Judged {
		return verdict.Judged{Standing: features.Decision, Verdict: v}
	}
	leftOut := verdict.Judged{Standing: features.Own, Verdict: verdict.Pass, LeftOut: true}
	baselineLeftOut := verdict.Judged{Standing: features.Baseline, Verdict: verdict.Pass, LeftOut: true}
	before := verdict.Judged{Standing: features.Own, Verdict: verdict.Pass, Before: true}
	for _, tt := range []struct {
		name string
		of   []verdict.Judged
		want verdict.Conformance
	}{
		{"nothing", nil, verdict.Inconclusive},
		{"offered and whole", []verdict.Judged{own(verdict.Pass), own(verdict.Unsupported), baseline(verdict.Pass)}, verdict.Conformant},
		{"only its baseline", []verdict.Judged{own(verdict.Unsupported), baseline(verdict.Pass)}, verdict.NotOffered},
		{
			"only its baseline, in a profile without the rest",
			[]verdict.Judged{own(verdict.NotApplicable), baseline(verdict.Pass)},
			verdict.NotOffered,
		},
		{"what passed is below the change", []verdict.Judged{before, own(verdict.Unsupported)}, verdict.NotOffered},
		{"below the change, and nothing says that it is absent", []verdict.Judged{before, own(verdict.Unobservable)}, verdict.Inconclusive},
		{"absent, and partly out of sight", []verdict.Judged{own(verdict.Unsupported), own(verdict.Unobservable)}, verdict.NotOffered},
		{"wholly out of sight", []verdict.Judged{own(verdict.Unobservable)}, verdict.Inconclusive},
		{"absent, and its baseline is broken", []verdict.Judged{own(verdict.Unsupported), baseline(verdict.Fail)}, verdict.NotConformant},
		{"absent, and its baseline is not known", []verdict.Judged{own(verdict.Unsupported), baseline(verdict.NotRun)}, verdict.Inconclusive},
		{"absent, and its baseline is waived", []verdict.Judged{own(verdict.Unsupported), baseline(verdict.Waived)}, verdict.NotOffered},
		{"a baseline that was asked for alone", []verdict.Judged{own(verdict.Excluded), baseline(verdict.Pass)}, verdict.Inconclusive},
		{"absent as far as it was asked for", []verdict.Judged{own(verdict.Excluded), own(verdict.Unsupported)}, verdict.Inconclusive},
		{"excluded beside a pass", []verdict.Judged{own(verdict.Pass), own(verdict.Excluded)}, verdict.Partial},
		{"a waived baseline beside a pass", []verdict.Judged{own(verdict.Pass), baseline(verdict.Waived)}, verdict.Partial},
		{"a pass some of whose rows were left out", []verdict.Judged{own(verdict.Pass), leftOut}, verdict.Partial},
		{"absent, with rows left out", []verdict.Judged{own(verdict.Unsupported), baselineLeftOut}, verdict.NotOffered},
		{"a decision that fails", []verdict.Judged{own(verdict.Pass), decision(verdict.Fail)}, verdict.Conformant},
		{"a decision that was waived", []verdict.Judged{own(verdict.Pass), decision(verdict.Waived)}, verdict.Conformant},
		{"a decision alone", []verdict.Judged{decision(verdict.Pass)}, verdict.Inconclusive},
	} {
		assert.Equal(t, tt.want, verdict.Specification(true, tt.of...), tt.name)
		if tt.want == verdict.NotConformant {
			assert.Equal(t, verdict.NotConformant, verdict.Specification(false, tt.of...), tt.name)
		} else {
			assert.Equal(t, verdict.Inconclusive, verdict.Specification(false, tt.of...), "not complete: %s", tt.name)
		}
	}
}

// The sentences of docs/architecture.md ("From rows to a verdict") over every set of verdicts of the own requirements with every
// set of the baseline's.
func TestSpecificationOverAllCombinations(t *testing.T) {
	all := verdict.All()
	// A set is a bit mask; the last bit of own is a pass below the change.
	const before = 1 << 9
	contains := func(mask int, of ...verdict.Verdict) bool {
		for i, v := range all {
			if mask&(1<<i) != 0 && has(of, v) {
				return true
			}
		}
		return false
	}
	combinations := 0
	for own := range before << 1 {
		for baseline := range 1 << len(all) {
			combinations++
			var reqs []verdict.Judged
			for i, v := range all {
				if own&(1<<i) != 0 {
					reqs = append(reqs, verdict.Judged{Standing: features.Own, Verdict: v})
				}
				if baseline&(1<<i) != 0 {
					reqs = append(reqs, verdict.Judged{Standing: features.Baseline, Verdict: v})
				}
			}
			if own&before != 0 {
				reqs = append(reqs, verdict.Judged{Standing: features.Own, Verdict: verdict.Pass, Before: true})
			}
			either := func(of ...verdict.Verdict) bool { return contains(own, of...) || contains(baseline, of...) }
			var want verdict.Conformance
			switch {
			case either(verdict.Fail):
				want = verdict.NotConformant
			case either(verdict.Error, verdict.NotRun):
				want = verdict.Inconclusive
			case !contains(own, verdict.Pass) && contains(own, verdict.Unsupported, verdict.NotApplicable) &&
				!contains(own, verdict.Waived, verdict.Excluded):
				want = verdict.NotOffered
			case !contains(own, verdict.Pass):
				want = verdict.Inconclusive
			case either(verdict.Excluded, verdict.Waived):
				want = verdict.Partial
			default:
				want = verdict.Conformant
			}
			got := verdict.Specification(true, reqs...)
			if got != want {
				t.Fatalf("%v: got %s, want %s", reqs, got, want)
			}
			cut := verdict.Specification(false, reqs...)
			if cut != max(want, verdict.Inconclusive) {
				t.Fatalf("%v in a run that is not complete: got %s", reqs, cut)
			}
			for _, v := range all {
				if with := verdict.Specification(true, append(reqs, verdict.Judged{Standing: features.Decision, Verdict: v})...); with != got {
					t.Fatalf("%v: a decision that is %s makes %s of %s", reqs, v, with, got)
				}
			}
		}
	}
	assert.Equal(t, 1<<19, combinations)
}
