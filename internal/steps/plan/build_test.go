package plan_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/openapi"
	"plumbline/internal/steps/plan"
)

const feature = `@spec:demo
Feature: demo

  @since:2.54 @op:servers.rebuild
  Scenario Outline: <row> rebuilds
    Given the member has a key pair K1
    When the <who> rebuilds the server at 2.54 with key K1
    Then the request is answered <status>

    Examples: all
      | row     | who    | status |
      | DEM-01a | member | 202    |
      | DEM-01b | reader | 403    |

  @since:2.57 @until:2.60 @before:same
  Scenario: DEM-02 kept
    When the member rebuilds the server at 2.57 with personality
    Then the request is answered 404

  @since:2.91 @before:409
  Scenario: DEM-03 behaviour only
    When the admin unshelves it at 2.91
    Then the request is answered 202

  @since:2.54 @boundary
  Scenario: DEM-04 says the boundary itself
    When the member rebuilds the server at 2.53 with key K1
    Then the request is answered 400

  @specified @needs:metadata
  Scenario: DEM-05 in one profile
    When the member looks at {project:outsider}
    Then the request is answered 200

  @needs:metadata
  Scenario: DEM-06 in the guest
    When the member looks at 2.999
    Then the request is answered 200

  @disruptive
  Scenario: DEM-07 turns hosts off
    When the admin disables a host at 2.53
    Then the request is answered 200

  @since:2.96
  Scenario: DEM-08 is new
    When the member looks at 2.96
    Then the request is answered 200

  @since:2.96 @needs:lock
  Scenario: DEM-09 no release has
    When the member locks at 2.96
    Then the request is answered 200
`

func scenarios(t *testing.T) []features.Scenario {
	t.Helper()
	all, err := features.Parse("demo/demo.feature", []byte(feature))
	require.NoError(t, err)
	return all
}

func facts(change ...func(*plan.Facts)) plan.Facts {
	f := plan.Facts{
		Profile: openapi.Shipped,
		Min:     openapi.MustVersion("2.1"), Max: openapi.MustVersion("2.93"), Offered: openapi.MustVersion("2.93"),
		Oldest: openapi.MustVersion("2.1"), Documented: openapi.MustVersion("2.104"),
		Capabilities: map[string]plan.Capability{"metadata": {Absent: plan.Unobservable, Evidence: "give --metadata-url"}},
		Actors: map[string]plan.Actor{
			"member": {Ready: true}, "admin": {Ready: true}, "outsider": {Ready: true},
			"reader": {Reason: "give --actor reader=CLOUD"},
		},
	}
	for _, c := range change {
		c(&f)
	}
	return f
}

type line struct{ id, at, gate string }

func lines(cases []plan.Case) []line {
	var out []line
	for _, c := range cases {
		l := line{c.ID, c.At.String(), ""}
		if c.Gate != nil {
			l.gate = c.Gate.Verdict + ": " + c.Gate.Reason
		}
		out = append(out, l)
	}
	return out
}

func TestEveryScenarioIsPlannedWithItsVariantsOrItsGate(t *testing.T) {
	cases, err := plan.Build(scenarios(t), facts(), plan.Selection{Sweep: true})
	require.NoError(t, err)
	assert.Equal(t, []line{
		{"demo/demo#DEM-01a", "2.54", ""},
		{"demo/demo#DEM-01a@since-1", "2.53", ""},
		{"demo/demo#DEM-01a@newest", "2.93", ""},
		{"demo/demo#DEM-01b", "2.54", "not-run: needs the actor reader: give --actor reader=CLOUD"},
		{"demo/demo#DEM-02", "2.57", ""},
		{"demo/demo#DEM-02@since-1", "2.56", ""},
		{"demo/demo#DEM-02@newest", "2.60", ""},
		{"demo/demo#DEM-03", "2.91", ""},
		{"demo/demo#DEM-03@since-1", "2.90", ""},
		{"demo/demo#DEM-03@newest", "2.93", ""},
		{"demo/demo#DEM-04", "2.53", ""},
		{"demo/demo#DEM-05", "", "not-applicable: holds in the profile specified only"},
		{"demo/demo#DEM-06", "2.999", "unobservable: needs metadata: give --metadata-url"},
		{"demo/demo#DEM-07", "2.53", "not-run: changes more than what it creates itself; give --allow-disruptive"},
		{"demo/demo#DEM-08", "2.96", "unsupported: needs compute microversion 2.96; the target offers up to 2.93"},
		{"demo/demo#DEM-09", "2.96", "unsupported: needs compute microversion 2.96; the target offers up to 2.93"},
	}, lines(cases))
}

