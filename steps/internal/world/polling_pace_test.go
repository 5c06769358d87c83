package world

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

const second = time.Second

func TestTheSecondShortestOfTheLastWaitsSetsThePace(t *testing.T) {
	var p pace
	assert.Zero(t, p.head("boot"), "nothing is known")
	p.learn("boot", 0, 4*second, 9)
	assert.Equal(t, 4*second, p.head("boot"))
	p.learn("boot", 4*second, 2*second, 2)
	assert.Equal(t, 2*second, p.head("boot"), "of two the shorter one")
	p.learn("boot", 2*second, time.Hour, 8)
	p.learn("boot", 2*second, time.Hour, 8)
	assert.Equal(t, 2*second, p.head("boot"), "slow waits do not hold up all after them")
	p.learn("boot", 2*second, 5*second, 3)
	assert.Equal(t, 4*second, p.head("boot"), "of five one quick wait does not count")
	p.learn("boot", 2*second, time.Hour, 8)
	p.learn("boot", 2*second, time.Hour, 8)
	assert.Equal(t, longHead, p.head("boot"), "only one of the last five was not slow")
	assert.Zero(t, p.head("delete"))
}

func TestAWaitThatWasOverAtTheFirstLookMayHaveBeenOverLongBefore(t *testing.T) {
	var p pace
	p.learn("boot", 0, 4*second, 9)
	p.learn("boot", 4*second, 4*second, 1)
	assert.Equal(t, 3200*time.Millisecond, p.head("boot"))
}

func TestWhatTakesLongIsLookedAtSeldom(t *testing.T) {
	assert.Equal(t, 8*second, pauseAfter(40*second))
	assert.Equal(t, 8*second, longestPause(40*second))
	assert.Equal(t, longPause, longestPause(second))
	assert.Equal(t, firstPause, pauseAfter(0))
}

func TestWorkThatIsOverInNoTimeHasNoHead(t *testing.T) {
	var p pace
	p.learn("boot", 0, 60*time.Millisecond, 2)
	assert.Zero(t, p.head("boot"))
}

func TestAHeadThatSavesNoLookIsGivenUp(t *testing.T) {
	var p pace
	p.learn("boot", 0, 240*time.Millisecond, 4)
	assert.Equal(t, 240*time.Millisecond, p.head("boot"))
	p.learn("boot", 240*time.Millisecond, 420*time.Millisecond, 4)
	assert.Zero(t, p.head("boot"), "the work counts looks, as a mock with --lifecycle reads=3 does")
}
