package steps

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"

	"plumbline/internal/steps/plan"
	"plumbline/internal/steps/world"
)

// TestWhatTheNextCaseIsAboutToUseIsNotRemoved, although another case waits for permission to create a server: the next case would have to
// create one, too. Once it has begun, what it did not take may be removed.
func TestWhatTheNextCaseIsAboutToUseIsNotRemoved(t *testing.T) {
	mine, other := &lane{}, &lane{}
	waits := true
	s := &stock{due: map[string]int{"a server": 1}, readers: map[string]int{}, most: 2, wanted: func() bool { return waits }}
	newWorld := func() *world.World { return world.New(context.Background(), &world.Env{}, plan.Case{}) }
	s.kept = []stocked{{key: "a server", world: newWorld(), next: mine}, {key: "a server", world: newWorld(), next: other}}

	assert.Empty(t, s.notDue("a server", stocked{next: mine}))
	assert.Equal(t, serverWanted, s.notDue("a server", stocked{}))
	assert.Equal(t, noCaseLeft, s.notDue("two servers", stocked{next: mine}))
	waits = false
	assert.Empty(t, s.notDue("a server", stocked{}))

	assert.False(t, s.makeRoom())
	s.begun(other)
	assert.True(t, s.makeRoom())
	assert.Equal(t, []*lane{mine}, []*lane{s.kept[0].next})
	assert.False(t, s.makeRoom())
}
