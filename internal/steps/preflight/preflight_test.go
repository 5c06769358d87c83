package preflight

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/openapi"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/steps/plan"
	"plumbline/internal/steps/target"
)

const feature = `@spec:microversions
Feature: made up
  Scenario: MVN-01 runs
    Given the member has a key pair K1
    And a server
    When the member sends GET /servers at 2.54
    Then the request is answered 200

  @disruptive
  Scenario: MVN-02 disturbs
    Given a volume-backed server
    When the admin sends GET /os-services at 2.54
    Then the request is answered 200

  @needs:two-zones
  Scenario: MVN-03 lacks a zone
    When the member sends GET /servers at 2.54
    Then the request is answered 200

  @needs:metadata
  Scenario: MVN-04 lacks a view
    When the member sends GET /servers at 2.54
    Then the request is answered 200

  @since:2.96
  Scenario: MVN-05 is too new
    When the member sends GET /servers at 2.96
    Then the request is answered 200

  Scenario: MVN-06 lacks an actor
    When the reader sends GET /servers at 2.54
    Then the request is answered 200
`

func input(t *testing.T, change func(*Input, *plan.Selection)) Input {
	t.Helper()
	scenarios, err := features.Parse("microversions/made-up.feature", []byte(feature))
	require.NoError(t, err)
	in := Input{
		Target: &eventlog.TargetDescribed{
			Name: "prod", Kind: "real",
			Services: []eventlog.Service{
				{Type: "compute", Endpoint: "http://x/v2.1", Min: "2.1", Max: "2.93"},
				{Type: "block-storage", Endpoint: "http://x/v3", Min: "3.0", Max: "3.70"},
			},
			Actors: []eventlog.Actor{
				{Name: "admin", Ready: true, How: "would be created with role admin"},
				{Name: "reader", Reason: "nobody has the role reader"},
			},
		},
		Facts: plan.Facts{
			Profile: openapi.Shipped, Min: openapi.MustVersion("2.1"), Max: openapi.MustVersion("2.93"), Offered: openapi.MustVersion("2.93"),
			Oldest: openapi.MustVersion("2.1"), Documented: openapi.MustVersion("2.104"),
			Actors: map[string]plan.Actor{"admin": {Ready: true}, "member": {Ready: true}, "reader": {Reason: "nobody has the role reader"}},
			Capabilities: map[string]plan.Capability{
				target.TwoZones:         {Absent: plan.NotRun, Evidence: "1 zone"},
				target.Metadata:         {Absent: plan.Unobservable, Evidence: "no URL was given"},
				target.BlockStorage:     {Present: true, Evidence: "the catalogue offers block-storage"},
				target.Reimage:          {Absent: plan.Unsupported, Evidence: "os-reimage answers 404"},
				target.LegacyPolicy:     {Present: true, Evidence: "a reader may write"},
				target.CreateIdentities: {Present: true},
				target.NewPolicy:        {Unknown: true},
			},
		},
		MaxServers: 4,
	}
	s := plan.Selection{}
	if change != nil {
		change(&in, &s)
	}
	in.Cases, err = plan.Build(scenarios, in.Facts, s)
	require.NoError(t, err)
	return in
}

func TestWhatIsMissingSaysWhatItCostsAndWhatWouldHelp(t *testing.T) {
	table := MakeTable(input(t, nil))
	type line struct{ what, verdict, id, help string }
	var got []line
	for _, m := range table.Missing {
		require.Equal(t, 1, m.Rows)
		require.Len(t, m.Requirements, 1)
		got = append(got, line{m.What, m.Verdict, m.Requirements[0], m.Help})
	}
	assert.Equal(t, []line{
		{"--allow-disruptive", "not-run", "MVN-02", "--allow-disruptive"},
		{"actor reader", "not-run", "MVN-06", "--actor reader=CLOUD, or an --os-cloud whose user may create users"},
		{"two-zones", "not-run", "MVN-03", "a second zone with a host, and an --os-cloud that may list hosts"},
		{"metadata", "unobservable", "MVN-04", "--metadata-url and --metadata-secret"},
		{"compute 2.96", "unsupported", "MVN-05", ""},
	}, got)
	assert.Empty(t, table.Disturbs)
	assert.Equal(t, []int{1, 6}, []int{table.Runs, table.Cases})
	assert.Equal(t, Creates{Projects: 2, Users: 1, Makes: plan.Makes{Servers: 1, KeyPairs: 1, AdminCalls: 2}, ServersAtOnce: 4}, table.Creates)

	allowed := MakeTable(input(t, func(in *Input, s *plan.Selection) { s.Disruptive, in.Repeat = true, 3 }))
	assert.Equal(t, []string{"MVN-02: disturbs"}, allowed.Disturbs)
	assert.Equal(t, Creates{
		Projects: 2, Users: 1, Makes: plan.Makes{Servers: 6, Volumes: 3, KeyPairs: 3, AdminCalls: 24}, ServersAtOnce: 4,
	}, allowed.Creates)
	assert.Equal(t, Price{CasesAtOnce: 1, Servers: 4, Volumes: 3, Minutes: 1, Boot: 4}, allowed.Price,
		"6 cases, of which 3 share a server, 3 volumes")
	slow := MakeTable(input(t, func(in *Input, s *plan.Selection) {
		s.Disruptive, in.Repeat, in.Terms.Boot = true, 3, time.Minute
	}))
	assert.Equal(t, 7, slow.Minutes, "4 servers of a minute, of which 6 requests have work done")
}

