package redact

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestEachSecretNameHasAFragment(t *testing.T) {
	names := slices.Sorted(maps.Keys(secretKeys))
	for name := range looseMalformed {
		names = append(names, name)
	}
	for key := range secretUnder {
		names = append(names, key)
	}
	for _, name := range names {
		assert.True(t, mayName(name), name)
		assert.True(t, mayName(strings.ToUpper(name[:2])+"_"+name[2:]), "%s, written otherwise", name)
	}
	assert.False(t, mayName("Sun, 22 Nov 2026 11:00:00 GMT"))
}

func TestWhatANameSaysIsRememberedOfSoManyNames(t *testing.T) {
	for range 2 * mostKinds {
		assert.False(t, kindOf(strings.Repeat("x", 81)).secret)
	}
	for i := range 2 * mostKinds {
		assert.True(t, kindOf("os:"+strings.Repeat("-", i%40)+"pass_word").secret)
		kindOf(strings.Repeat("n", i%79) + string(rune('a'+i%26)))
	}
	assert.LessOrEqual(t, kindsKnown.Load(), int64(mostKinds)+8)
}
