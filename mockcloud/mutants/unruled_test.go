package mutants

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/features"
	"plumbline/mockcloud/pipeline"
	"plumbline/openapi"
)

// noStep are steps without a requirement of their own, with the reason.
var noStep = func() map[string]string {
	out := map[string]string{
		"servers.create/make the servers":                    "without it every set-up ends in error, which proves nothing",
		"servers.shelve/begin to shelve":                     "without it every set-up ends in error, which proves nothing",
		"servers.shelve-offload/begin to offload":            "without it every set-up ends in error, which proves nothing",
		"servers.start/begin":                                "rows ask only for what is refused before it",
		"limits.show/another project needs an administrator": "rows ask for the limits of their own project",
		"servers.list/all projects need an administrator":    "the rule that it asks is broken instead",
		"servers.list/filters":                               "rows about lists look at headers and at what queries are refused",
		"servers.list/sort key and direction":                "rows about lists look at headers and at what queries are refused",
		"servers.list/status exists":                         "rows about lists look at headers and at what queries are refused",
	}
	for _, name := range []string{
		"boot order", "counts", "disks can be read", "disks go with the request", "flavor exists", "hints", "image exists", "image suits the flavor", "key pair of the caller", "local disks fit the flavor", "metadata quota", "networks exist", "personality quota", "quota", "security groups exist", "something to boot from", "volumes exist", "what disks are made from",
	} {
		out["servers.create/"+name] = "specifications are about where a new server goes, not about this check"
	}
	return out
}()

func TestEachStepOfAnOperationThatScenariosAreAboutIsForARequirementOrSaysWhyNot(t *testing.T) {
	scenarios, err := features.Scenarios()
	require.NoError(t, err)
	ops := map[string]bool{}
	for _, s := range scenarios {
		for _, op := range s.Ops {
			ops[op] = true
		}
	}
	b, err := newBook(openapi.Specified, openapi.Compute)
	require.NoError(t, err)
	seen := map[string]bool{}
	for op := range ops {
		for _, s := range b.table(op) {
			ref := pipeline.StepRef{Operation: op, Step: s.Name}
			id := op + "/" + s.Name
			has := len(requirementsOf(ref, s)) > 0
			_, excused := noStep[id]
			seen[id] = true
			assert.NotEqual(t, has, excused, id)
		}
	}
	for id := range noStep {
		assert.True(t, seen[id], "%s is no step", id)
	}
}