func TestGates(t *testing.T) {
	for _, row := range []struct {
		name, id, gate string
		change         func(*plan.Facts)
		selection      plan.Selection
	}{
		{
			"a bound of the run is named as such", "DEM-08", "unsupported: needs compute microversion 2.96; this run is bounded to 2.93",
			func(f *plan.Facts) { f.Offered = openapi.MustVersion("2.100") },
			plan.Selection{},
		},
		{
			"an old target has none of it", "DEM-01a",
			"unsupported: needs compute microversion 2.54; the target offers up to 2.53", func(f *plan.Facts) {
				f.Max, f.Offered = openapi.MustVersion("2.53"), openapi.MustVersion("2.53")
			},
			plan.Selection{},
		},
		{
			"a young target has it no more", "DEM-02",
			"unsupported: ends with compute microversion 2.60; the target begins with 2.61", func(f *plan.Facts) {
				f.Min = openapi.MustVersion("2.61")
			},
			plan.Selection{},
		},
		{
			"a version beyond the documents is asked for on purpose", "DEM-06", "",
			func(f *plan.Facts) { f.Capabilities["metadata"] = plan.Capability{Present: true} },
			plan.Selection{},
		},
		{
			"a capability nobody knows is our lack", "DEM-06", "not-run: the suite knows no capability metadata",
			func(f *plan.Facts) { delete(f.Capabilities, "metadata") },
			plan.Selection{},
		},
		{
			"what no release has is absent by its probe, whatever the microversion", "DEM-09", `unsupported: POST {"lock": null} answers 400`,
			func(f *plan.Facts) {
				f.Capabilities["lock"] = plan.Capability{Absent: plan.Unsupported, NeverShipped: true, Evidence: `POST {"lock": null} answers 400`}
			},
			plan.Selection{},
		},
		{
			"what no release has and could not be probed is our lack", "DEM-09", "not-run: 503, which tells nothing",
			func(f *plan.Facts) {
				f.Capabilities["lock"] = plan.Capability{Absent: plan.NotRun, NeverShipped: true, Evidence: "503, which tells nothing"}
			},
			plan.Selection{},
		},
		{
			"where it is, the microversion counts", "DEM-09", "unsupported: needs compute microversion 2.96; the target offers up to 2.93",
			func(f *plan.Facts) { f.Capabilities["lock"] = plan.Capability{Present: true, NeverShipped: true} },
			plan.Selection{},
		},
		{
			"the operator leaves a requirement out", "DEM-01a", "excluded: excluded by --exclude DEM-01", nil,
			plan.Selection{Exclude: []string{"DEM-01"}},
		},
		{
			"the operator leaves a tag out", "DEM-01a", "excluded: excluded by --exclude @op:servers.rebuild", nil,
			plan.Selection{Exclude: []string{"@op:servers.rebuild"}},
		},
		{
			"what is not in the profile is not excluded", "DEM-05", "not-applicable: holds in the profile specified only", nil,
			plan.Selection{Exclude: []string{"DEM-05"}},
		},
		{
			"what no release has is absent, also where the operator leaves it out", "DEM-09", `unsupported: POST {"lock": null} answers 400`,
			func(f *plan.Facts) {
				f.Capabilities["lock"] = plan.Capability{Absent: plan.Unsupported, NeverShipped: true, Evidence: `POST {"lock": null} answers 400`}
			},
			plan.Selection{Exclude: []string{"DEM-09"}},
		},
		{
			"what could not be probed is left out where the operator says so", "DEM-09", "excluded: excluded by --exclude DEM-09",
			func(f *plan.Facts) {
				f.Capabilities["lock"] = plan.Capability{Absent: plan.NotRun, NeverShipped: true, Evidence: "503, which tells nothing"}
			},
			plan.Selection{Exclude: []string{"DEM-09"}},
		},
		{
			"an old target has none of it, also where the operator leaves it out", "DEM-01a",
			"unsupported: needs compute microversion 2.54; the target offers up to 2.53", func(f *plan.Facts) {
				f.Max, f.Offered = openapi.MustVersion("2.53"), openapi.MustVersion("2.53")
			},
			plan.Selection{Exclude: []string{"DEM-01"}},
		},
		{"the operator allows disruption", "DEM-07", "", nil, plan.Selection{Disruptive: true}},
		{
			"actors in placeholders count", "DEM-05", "not-run: needs the actor outsider: none",
			func(f *plan.Facts) {
				f.Profile, f.Actors["outsider"], f.Capabilities["metadata"] = openapi.Specified, plan.Actor{
					Reason: "none",
				}, plan.Capability{Present: true}
			},
			plan.Selection{},
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			f := facts()
			if row.change != nil {
				row.change(&f)
			}
			cases, err := plan.Build(scenarios(t), f, row.selection)
			require.NoError(t, err)
			for _, l := range lines(cases) {
				if l.id == "demo/demo#"+row.id {
					assert.Equal(t, row.gate, l.gate)
					return
				}
			}
			t.Fatalf("no case %s", row.id)
		})
	}
}

