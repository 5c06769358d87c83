package features

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestPathsNameScenariosAsGodogsDo(t *testing.T) {
	all := []Scenario{
		{ID: "a/x#1", URI: "a/x.feature", Line: 3},
		{ID: "a/x#2", URI: "a/x.feature", Line: 9},
		{ID: "a/xy#1", URI: "a/xy.feature", Line: 3},
		{ID: "ab/z#1", URI: "ab/z.feature", Line: 3},
	}
	for _, row := range []struct {
		name  string
		paths []string
		want  []string
	}{
		{"no path", nil, []string{"a/x#1", "a/x#2", "a/xy#1", "ab/z#1"}},
		{"the folder of all", []string{"features"}, []string{"a/x#1", "a/x#2", "a/xy#1", "ab/z#1"}},
		{"this folder", []string{"./"}, []string{"a/x#1", "a/x#2", "a/xy#1", "ab/z#1"}},
		{"a folder, not one whose name begins alike", []string{"features/a/"}, []string{"a/x#1", "a/x#2", "a/xy#1"}},
		{"a file", []string{"./a/x.feature"}, []string{"a/x#1", "a/x#2"}},
		{"a row", []string{"features/a/x.feature:9"}, []string{"a/x#2"}},
		{"two, in the order of the suite", []string{"ab", "a/x.feature:3"}, []string{"a/x#1", "ab/z#1"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			found, err := AtPaths(all, row.paths...)
			require.NoError(t, err)
			var ids []string
			for _, s := range found {
				ids = append(ids, s.ID)
			}
			assert.Equal(t, row.want, ids)
		})
	}
	for _, given := range []string{"nowhere", "a/x.feature:4", "a/x.feature:none", "a/x.feature:0"} {
		_, err := AtPaths(all, given)
		assert.ErrorContains(t, err, given)
	}
}
