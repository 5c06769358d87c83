package world

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestThePaceIsThatOfTheLastTimes(t *testing.T) {
	var p pace
	assert.Zero(t, p.head("boot"), "nothing is known")
	p.learn("boot", 2*time.Second)
	assert.Equal(t, 1500*time.Millisecond, p.head("boot"))
	p.learn("boot", 4*time.Second)
	assert.Equal(t, 2250*time.Millisecond, p.head("boot"))
	p.learn("boot", time.Hour)
	assert.Equal(t, longHead, p.head("boot"), "one slow time does not stop everything")
	assert.Zero(t, p.head("delete"))
}
