package clock

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestManualStandsStill(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC)
	c := NewManual(at)
	assert.Equal(t, at, c.Now())
	assert.Equal(t, at, c.Now())
	c.Advance(time.Hour)
	assert.Equal(t, at.Add(time.Hour), c.Now())
}

func TestRealGoesAhead(t *testing.T) {
	var c Real
	before := time.Now()
	c.Advance(time.Hour)
	assert.WithinDuration(t, before.Add(time.Hour), c.Now(), time.Minute)
	assert.Equal(t, time.UTC, c.Now().Location())
}

func TestRealCanBeStopped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var c Real
		assert.False(t, c.Frozen())
		c.Thaw() // nothing to thaw
		c.Advance(time.Minute)
		c.Freeze()
		at := c.Now()
		assert.True(t, c.Frozen())
		assert.WithinDuration(t, time.Now().Add(time.Minute), at, time.Second)
		time.Sleep(time.Hour)
		c.Freeze() // again: it stays where it is
		assert.Equal(t, at, c.Now())
		c.Advance(10 * time.Second)
		assert.Equal(t, at.Add(10*time.Second), c.Now())
		c.Thaw()
		assert.False(t, c.Frozen())
		assert.Equal(t, at.Add(10*time.Second), c.Now(), "it goes on from where it stood")
		time.Sleep(time.Minute)
		assert.Equal(t, at.Add(70*time.Second), c.Now())
	})
}

func TestLifecycles(t *testing.T) {
	for _, text := range []string{"immediate", "after=2s", "after=1m30s", "reads=3"} {
		l, err := ParseLifecycle(text)
		require.NoError(t, err)
		assert.Equal(t, text, l.String())
	}
	l, err := ParseLifecycle("")
	require.NoError(t, err)
	assert.Equal(t, Immediate, l)
	assert.Equal(t, 2*time.Second, After(2*time.Second).Delay())
	assert.Equal(t, 3, AfterReads(3).Reads())
	for _, text := range []string{"soon", "after", "after=", "after=-1s", "reads=0", "reads=x", "after=3"} {
		_, err := ParseLifecycle(text)
		assert.ErrorContains(t, err, text)
	}
}
