package world

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

const second = time.Second

func TestThePaceIsThatOfTheShortestOfTheLastWaits(t *testing.T) {
	var p pace
	assert.Zero(t, p.head("boot"), "nothing is known")
	p.learn("boot", 0, 4*second, 9)
	assert.Equal(t, 3*second, p.head("boot"))
	p.learn("boot", 3*second, 2*second, 2)
	assert.Equal(t, 1500*time.Millisecond, p.head("boot"))
	p.learn("boot", 1500*time.Millisecond, time.Hour, 8)
	assert.Equal(t, 1500*time.Millisecond, p.head("boot"), "one slow time does not hold up all after it")
	p.learn("boot", 1500*time.Millisecond, time.Hour, 8)
	p.learn("boot", 1500*time.Millisecond, time.Hour, 8)
	assert.Equal(t, longHead, p.head("boot"), "three do, so far")
	assert.Zero(t, p.head("delete"))
}

func TestAWaitThatWasOverAtTheFirstLookMayHaveBeenOverLongBefore(t *testing.T) {
	var p pace
	p.learn("boot", 0, 4*second, 9)
	p.learn("boot", 3*second, 3*second, 1)
	assert.Equal(t, 1125*time.Millisecond, p.head("boot"))
}

func TestWorkThatIsOverInNoTimeHasNoHead(t *testing.T) {
	var p pace
	p.learn("boot", 0, 60*time.Millisecond, 2)
	assert.Zero(t, p.head("boot"))
}

func TestAHeadThatSavesNoLookIsGivenUp(t *testing.T) {
	var p pace
	p.learn("boot", 0, 240*time.Millisecond, 4)
	assert.Equal(t, 180*time.Millisecond, p.head("boot"))
	p.learn("boot", 180*time.Millisecond, 420*time.Millisecond, 4)
	assert.Zero(t, p.head("boot"), "the work counts looks, as a mock with --lifecycle reads=3 does")
}
