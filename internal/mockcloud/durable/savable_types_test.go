package durable

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/state"
	"plumbline/internal/mockcloud/state/engine"
)

// The records of every table can be saved: a field of a type that cannot is found here, before anybody writes such a record.
func TestTheRecordsOfEveryTableCanBeSaved(t *testing.T) {
	for _, table := range engine.Saved() {
		record, err := engine.NewRecord(table)
		require.NoError(t, err)
		switch record.(type) {
		case *state.Event, *state.Notification: // saved in forms of their own
			continue
		}
		assert.NoError(t, complete(record), table)
	}
}

// A value of any type hides in no named map: only map[string]any itself is marked, so that its values keep their types.
func TestANamedMapOfAnyValuesIsRefused(t *testing.T) {
	type attributes map[string]any
	assert.Error(t, complete(&struct{ Extra attributes }{}))
	assert.NoError(t, complete(&struct{ Extra map[string]any }{}))
	assert.NoError(t, complete(&struct{ Extra state.Extra }{}))
}
