package rebuild

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// Block storage has 20 s for each GiB of the image, and a part of one counts as a whole (docs/contract/40-volume-rebuild.md §2). No row
// has an image above 1 GiB: it would have to be uploaded.
func TestPatience(t *testing.T) {
	const gib = int64(1) << 30
	for size, want := range map[int64]time.Duration{
		1: 20 * time.Second, gib: 20 * time.Second, gib + 1: 40 * time.Second, 3 * gib / 2: 40 * time.Second, 2 * gib: 40 * time.Second,
		2*gib + 1: time.Minute,
	} {
		assert.Equal(t, want, patience(&size), "%d bytes", size)
	}
	assert.Equal(t, 20*time.Second, patience(nil), "a size that nobody knows")
}
