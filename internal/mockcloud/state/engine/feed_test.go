package engine

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func write(t *testing.T, s *Store, f func(x *Txn)) {
	x := s.Write()
	f(x)
	require.NoError(t, x.Commit())
}

func TestTheFeedKeepsTheNewest(t *testing.T) {
	s := New()
	write(t, s, func(x *Txn) { Notifications.Insert(x, &Notification{Serial: 1}) })
	early := s.Snapshot()
	const n = feedBlock*feedBlocks + 1000
	for i := int64(2); i <= n; i += 3 {
		write(t, s, func(x *Txn) {
			for j := range int64(3) {
				Notifications.Insert(x, &Notification{Serial: i + j})
			}
		})
	}
	all := slices.Collect(Notifications.All(s.Read()))
	require.Less(t, len(all), feedBlock*(feedBlocks+1))
	require.Greater(t, len(all), feedBlock*(feedBlocks-1))
	for i := 1; i < len(all); i++ {
		require.Equal(t, all[i-1].Serial+1, all[i].Serial)
	}
	require.NoError(t, s.Restore(early))
	assert.Len(t, slices.Collect(Notifications.All(s.Read())), 1)
}
