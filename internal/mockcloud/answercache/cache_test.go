package answercache

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
)

type answer struct{ size int }

func (a *answer) IsFresh() bool { return true }
func (a *answer) Size() int     { return a.size }

func TestTheCacheHasABound(t *testing.T) {
	var k Cache[string, *answer]
	for i := range 100 {
		k.Put(fmt.Sprint(i), &answer{Most / 20})
	}
	assert.LessOrEqual(t, k.size, Most)
	assert.NotEmpty(t, k.all)
	k.Put("too large", &answer{Most})
	assert.Nil(t, k.Get("too large"))
	k.Forget()
	assert.Zero(t, k.size)
}
