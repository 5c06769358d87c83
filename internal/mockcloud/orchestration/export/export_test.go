package export

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Snapshots that were saved earlier have this form: its values are of these types.
func TestWhatSnapshotsKeep(t *testing.T) {
	id := "1f"
	inside := &Stack{Name: "s-g", Resources: map[string]Part{}, Tags: []string{}}
	s := &Stack{Name: "s", ID: "1", Action: "SNAPSHOT", Status: "COMPLETE", Tags: []string{"a"}, Resources: map[string]Part{
		"g": inside, "r": &Resource{Name: "r", ID: &id, Data: map[string]any{"key": "k"}}, "n": &Resource{Name: "n"},
	}}
	kept := s.Map()
	assert.Equal(t, []string{"a"}, kept["tags"])
	assert.Equal(t, "COMPLETE", kept["status"])
	assert.Len(t, kept, 11)
	parts := kept["resources"].(map[string]any)
	assert.Equal(t, inside.Map(), parts["g"])
	assert.Equal(t, "1f", parts["r"].(map[string]any)["resource_id"])
	assert.Equal(t, map[string]any{"key": "k"}, parts["r"].(map[string]any)["resource_data"])
	assert.Nil(t, parts["n"].(map[string]any)["resource_id"])
}
