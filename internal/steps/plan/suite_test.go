package plan_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/openapi"
	"plumbline/internal/steps/plan"
)

const suited = `@spec:demo
Feature: demo

  @since:2.54 @before:400
  Scenario: DEM-01a refused
    Given a server with key K1
    When the member rebuilds the server at 2.54 with key K9
    Then the request is answered 400

  @since:2.54 @before:400
  Scenario: DEM-01b accepted
    Given a server with key K1
    When the member rebuilds the server at 2.54 with key K2
    Then the request is answered 202

  @disruptive
  Scenario: DEM-02a turns a host off
    Given a server with key K1
    When the admin disables a host at 2.53
    Then the request is answered 200

  Scenario: DEM-02b looks
    Given a volume-backed server
    When the member looks at 2.53
    Then the request is answered 404

  @disruptive
  Scenario: DEM-03 turns a host off
    When the admin disables a host at 2.57
    Then the request is answered 200
`

func build(t *testing.T, s plan.Selection) []plan.Case {
	t.Helper()
	scenarios, err := features.Parse("demo/demo.feature", []byte(suited))
	require.NoError(t, err)
	f := plan.Facts{
		Profile: openapi.Shipped, Min: openapi.MustVersion("2.1"), Max: openapi.MustVersion("2.60"), Offered: openapi.MustVersion("2.60"),
		Oldest: openapi.MustVersion("2.1"), Documented: openapi.MustVersion("2.104"),
		Actors: map[string]plan.Actor{"member": {Ready: true}, "admin": {Ready: true}},
	}
	s.Sweep = true
	cases, err := plan.Build(scenarios, f, s)
	require.NoError(t, err)
	return cases
}

func open(t *testing.T, s plan.Selection) (ids []string, reasons map[string]int) {
	t.Helper()
	s.Disruptive = true
	cases := build(t, s)
	ids, reasons = []string{}, map[string]int{}
	for _, c := range cases {
		if c.Gate == nil {
			ids = append(ids, c.Scenario.Row+suffix(c.Variant))
			continue
		}
		assert.Equal(t, plan.Excluded, c.Gate.Verdict)
		reasons[c.Gate.Reason]++
	}
	return ids, reasons
}

func suffix(v plan.Variant) string {
	if v == plan.Original {
		return ""
	}
	return "@" + string(v)
}

func TestWhatASuiteARangeAndABudgetLeaveOut(t *testing.T) {
	everything := []string{
		"DEM-01a", "DEM-01a@since-1", "DEM-01a@newest", "DEM-01b", "DEM-01b@since-1", "DEM-01b@newest", "DEM-02a", "DEM-02b", "DEM-03",
	}
	parse := func(text string) plan.Range {
		r, err := plan.ParseRange(text)
		require.NoError(t, err)
		return r
	}
	for _, row := range []struct {
		name string
		s    plan.Selection
		runs []string
		why  string
	}{
		{"full", plan.Selection{Suite: plan.Full}, everything, ""},
		{
			"core: no variants, nobody disturbed",
			plan.Selection{Suite: plan.Core},
			[]string{"DEM-01a", "DEM-01b", "DEM-02b"},
			"outside the suite core",
		},
		{
			"smoke: one for each requirement, an accepted one, a disturbing one only where there is no other",
			plan.Selection{Suite: plan.Smoke},
			[]string{"DEM-01b", "DEM-02b", "DEM-03"},
			"outside the suite smoke",
		},
		{
			"a range: both ends, and the newest variant is the newest of the range",
			plan.Selection{Microversions: parse("2.54..2.56")},
			[]string{"DEM-01a", "DEM-01a@newest", "DEM-01b", "DEM-01b@newest"},
			"outside --microversion 2.54..2.56",
		},
		{
			"up to",
			plan.Selection{Microversions: parse("..2.53")},
			[]string{"DEM-01a@since-1", "DEM-01b@since-1", "DEM-02a", "DEM-02b"},
			"outside --microversion ..2.53",
		},
		{
			"from",
			plan.Selection{Microversions: parse("2.57..")},
			[]string{"DEM-01a@newest", "DEM-01b@newest", "DEM-03"},
			"outside --microversion 2.57..",
		},
		{
			"one",
			plan.Selection{Microversions: parse("2.57")},
			[]string{"DEM-01a@newest", "DEM-01b@newest", "DEM-03"},
			"outside --microversion 2.57..2.57",
		},
		{
			"a budget of servers: the smoke suite first, then what costs none or shares one",
			plan.Selection{Budget: plan.Budget{Servers: 2}, Terms: plan.Terms{Lanes: 1}},
			[]string{"DEM-01a", "DEM-01a@since-1", "DEM-01a@newest", "DEM-01b", "DEM-01b@since-1", "DEM-01b@newest", "DEM-02b", "DEM-03"},
			"does not fit --budget servers=2",
		},
		{
			"a budget of minutes",
			plan.Selection{Budget: plan.Budget{Minutes: 2}, Terms: plan.Terms{Lanes: 1, Boot: time.Minute}},
			[]string{"DEM-01a", "DEM-01a@since-1", "DEM-01a@newest", "DEM-01b", "DEM-01b@since-1", "DEM-01b@newest", "DEM-03"},
			"does not fit --budget minutes=2",
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			runs, reasons := open(t, row.s)
			assert.ElementsMatch(t, row.runs, runs)
			if row.why == "" {
				assert.Empty(t, reasons)
				return
			}
			for why := range reasons {
				assert.Equal(t, row.why, why)
			}
		})
	}
}

