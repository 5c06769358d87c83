package mutants

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/openapi"
)

func TestEachMutantSaysWhatItBreaksAndWhoNotices(t *testing.T) {
	for _, p := range openapi.Profiles() {
		all, err := All(p)
		require.NoError(t, err)
		require.NotEmpty(t, all)
		n := map[Class]int{}
		for _, m := range all {
			n[m.Class]++
			assert.NotEmpty(t, m.Broken, m.ID)
			if m.Equivalent == "" {
				assert.NotEmpty(t, m.Requirements, m.ID)
			}
		}
		t.Log(p, len(all), n)
	}
}

func TestEachMutantCanBeMade(t *testing.T) {
	for _, p := range openapi.Profiles() {
		all, err := All(p)
		require.NoError(t, err)
		for _, m := range all {
			_, err := m.Cloud()
			require.NoError(t, err, m.ID)
		}
	}
}