func TestSelection(t *testing.T) {
	for _, row := range []struct {
		name      string
		selection plan.Selection
		want      []string
		err       string
	}{
		{"by requirement", plan.Selection{Only: []string{"DEM-01"}}, []string{"DEM-01a", "DEM-01b"}, ""},
		{"by row", plan.Selection{Only: []string{"DEM-01b"}}, []string{"DEM-01b"}, ""},
		{"by tags", plan.Selection{Tags: "@disruptive or (@since:2.54 and not @boundary)"}, []string{"DEM-01a", "DEM-01b", "DEM-07"}, ""},
		{"tags that meet nothing", plan.Selection{Tags: "@disruptive and @boundary"}, nil, "the selection matches no scenario"},
		{"an id that means nothing", plan.Selection{Only: []string{"DEM-99"}}, nil, "--only DEM-99 is no requirement"},
		{"an exclusion that means nothing", plan.Selection{Exclude: []string{"DEM-O1"}}, nil, "--exclude DEM-O1 is no requirement"},
		{"a specification that is not there", plan.Selection{Specs: []string{"x"}}, nil, "there is no specification x"},
		{"an expression that ends early", plan.Selection{Tags: "@a and"}, nil, "a tag is missing at the end"},
		{"an expression without a bracket", plan.Selection{Tags: "(@a"}, nil, "a ) is missing"},
		{"an expression with a word too much", plan.Selection{Tags: "@a @b"}, nil, `"@b" comes too much`},
		{"an expression with two operators", plan.Selection{Tags: "@a or and @b"}, nil, `a tag is missing before "and"`},
	} {
		t.Run(row.name, func(t *testing.T) {
			cases, err := plan.Build(scenarios(t), facts(), row.selection)
			if row.err != "" {
				require.ErrorContains(t, err, row.err)
				return
			}
			require.NoError(t, err)
			var rows []string
			for _, c := range cases {
				rows = append(rows, c.Scenario.Row)
			}
			assert.Equal(t, row.want, rows)
		})
	}
}

func TestVariantsRewriteTheSubjectAndItsExpectation(t *testing.T) {
	cases, err := plan.Build(scenarios(t), facts(), plan.Selection{Sweep: true})
	require.NoError(t, err)
	texts := map[string][]string{}
	for _, c := range cases {
		for _, s := range c.Steps {
			texts[c.ID] = append(texts[c.ID], s.Text)
		}
	}
	assert.Equal(t, []string{
		"the member has a key pair K1", "the member rebuilds the server at 2.53 with key K1",
		"the answer is what the document at 2.53 says, or 202 where it accepts what the document at 2.54 accepts",
	}, texts["demo/demo#DEM-01a@since-1"])
	assert.Equal(t, []string{
		"the member has a key pair K1", "the member rebuilds the server at 2.93 with key K1", "the request is answered 202",
	}, texts["demo/demo#DEM-01a@newest"])
	assert.Equal(t, []string{"the member rebuilds the server at 2.56 with personality", "the request is answered 404"},
		texts["demo/demo#DEM-02@since-1"], "@before:same keeps the observations")
	assert.Equal(t, []string{"the admin unshelves it at 2.90", "the request is answered 409 as it was at 2.90"},
		texts["demo/demo#DEM-03@since-1"])
}

func TestWithoutTheSweepThereAreNoVariants(t *testing.T) {
	cases, err := plan.Build(scenarios(t), facts(), plan.Selection{})
	require.NoError(t, err)
	for _, c := range cases {
		assert.Empty(t, c.Variant, c.ID)
	}
}

func TestTheSubjectsActorAndAllActors(t *testing.T) {
	cases, err := plan.Build(scenarios(t), facts(), plan.Selection{Only: []string{"DEM-01b"}})
	require.NoError(t, err)
	assert.Equal(t, "reader", cases[0].Actor)
	assert.Equal(t, []string{"member", "reader"}, cases[0].Actors)
}