// TestWhatIsLeftOutIsNotMissed: without leave to disturb others two rows cannot run. A suite or a range that leaves them out does not miss
// them, so that what runs decides; the suite smoke misses one only where no other row tells of its requirement.
func TestWhatIsLeftOutIsNotMissed(t *testing.T) {
	r, err := plan.ParseRange("2.53")
	require.NoError(t, err)
	for _, row := range []struct {
		name          string
		s             plan.Selection
		missed, apart []string
	}{
		{"full", plan.Selection{}, []string{"DEM-02a", "DEM-03"}, nil},
		{"core", plan.Selection{Suite: plan.Core}, nil, []string{"DEM-02a", "DEM-03"}},
		{"smoke", plan.Selection{Suite: plan.Smoke}, []string{"DEM-03"}, []string{"DEM-01a", "DEM-02a"}},
		{"a range", plan.Selection{Microversions: r}, []string{"DEM-02a"}, []string{"DEM-01a", "DEM-01b", "DEM-03"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			var missed, apart []string
			for _, c := range build(t, row.s) {
				switch {
				case c.Gate == nil || c.Variant != plan.Original:
				case c.Gate.Verdict == plan.NotRun:
					missed = append(missed, c.Scenario.Row)
				default:
					assert.Equal(t, plan.Excluded, c.Gate.Verdict)
					apart = append(apart, c.Scenario.Row)
				}
			}
			assert.Equal(t, row.missed, missed)
			assert.Equal(t, row.apart, apart)
		})
	}
}

func TestSuitesRangesAndBudgetsThatMeanNothing(t *testing.T) {
	for _, text := range []string{"..", "2.60..2.53", "2", "2.x", "2.53...2.60", "latest"} {
		_, err := plan.ParseRange(text)
		assert.Error(t, err, text)
	}
	for _, text := range []string{"servers", "servers=0", "servers=-1", "hours=2", "servers=10,minutes", ",", "servers=ten"} {
		_, err := plan.ParseBudget(text)
		assert.Error(t, err, text)
	}
	_, err := plan.ParseSuite("quick")
	assert.ErrorContains(t, err, "smoke, core, full")
	for _, text := range []string{"servers=100,minutes=20", "minutes=1", ""} {
		b, err := plan.ParseBudget(text)
		require.NoError(t, err)
		assert.Equal(t, text, b.String())
	}
}

// TestServersThatAreLeftAreCountedOnce: cases that begin alike share a server; one that ends in an error uses it up.
func TestServersThatAreLeftAreCountedOnce(t *testing.T) {
	scenarios, err := features.Parse("demo/demo.feature", []byte(suited))
	require.NoError(t, err)
	refusal, accepted := plan.Case{Steps: scenarios[0].Steps}, plan.Case{Steps: scenarios[1].Steps}
	assert.True(t, refusal.Refused())
	assert.False(t, accepted.Refused())
	servers := func(terms plan.Terms, cases ...plan.Case) int {
		p := plan.NewPrice(terms)
		for _, c := range cases {
			p.Add(c)
		}
		return p.Makes().Servers
	}
	one := plan.Terms{Lanes: 1}
	assert.Equal(t, 1, servers(one, refusal, refusal, refusal))
	assert.Equal(t, 3, servers(plan.Terms{Lanes: 1, Fresh: true}, refusal, refusal, refusal))
	assert.Equal(t, 1, servers(one, refusal, refusal, accepted))
	assert.Equal(t, 1, servers(one, accepted, accepted, accepted))
	failed := accepted
	failed.Steps = append(slices.Clone(accepted.Steps), features.Step{Kind: features.Observation, Text: "the server becomes ERROR"})
	assert.Equal(t, 3, servers(one, failed, refusal, failed, failed))
	more := refusal
	more.Steps = append([]features.Step{refusal.Steps[0], {Kind: features.State, Text: "an image Q"}}, refusal.Steps[1:]...)
	assert.Equal(t, 1, servers(one, refusal, more), "what comes after the server is removed")
	another := refusal
	another.Steps = append([]features.Step{refusal.Steps[0], {Kind: features.State, Text: "another server with key K1"}}, refusal.Steps[1:]...)
	assert.Equal(t, 2, servers(one, refusal, another, another), "a second server is left, too")
	alone := refusal
	alone.Exclusive, alone.Scenario.Disruptive = true, true
	assert.Equal(t, 2, servers(one, alone, alone))
	trial := refusal
	trial.Exclusive = true
	assert.Equal(t, 1, servers(one, trial, trial), "what a capability disturbs is undone by its sentence")
}
