package main

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/cmd/plumbline/internal/certify"
	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/features"
	"plumbline/internal/mockcloud/mutants"
	"plumbline/internal/openapi"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/steps/plan"
	"plumbline/mockcloud"
	"plumbline/mockcloud/journal"
	"plumbline/steps"
)

func TestMutantsNameRequirementsThatHaveScenariosInTheirProfile(t *testing.T) {
	catalogue, err := features.Catalogue()
	require.NoError(t, err)
	scenarios, err := features.Scenarios()
	require.NoError(t, err)
	for _, p := range openapi.Profiles() {
		all, err := mutants.All(p)
		require.NoError(t, err)
		for _, m := range all {
			reached := false
			for _, id := range m.Requirements {
				_, known := catalogue.Requirement(id)
				assert.True(t, known, "%s: requirement %s is not in the catalogue", m.ID, id)
				reached = reached || slices.ContainsFunc(scenarios, func(s features.Scenario) bool {
					return (s.In(p) || s.In(openapi.Specified)) && slices.Contains(s.Requirements, id)
				})
			}
			assert.True(t, reached || m.Equivalent != "", "no scenario of %s has to notice %s", p, m.ID)
		}
	}
}

// noRule are the requirements that no rule of the mock stands for, with the reason.
var noRule = map[string]string{
	"RKP-05": "what a stack shows is not touched by any rule of a rebuild",
	"RKP-11": "the rule is the one of RKP-08: whose key pairs are looked at",
	"RKP-19": "the material is copied by the step of RKP-10 and RKP-20",
	"RKP-21": "the command line is the client's",
	"HYP-27": "the operator's switch is a setting, not a rule",
	"UTH-21": "the command line is the client's",
	"UTH-22": "the library's function is the client's",
	"UTH-76": "the zone is a field of the view, which no step makes",
	"LCK-63": "nothing refuses: what a broken rule could refuse are the policies of LCK-09D",
	"LCK-59": "the command line is the client's",
	"LCK-60": "documentation is no rule",
	"MVN-26": "one function reads the header for block storage: the mutants of the source break it",
	"MVN-27": "the stage is the one of every service: the mutants of the source break it",
	"MVN-28": "filters are functions of the list, which no table has: the mutants of the source break them",
	"MVN-29": "fields of the view, which no step makes: the mutants of the source break them",
	"BFV-22": "the command line is the client's",
}

func TestEachRequirementHasAMutantOrAReason(t *testing.T) {
	catalogue, err := features.Catalogue()
	require.NoError(t, err)
	broken := map[string]bool{}
	for _, p := range openapi.Profiles() {
		all, err := mutants.All(p)
		require.NoError(t, err)
		for _, m := range all {
			for _, id := range m.Requirements {
				broken[id] = broken[id] || m.Equivalent == ""
			}
		}
	}
	for _, r := range catalogue.All() {
		// A decision that was split off is looked at by the mutants of what it was split off from.
		noticed := broken[r.ID] || broken[strings.TrimSuffix(r.ID, "D")]
		assert.NotEqual(t, noticed, noRule[r.ID] != "", "%s: a mutant that it notices, or a reason why there is none", r.ID)
	}
}

// What refuses is known by running everything in both profiles: a check that is not known to be one would not have
// its status broken.
func TestTheStepsThatRefuseAreTheOnesThatDo(t *testing.T) {
	known, refused := map[string]bool{}, map[string]bool{}
	for _, p := range openapi.Profiles() {
		refusals, err := mutants.Refusals(p)
		require.NoError(t, err)
		maps.Copy(known, refusals)
		for _, e := range journalOf(t, p) {
			refused[e.Operation+"/"+e.Stage] = true
		}
	}
	for step, refuses := range known {
		assert.Equal(t, refuses, refused[step], "%s: either it refuses (then it says with which status) or it does not", step)
	}
}

// journalOf is what a mock noted while everything ran against it.
func journalOf(t *testing.T, p openapi.Profile) []journal.Entry {
	t.Helper()
	// Client programs take seconds to start, and ask nothing that other rows do not.
	programs := []string{"RKP-21", "UTH-21", "UTH-22", "BFV-22", "LCK-59"}
	o := steps.Options{Profile: p, Selection: plan.Selection{Disruptive: true, Exclude: programs}}
	require.NoError(t, certify.Embed(&o, mockcloud.WithJournal(200_000)))
	o.Fresh = true // a mock that is brought back forgets what it was asked
	cloud := o.Target.Handler.(*mockcloud.Cloud)
	o.Log = eventlog.NewWriter(&bytes.Buffer{}, time.Now)
	_, err := steps.Run(context.Background(), o)
	require.NoError(t, err)
	return cloud.Control().Journal()
}

func TestMutate(t *testing.T) {
	call := func(args ...string) (int, string, string) {
		var out, errs bytes.Buffer
		code := run(context.Background(), append([]string{"mutate"}, args...), nil, &out, &errs)
		return code, out.String(), errs.String()
	}
	t.Run("kills what a scenario notices", func(t *testing.T) {
		code, out, errs := call("--only", "policy/os_compute_api:servers:start", "--only", "stages/size", "-v", "--profile", "shipped")
		assert.Equal(t, cli.ExitOK, code, out+errs)
		assert.Contains(t, out, "killed    policy/os_compute_api:servers:start=any")
		assert.Contains(t, out, "equivalent stages/size/swapped")
		assert.Contains(t, out, "score: 100 %")
	})
	t.Run("lists without running", func(t *testing.T) {
		code, out, _ := call("--list", "--class", "states")
		assert.Equal(t, cli.ExitOK, code)
		assert.Contains(t, out, "shipped states/servers.rebuild/paused.allowed\n    a server that is paused can be "+
			"rebuilt\n    noticed by RKP-29 RKP-N06\n")
	})
	t.Run("knows its classes", func(t *testing.T) {
		code, _, errs := call("--class", "nothing")
		assert.Equal(t, cli.ExitUsage, code)
		assert.Contains(t, errs, `there is no class of mutants "nothing"`)
	})
	t.Run("wants at least one", func(t *testing.T) {
		code, _, errs := call("--only", "nothing")
		assert.Equal(t, cli.ExitUsage, code)
		assert.Contains(t, errs, "no mutant")
	})
}