// A price that comes from a server of the cloud says so, and one that was given is not replaced.
func TestThePriceComesFromAMeasuredServer(t *testing.T) {
	quick := func(in *Input, s *plan.Selection) {
		s.Disruptive, in.Repeat = true, 50
		in.Facts.Pace = plan.Pace{Request: 400 * time.Microsecond, Boot: 10 * time.Millisecond}
	}
	table := MakeTable(input(t, quick))
	usual := MakeTable(input(t, func(in *Input, s *plan.Selection) { s.Disruptive, in.Repeat = true, 50 }))
	assert.True(t, table.Price.Measured)
	assert.Less(t, table.Minutes, usual.Minutes)
	var b bytes.Buffer
	require.NoError(t, table.Print(&b, 150, false))
	assert.Regexp(t, `(?m)^price .*: 1 min, where a server takes 0.02 s \(measured\) and a request 0.4 ms$`, b.String())
	given := MakeTable(input(t, func(in *Input, s *plan.Selection) {
		quick(in, s)
		in.Terms.Boot = 4 * time.Second
	}))
	assert.False(t, given.Price.Measured)
	assert.InDelta(t, 4, given.Price.Boot, 0)
	b.Reset()
	require.NoError(t, given.Print(&b, 150, false))
	assert.Contains(t, b.String(), "where a server takes 4 s (--boot) and a request 0.4 ms\n")
}

func TestClaimsAdvertsAndWhatIsObservedAreCompared(t *testing.T) {
	for _, row := range []struct {
		name   string
		claims []string
		says   []string
	}{
		{"nothing claimed: only the advert that is not kept", nil, []string{"reimage: advertised yes, observed no (os-reimage answers 404)"}},
		{
			"a claim that is kept",
			[]string{"legacy-policy", "compute=2.93"},
			[]string{"reimage: advertised yes, observed no (os-reimage answers 404)"},
		},
		{
			"a claim that is not kept",
			[]string{"two-zones"},
			[]string{"reimage: advertised yes, observed no (os-reimage answers 404)", "two-zones: claimed yes, observed no (1 zone)"},
		},
		{
			"more than is claimed",
			[]string{"legacy-policy=no"},
			[]string{
				"legacy-policy: claimed no, observed yes (a reader may write)",
				"reimage: advertised yes, observed no (os-reimage answers 404)",
			},
		},
		{
			"a microversion that is not advertised",
			[]string{"compute=2.96"},
			[]string{"compute: claimed is 2.96, advertised 2.93", "reimage: advertised yes, observed no (os-reimage answers 404)"},
		},
		{
			"what nobody could observe contradicts nothing",
			[]string{"new-policy"},
			[]string{"reimage: advertised yes, observed no (os-reimage answers 404)"},
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			claims, err := ParseClaims(row.claims)
			require.NoError(t, err)
			table := MakeTable(input(t, func(in *Input, _ *plan.Selection) { in.Claims = claims }))
			assert.Equal(t, row.says, table.Contradictions)
		})
	}
}

func TestClaimsThatMeanNothingAreRefused(t *testing.T) {
	for _, text := range []string{"two-zonez", "two-zones=maybe", "compute=new", "=yes", "compute=yes"} {
		_, err := ParseClaims([]string{text})
		assert.Error(t, err, text)
	}
}

