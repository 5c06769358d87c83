package steps

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"plumbline/internal/steps/plan"
)

// Cases that may have lacked room run alone, a few at a time. On a cloud that is broken they fail all the same, and the rest, which may be
// hundreds, run as many at once as others do, once more each.
func TestOfManyCasesWithoutRoomFewRunAlone(t *testing.T) {
	var d doubts
	named := func(i int) plan.Case { return plan.Case{ID: fmt.Sprint("case ", i)} }
	for i := range 25 {
		assert.True(t, d.addAlone(named(i), "failed"))
	}
	d.add(named(99), "with what another had left")

	due, atOnce := d.takeDue(4)
	assert.Equal(t, []any{1, 4}, []any{len(due), atOnce})
	due, atOnce = d.takeDue(4)
	assert.Equal(t, []any{roomless, 1}, []any{len(due), atOnce})
	for _, c := range due {
		assert.False(t, d.addAlone(c, "failed"), "once alone is enough")
	}
	assert.False(t, d.addAlone(named(50), "failed"), "room is not what they lack")
	due, atOnce = d.takeDue(4)
	assert.Equal(t, []any{15, 4}, []any{len(due), atOnce})
	due, _ = d.takeDue(4)
	assert.Empty(t, due)
}
