package notification_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/notification"
	"plumbline/internal/mockcloud/state"
)

// The keys of Epoxy's InstanceActionRebuildPayload.
func TestRebuildPayload(t *testing.T) {
	key, now := "k", time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	s := &state.Server{
		ID: "id", Name: "n", KeyName: &key, Image: "image", VMState: state.VMActive,
		PowerState: state.PowerRunning, TaskState: state.TaskRebuilding, Created: now, Updated: now,
	}
	p := read(t, notification.Instance{
		Server: s, RequestID: "req-1", UserID: "u", ProjectID: "p",
		Addresses: []notification.Address{{Network: "net", MAC: "m", PortID: "76e9d608-08ca-4099", IP: "10.1.3.218", Version: 4}},
	}.Rebuild())
	assert.Equal(t, []any{"InstanceActionRebuildPayload", "nova", "1.10"},
		[]any{p["nova_object.name"], p["nova_object.namespace"], p["nova_object.version"]})
	data := p["nova_object.data"].(map[string]any)
	var keys []string
	for k := range data {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	assert.Equal(t, []string{
		"action_initiator_project", "action_initiator_user", "architecture", "auto_disk_config", "availability_zone",
		"block_devices", "created_at",
		"deleted_at", "display_description", "display_name", "fault", "flavor", "host", "host_name", "image_uuid",
		"ip_addresses", "kernel_id", "key_name",
		"launched_at", "locked", "locked_reason", "metadata", "node", "os_type", "power_state", "progress", "ramdisk_id",
		"request_id", "reservation_id",
		"shares", "state", "task_state", "tenant_id", "terminated_at", "trusted_image_certificates", "updated_at", "user_id", "uuid",
	}, keys)
	assert.Equal(t, []any{"k", "image", "active", "rebuilding", "running", "2026-01-02T03:04:05Z", nil},
		[]any{data["key_name"], data["image_uuid"], data["state"], data["task_state"], data["power_state"], data["created_at"], data["fault"]})
	address := data["ip_addresses"].([]any)[0].(map[string]any)["nova_object.data"].(map[string]any)
	assert.Equal(t, "tap76e9d608-08", address["device_name"])
}

func TestKeyPairPayload(t *testing.T) {
	p := read(t, notification.KeyPair(&state.KeyPair{UserID: "u", Name: "n", PublicKey: "pk", Type: "ssh"})())
	assert.Equal(t, map[string]any{"user_id": "u", "name": "n", "fingerprint": nil, "public_key": "pk", "type": "ssh"}, p["nova_object.data"])
}

// read is a payload as whoever gets it reads it.
func read(t *testing.T, payload any) (out map[string]any) {
	text, err := json.Marshal(payload)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &out))
	return out
}
