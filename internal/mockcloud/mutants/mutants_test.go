package mutants

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi"
)

// listed are all mutants of a profile, by id.
func listed(t *testing.T, p openapi.Profile) map[string]Mutant {
	t.Helper()
	all, err := All(p)
	require.NoError(t, err)
	out := map[string]Mutant{}
	for _, m := range all {
		out[m.ID] = m
	}
	require.Len(t, out, len(all), "ids are unique")
	return out
}

// has fails without printing the whole list.
func has(t *testing.T, all map[string]Mutant, id string) {
	t.Helper()
	_, there := all[id]
	assert.True(t, there, "there is no mutant %s", id)
}

func TestEachMutantSaysWhatItBreaksAndWhoNotices(t *testing.T) {
	for _, p := range openapi.Profiles() {
		for id, m := range listed(t, p) {
			assert.NotEmpty(t, m.Broken, id)
			assert.Equal(t, p, m.Profile, id)
			_, err := ParseClass(string(m.Class))
			require.NoError(t, err, id)
			if m.Equivalent == "" {
				assert.NotEmpty(t, m.Requirements, "nobody has to notice %s", id)
			}
		}
	}
}

func TestEveryClassHasMutants(t *testing.T) {
	n := map[Class]int{}
	for _, m := range listed(t, openapi.Shipped) {
		n[m.Class]++
	}
	for _, c := range Classes() {
		assert.Positive(t, n[c], c)
	}
	_, err := ParseClass("nothing")
	assert.Error(t, err)
}

func TestReasonsAreAboutMutantsThatThereAre(t *testing.T) {
	all := listed(t, openapi.Shipped)
	maps.Copy(all, listed(t, openapi.Specified))
	for id := range equivalent {
		has(t, all, id)
	}
}

func TestEachStepAndEachStageIsBroken(t *testing.T) {
	all := listed(t, openapi.Shipped)
	known := map[pipeline.StepRef]bool{}
	var b *deriver
	for _, name := range []openapi.Service{openapi.Orchestration, openapi.Compute} {
		var err error
		b, err = newBook(openapi.Shipped, name)
		require.NoError(t, err)
		for _, operation := range b.stepped() {
			for _, s := range b.table(operation) {
				ref := pipeline.StepRef{Operation: operation, Step: s.Name}
				known[ref] = true
				if len(requirementsOf(ref, s)) > 0 {
					has(t, all, "steps/"+operation+"/"+s.Name+"/dropped")
				}
			}
		}
	}
	for ref := range refuses {
		assert.True(t, known[ref], "%v is no step", ref)
	}
	for _, s := range b.service.Stages {
		if s.Name == pipeline.StageKept {
			continue // refuses nothing
		}
		has(t, all, "stages/"+s.Name+"/dropped")
		has(t, all, "stages/"+s.Name+"/swapped")
	}
	for name := range stageRules[openapi.Compute] {
		has(t, all, "stages/"+name+"/dropped")
	}
	for name, rule := range stageRules[openapi.Orchestration] {
		has(t, all, fmt.Sprintf("stages/orchestration/%s/status-%d", name, rule.status))
	}
}

func TestEachParameterOfARebuildIsBroken(t *testing.T) {
	all := listed(t, openapi.Shipped)
	for _, id := range []string{
		"request/key_name/early@2.53", "request/key_name/late@2.54", "request/key_name/removed@2.54", "request/key_name/oneOf.1-dropped@2.54",
		"request/key_name/oneOf.0.maxLength+1@2.54", "request/rebuild/imageRef.required-dropped@2.1", "request/personality/outlives@2.57",
		"request/hostname/late@2.94", "ignored/key_name", "response/servers.rebuild/key_name.missing@2.54",
		"response/servers.rebuild/key_name.early@2.54",
		"response/servers.rebuild/key_name.stale", "states/servers.rebuild/paused.allowed", "states/servers.rebuild/error.refused",
	} {
		has(t, all, id)
	}
}

func TestSpecifiedBreaksOnlyWhatIsItsOwn(t *testing.T) {
	own := []string{
		"request/key_name/", "request/servers.unshelve/", "request/reimage_boot_volume/",
		"request/servers.create/hypervisor_uuid/", "ignored/reimage_boot_volume",
		"policy/os_compute_api:os-hypervisors:list:assigned", "policy/hypervisors.list.none",
		"request/stacks.lock/", "request/stacks.unlock/", "policy/stacks.lock", "policy/stacks.unlock", "policy/actions:lock",
		"policy/actions:unlock",
	}
	for id := range listed(t, openapi.Specified) {
		assert.True(t, slices.ContainsFunc(own, func(begin string) bool { return strings.HasPrefix(id, begin) }),
			"%s is the same in both profiles", id)
	}
}

func TestEachMutantCanBeMade(t *testing.T) {
	for _, p := range openapi.Profiles() {
		for id, m := range listed(t, p) {
			_, err := m.Cloud()
			require.NoError(t, err, id)
		}
	}
}
