package ids

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSeededRepeatsItself(t *testing.T) {
	a, b, other := Seeded(1), Seeded(1), Seeded(2)
	for range 10 {
		id := a.UUID()
		assert.Equal(t, id, b.UUID())
		assert.NotEqual(t, id, other.UUID())
		parsed, err := uuid.Parse(id)
		require.NoError(t, err)
		assert.Equal(t, uuid.Version(4), parsed.Version())
		assert.Equal(t, uuid.RFC4122, parsed.Variant())
	}
	assert.Regexp(t, `^req-[0-9a-f]{8}-[0-9a-f]{4}-4`, a.Request())
	assert.Regexp(t, `^[0-9a-f]{32}$`, a.Hex())
	assert.Regexp(t, `^[A-Za-z2-9]{12}$`, a.Secret(12))
	assert.NotEqual(t, Random().UUID(), Random().UUID())
}
