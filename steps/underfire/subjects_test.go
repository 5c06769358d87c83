package underfire_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/mockcloud/mutants"
	"plumbline/internal/openapi"
	"plumbline/internal/reports/verdict"
	"plumbline/internal/steps/target"
)

// size says how much of the suite is put under fire.
type size struct {
	profiles []openapi.Profile
	specs    []string
	// rows and mutants are how many of each there are by specification and profile.
	rows, mutants int
	whole         bool
}

// most is how many requests a row may make; longer ones would only take longer.
const most = 60

// choose finds rows that a sound cloud passes, and clouds with one rule broken on which a row fails: rules that both
// profiles share are broken in shipped only. A seed makes it the same choice each time.
func choose(t *testing.T, profile openapi.Profile, s size) (out []subject) {
	all, err := features.Scenarios()
	require.NoError(t, err)
	broken, err := mutants.All(profile)
	require.NoError(t, err)
	rng := rand.New(rand.NewPCG(1, 2))
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	rng.Shuffle(len(broken), func(i, j int) { broken[i], broken[j] = broken[j], broken[i] })
	for _, spec := range s.specs {
		of := slices.DeleteFunc(slices.Clone(all), func(sc features.Scenario) bool {
			return sc.Spec != spec || !sc.In(profile) || slices.Contains(sc.Needs, target.NovaClient) ||
				slices.Contains(sc.Needs, target.OpenStackClient)
		})
		sound, found := pass(t, profile, of, s.rows), fail(t, profile, of, broken, s.mutants)
		require.Len(t, sound, s.rows, "rows of %s in %s", spec, profile)
		out = append(out, append(sound, found...)...)
	}
	return out
}

func pass(t *testing.T, profile openapi.Profile, scenarios []features.Scenario, n int) (out []subject) {
	for _, sc := range scenarios {
		if len(out) == n {
			break
		}
		if s, ok := measure(t, subject{profile: profile, scenario: sc}, verdict.Pass); ok {
			out = append(out, s)
		}
	}
	return out
}

// fail takes each class of rules once, and the shortest rows of a rule's requirements first.
func fail(t *testing.T, profile openapi.Profile, scenarios []features.Scenario, broken []mutants.Mutant, n int) (out []subject) {
	used := map[mutants.Class]bool{}
	for i := range broken {
		m := &broken[i]
		if len(out) == n {
			break
		}
		if m.Equivalent != "" || used[m.Class] {
			continue
		}
		for _, sc := range about(m, scenarios) {
			if s, ok := measure(t, subject{profile: profile, scenario: sc, mutant: m}, verdict.Fail); ok {
				out, used[m.Class] = append(out, s), true
				break
			}
		}
	}
	return out
}

// about lists a few scenarios of a mutant's requirements.
func about(m *mutants.Mutant, scenarios []features.Scenario) []features.Scenario {
	of := slices.DeleteFunc(slices.Clone(scenarios), func(sc features.Scenario) bool {
		return !slices.ContainsFunc(sc.Requirements, func(id string) bool { return slices.Contains(m.Requirements, id) })
	})
	slices.SortStableFunc(of, func(a, b features.Scenario) int { return len(a.Steps) - len(b.Steps) })
	return of[:min(3, len(of))]
}

// measure runs the subject with the network whole: it is taken when it ends as wanted and is not too long.
func measure(t *testing.T, s subject, want verdict.Verdict) (subject, bool) {
	got := s.run(t, toxic{answer: time.Minute}, 0)
	s.asks, s.at = got.asked, got.subject
	return s, got.verdict == want && s.asks <= most && s.at > 0
}
