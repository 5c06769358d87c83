package plan

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestBothGrammarsOfTags runs each expression over all sets of three tags, in godog's words and in Cucumber's.
func TestBothGrammarsOfTags(t *testing.T) {
	names := []string{"a", "needs:b", "c"}
	for _, row := range []struct{ godog, cucumber string }{
		{"~@a", "not @a"},
		{"@a && @needs:b", "@a and @needs:b"},
		{"@a,@needs:b", "@a or @needs:b"},
		{"@a,@needs:b && ~@c", "(@a or @needs:b) and not @c"},
		{"@a && ~@needs:b,@c", "@a and (not @needs:b or @c)"},
		{"~a&&~needs:b&&~c", "not a and not needs:b and not c"},
		{"~@a,~@c", "not @a or not @c"},
	} {
		t.Run(row.godog, func(t *testing.T) {
			one, err := parseTags(row.godog)
			require.NoError(t, err)
			other, err := parseTags(row.cucumber)
			require.NoError(t, err)
			for set := range 1 << len(names) {
				var tags []string
				for i, name := range names {
					if set&(1<<i) != 0 {
						tags = append(tags, name)
					}
				}
				assert.Equal(t, other.match(tags), one.match(tags), "tags %s", strings.Join(tags, " "))
			}
		})
	}
}

func TestTagsOfNeitherGrammarAreRefused(t *testing.T) {
	for _, row := range []struct{ text, says string }{
		{"@a &&", "a tag is missing beside"},
		{"@a,,@b", "a tag is missing beside"},
		{"~", "a tag is missing beside"},
		{"@a && not @b", `"not @b" is no tag`},
		{"(@a,@b)", `"(@a" is no tag`},
		{"~~@a", `"~~@a" is no tag`},
	} {
		_, err := parseTags(row.text)
		assert.ErrorContains(t, err, row.says, row.text)
	}
}
