package features_test

import (
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
)

// Heat's words for what can happen to a stack, those of the specification lock-stack included, and for how far that is.
var (
	stackActions = []string{
		"INIT", "CREATE", "ADOPT", "UPDATE", "ROLLBACK", "DELETE", "SUSPEND", "RESUME", "CHECK",
		"SNAPSHOT", "RESTORE", "LOCK", "UNLOCK",
	}
	stackProgress = []string{"IN_PROGRESS", "COMPLETE", "FAILED"}
)

var (
	givenState = regexp.MustCompile(`^a stack (?:for lock |for unlock )?in the state (\w+)$`)
	locking    = regexp.MustCompile(`^the member (?:locks the stack at level all|asks the stack to (lock|unlock))$`)
)

// The states are not sampled: from each of them a row asks for a lock, and a row for an unlock (LCK-26 to LCK-31, LCK-50 to LCK-55).
func TestEachStateOfAStackIsAskedForALockAndAnUnlock(t *testing.T) {
	_, scenarios := load(t)
	asked := map[string][]string{}
	for _, s := range scenarios {
		if s.Spec != "stack-lock" {
			continue
		}
		state, action := "", ""
		for _, step := range s.Steps {
			if m := givenState.FindStringSubmatch(step.Text); step.Kind == features.State && m != nil {
				state = m[1]
			}
			if m := locking.FindStringSubmatch(step.Text); step.Kind == features.Exchange && m != nil {
				action = m[1]
				if action == "" {
					action = "lock"
				}
			}
		}
		if state != "" && action != "" {
			asked[action] = append(asked[action], state)
		}
	}
	require.Len(t, asked, 2)
	for _, action := range []string{"lock", "unlock"} {
		for _, a := range stackActions {
			for _, p := range stackProgress {
				if state := a + "_" + p; state != "LOCK_COMPLETE" || action != "unlock" {
					assert.Contains(t, asked[action], state, "no row asks a stack that is %s for %s", state, action)
				}
			}
		}
		for _, state := range asked[action] {
			assert.True(t, slices.ContainsFunc(stackProgress, func(p string) bool {
				return slices.ContainsFunc(stackActions, func(a string) bool { return a+"_"+p == state })
			}), "%s is no state of a stack", state)
		}
	}
}
