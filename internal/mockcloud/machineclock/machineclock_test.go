package machineclock

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestClockGoesAhead(t *testing.T) {
	var c Clock
	before := time.Now()
	c.Advance(time.Hour)
	assert.WithinDuration(t, before.Add(time.Hour), c.Now(), time.Minute)
	assert.Equal(t, time.UTC, c.Now().Location())
}

func TestClockCanBeStopped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var c Clock
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
