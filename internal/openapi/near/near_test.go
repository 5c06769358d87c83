package near

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestWhatSomebodyMayHaveMeant(t *testing.T) {
	known := []string{
		"rebuild-keypair-reset", "unshelve-to-host", "volume-backed-rebuild", "RKP-01", "RKP-01a", "UTH-01",
		"stack-lock/a#LCK-05",
	}
	for word, want := range map[string]string{
		"unshelve":             "; did you mean unshelve-to-host?",
		"volume-backd-rebuild": "; did you mean volume-backed-rebuild?",
		"rkp-01":               "; did you mean RKP-01 or RKP-01a?",
		"LCK-05":               "; did you mean stack-lock/a#LCK-05?",
		"something":            "",
		"":                     "",
	} {
		assert.Equal(t, want, Hint(word, known), word)
	}
}