func TestFewerCasesRunSideBySideThanWereAskedFor(t *testing.T) {
	for _, row := range []struct {
		jobs, servers int
		want          string
	}{
		{16, 4, "runs      1 of 6 cases, 4 servers at once and so 2 cases at a time: --jobs 16 wants --max-servers 18\n"},
		{2, 3, "runs      1 of 6 cases, 3 servers at once and so 1 case at a time: --jobs 2 wants --max-servers 4\n"},
		{2, 4, "runs      1 of 6 cases, 4 servers at once\n"},
	} {
		in := input(t, nil)
		in.Jobs, in.MaxServers = row.jobs, row.servers
		var head bytes.Buffer
		require.NoError(t, MakeTable(in).Print(&head, 118, false))
		assert.Contains(t, head.String(), row.want)
	}
}

func TestTheTableForPeopleAndForPrograms(t *testing.T) {
	in := input(t, nil)
	var all, head bytes.Buffer
	require.NoError(t, MakeTable(in).Print(&all, 118, true))
	require.NoError(t, MakeTable(in).Print(&head, 118, false))
	for _, line := range []string{
		"target    prod (real), profile shipped, compute 2.1 to 2.93\n",
		"  contradiction: reimage: advertised yes, observed no (os-reimage answers 404)\n",
		"  actor reader        not-run       1     MVN-06  --actor reader=CLOUD, or an --os-cloud whose user may create users\n",
		"price     roughly 1 server, 2 calls by an admin: 1 min, where a server takes 4 s (--boot)\n",
		"runs      1 of 6 cases, 4 servers at once\n",
	} {
		assert.Contains(t, all.String(), line)
		assert.Contains(t, head.String(), line)
	}
	for _, line := range []string{
		"creates   at most 2 projects, 1 user, 1 server, 1 key pair, 2 calls by an admin; all of it is removed again\n",
		"disturbs  nobody: only what it creates itself is changed\n",
	} {
		assert.Contains(t, all.String(), line)
		assert.NotContains(t, head.String(), line)
	}
	assert.Contains(t, head.String(), "actors    1 ready; not ready: reader\n")
	assert.Regexp(t, `legacy-policy +– +– +yes +a reader may write`, all.String())
	assert.NotContains(t, head.String(), "  legacy-policy", "nothing is missing of it")
	assert.Regexp(t, `reader  no     read, and write as well: policy defaults of before 2023.1; nobody has the role reader\n`, all.String())
	first, err := json.Marshal(MakeTable(in))
	require.NoError(t, err)
	second, err := json.Marshal(MakeTable(in))
	require.NoError(t, err)
	assert.Equal(t, first, second)
	assert.NotContains(t, string(first), "null", "lists are never null")
}

// Whoever plans a run reads what is long as counts, each with an example.
func TestTheSummaryOfAPlanCounts(t *testing.T) {
	table := MakeTable(input(t, func(_ *Input, s *plan.Selection) { s.Disruptive = true }))
	for i := range 30 {
		table.Disturbs = append(table.Disturbs, fmt.Sprintf("UTH-%d: closes a host", i))
	}
	var b bytes.Buffer
	require.NoError(t, table.PrintSummary(&b, 118))
	for _, line := range []string{
		"services  compute 2.1 to 2.93, block-storage 3.0 to 3.70\n",
		"  contradiction: reimage: advertised yes, observed no (os-reimage answers 404)\n",
		"creates   at most ",
		"disturbs  others in 31 rows; -v names them\n  MVN  1 row    such as MVN-02: disturbs\n  UTH  30 rows  such as UTH-0: closes a host\n",
	} {
		assert.Contains(t, b.String(), line)
	}
	assert.Regexp(t, `(?m)^offers    3 of \d+ capabilities, lacks \d+, and 1 are not seen before the run; -v lists them$`, b.String())
	assert.NotContains(t, b.String(), "would be created")
}

// Tables fit the terminal.
func TestTheTableFitsTheTerminal(t *testing.T) {
	table := MakeTable(input(t, func(in *Input, _ *plan.Selection) {
		in.Target.Name = "a cloud (https://identity.cloud.example.org:5000/v3)"
		have := in.Facts.Capabilities[target.Metadata]
		have.Evidence = strings.Repeat("what a guest sees is not readable from here ", 6)
		in.Facts.Capabilities[target.Metadata] = have
	}))
	for _, width := range []int{80, 118} {
		var b bytes.Buffer
		require.NoError(t, table.Print(&b, width, true))
		require.NoError(t, table.Print(&b, width, false))
		require.NoError(t, table.PrintSummary(&b, width))
		for line := range strings.Lines(b.String()) {
			assert.LessOrEqual(t, utf8.RuneCountInString(strings.TrimRight(line, "\n")), width, line)
		}
	}
}
