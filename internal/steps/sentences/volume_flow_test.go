package sentences

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"plumbline/internal/steps/sentences/internal/volumes"
)

func TestStatesThatWereSeenComeInTheExpectedOrder(t *testing.T) {
	want := strings.Fields("in-use reserved downloading reserved attaching in-use")
	for name, c := range map[string]struct {
		seen string
		ok   bool
	}{
		"every state":                       {"in-use reserved downloading reserved attaching in-use", true},
		"some were missed":                  {"reserved downloading attaching in-use", true},
		"the first one again at the end":    {"in-use downloading in-use", true},
		"nothing but the end":               {"in-use", true},
		"one that does not belong there":    {"in-use reserved available downloading in-use", false},
		"two in the other order":            {"in-use attaching downloading in-use", false},
		"one more than there may be":        {"reserved downloading reserved downloading in-use", false},
		"not at the end":                    {"in-use reserved downloading", false},
		"an error on the way, then the end": {"in-use downloading error in-use", false},
		"nothing":                           {"", false},
	} {
		assert.Equal(t, c.ok, volumes.InOrder(strings.Fields(c.seen), want), name)
	}
}
