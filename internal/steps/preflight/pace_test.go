package preflight

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestATimeOfARequestHasTwoDigits(t *testing.T) {
	for seconds, words := range map[float64]string{0.0004: "0.4 ms", 0.00123: "1.2 ms", 0.0456: "46 ms", 0.1149: "110 ms", 2.34: "2300 ms"} {
		assert.Equal(t, words, milliseconds(seconds))
	}
}
