package target

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPlaces(t *testing.T) {
	p := Places{{Host: "h1", Zone: "b"}, {Host: "h2", Zone: "a"}, {Host: "h3", Zone: "a"}, {Host: "h0", Zone: "nova", Outside: true}}
	assert.Equal(t, []string{"a", "b", "nova"}, p.Zones(), "zones that aggregates make come first")
	assert.Equal(t, Places{p[1], p[2]}, p.In("a"))
	assert.Equal(t, Places{p[3]}, p.Outside())
	assert.Empty(t, Places(nil).Zones())
}
