package features_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/openapi"
)

// promised are the ids of every requirement there is to certify, by the specification's folder: single ones and
// ranges. Negative cases have an N, decisions about what a requirement leaves open a D.
var promised = map[string]string{
	"rebuild-keypair-reset":     "RKP 01-29 N01-N16",
	"unshelve-to-host":          "UTH 01-22 30-33 40-49 60-78 N01-N17",
	"volume-backed-rebuild":     "BFV 01-27 16D N01-N10 N07D",
	"hypervisors-project-admin": "HYP 01-10 20-33 20D 23D 40-53",
	"stack-lock":                "LCK 01-12 20-35 40-60 62-64 09D 23D 29D 45D 46D 49D 57D 58D 62D",
	"microversions":             "MVN 01-40",
}

var span = regexp.MustCompile(`^(N?)(\d\d)(D?)(?:-N?(\d\d))?$`)

// ids spells out a prefix with its ranges.
func ids(t *testing.T, ranges string) []string {
	t.Helper()
	words := strings.Fields(ranges)
	var out []string
	for _, word := range words[1:] {
		m := span.FindStringSubmatch(word)
		require.NotNil(t, m, "%q is no range of ids", word)
		var from, to int
		_, err := fmt.Sscan(strings.TrimLeft(m[2], "0"), &from)
		require.NoError(t, err)
		to = from
		if m[4] != "" {
			_, err = fmt.Sscan(strings.TrimLeft(m[4], "0"), &to)
			require.NoError(t, err)
		}
		for n := from; n <= to; n++ {
			out = append(out, fmt.Sprintf("%s-%s%02d%s", words[0], m[1], n, m[3]))
		}
	}
	return out
}

func TestEveryPromisedRequirementIsInTheCatalogueAndNoOther(t *testing.T) {
	catalogue, _ := load(t)
	for spec, ranges := range promised {
		t.Run(spec, func(t *testing.T) {
			s, found := catalogue.Specification(spec)
			require.True(t, found, "specification %s has no catalogue", spec)
			var have []string
			for _, r := range s.Requirements {
				have = append(have, r.ID)
			}
			assert.ElementsMatch(t, ids(t, ranges), have)
		})
	}
	for _, s := range catalogue.Specifications {
		assert.Contains(t, promised, s.ID, "nobody promised the specification %s", s.ID)
	}
}

func TestEveryPromisedRequirementHasAVerdictInEachProfile(t *testing.T) {
	catalogue, scenarios := load(t)
	reached := map[string]map[openapi.Profile]bool{}
	for _, s := range scenarios {
		for _, id := range s.Requirements {
			if reached[id] == nil {
				reached[id] = map[openapi.Profile]bool{}
			}
			for _, p := range s.Profiles {
				reached[id][p] = true
			}
		}
	}
	for _, ranges := range promised {
		for _, id := range ids(t, ranges) {
			r, found := catalogue.Requirement(id)
			if !found {
				continue // the test above says so
			}
			for _, p := range openapi.Profiles() {
				in := r.Profiles[p]
				switch {
				case !in.Holds:
					assert.NotEmpty(t, in.Reason, "%s does not hold in %s: say why", id, p)
				case !reached[id][p]:
					assert.Equal(t, features.NotObservable, r.Class, "%s holds in %s and no scenario reaches it", id, p)
					assert.NotEmpty(t, r.Notes, "%s cannot be observed: say why", id)
				}
			}
		}
	}
}

// What no release has carries no profile tag: in the profile shipped its probe says that it is absent.
func TestWhatNoReleaseHasIsAskedForInBothProfiles(t *testing.T) {
	_, scenarios := load(t)
	absent := map[string]bool{"stack-lock": true, "hypervisor-uuid": true, "reimage-flag": true}
	for _, s := range scenarios {
		needs := false
		for _, n := range s.Needs {
			needs = needs || absent[n]
		}
		if needs {
			assert.Len(t, s.Profiles, len(openapi.Profiles()),
				"%s needs what no release has: it holds in both profiles, unsupported where it is absent", s.ID)
		}
	}
}

func TestTheMatrixOfLocksIsWhole(t *testing.T) {
	_, scenarios := load(t)
	cells := map[string]bool{}
	for _, s := range scenarios {
		if strings.Contains(s.Row, ".") {
			cells[s.Row] = true
		}
	}
	states := []string{"LCK-50", "LCK-51", "LCK-52", "LCK-53", "LCK-54", "LCK-55"}
	actions := []string{
		"lock", "unlock", "delete", "update", "patch", "suspend", "resume", "check", "snapshot", "restore",
		"delete_snapshot", "cancel_update", "cancel_without_rollback", "abandon", "signal", "mark_unhealthy",
	}
	for _, state := range states {
		for _, action := range actions {
			assert.True(t, cells[state+"."+action], "no row is the cell %s.%s", state, action)
		}
	}
	assert.Len(t, cells, len(states)*len(actions))
}
