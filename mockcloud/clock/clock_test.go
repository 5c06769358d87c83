package clock

import (
	"testing"
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

func TestLifecycles(t *testing.T) {
	for _, text := range []string{"immediate", "after=2s", "after=1m30s", "reads=3"} {
		l, err := ParseLifecycle(text)
		require.NoError(t, err)
		assert.Equal(t, text, l.String())
	}
	l, err := ParseLifecycle("")
	require.NoError(t, err)
	assert.Equal(t, Lifecycle{}, l)
	assert.Equal(t, 2*time.Second, After(2*time.Second).Delay)
	assert.Equal(t, 3, AfterReads(3).Reads)
	for _, text := range []string{"soon", "after", "after=", "after=-1s", "reads=0", "reads=x", "after=3"} {
		_, err := ParseLifecycle(text)
		assert.ErrorContains(t, err, text)
	}
}
