package blockstorage_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi"
)

// since says from which microversion an answer has a key, and whether only administrators see it: what Zed and Epoxy
// answered at 3.0, at each of these and at the one before. None ever goes away.
type since map[string]struct {
	from  string
	admin bool
}

var volumeKeys = since{
	"group_id": {"3.13", false}, "provider_id": {"3.21", true}, "shared_targets": {"3.48", false}, "service_uuid": {"3.48", false},
	"cluster_name": {"3.61", true}, "volume_type_id": {"3.63", false}, "consumes_quota": {"3.65", false}, "migration_status": {"3.0", true},
}

func (s since) of(base []string, at openapi.Version, admin bool) []string {
	keys := slices.Clone(base)
	for key, k := range s {
		if at.AtLeast(openapi.MustVersion(k.from)) && (admin || !k.admin) {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

func keysOf(t *testing.T, v any) []string {
	t.Helper()
	m, ok := v.(object)
	require.True(t, ok, "%v", v)
	return slices.Sorted(maps.Keys(m))
}

func TestTheKeysOfAnswersAtEachMicroversion(t *testing.T) {
	c := newCloud(t)
	id := c.volume(object{"imageRef": imageA})
	snapshot := c.do("member", "3.66", "POST", "/snapshots", object{"snapshot": object{"volume_id": id}}).text("snapshot", "id")
	attachment := c.attach(id, server)
	chain, err := openapi.Builtin(openapi.BlockStorage, openapi.Shipped)
	require.NoError(t, err)

	volume := strings.Fields(`attachments availability_zone bootable consistencygroup_id created_at description encrypted id links metadata
		multiattach name replication_status size snapshot_id source_volid status updated_at user_id volume_type`)
	shown := append(slices.Clone(volume), "os-vol-tenant-attr:tenant_id", "volume_image_metadata")
	adminShown := append(slices.Clone(shown), "os-vol-host-attr:host", "os-vol-mig-status-attr:migstat", "os-vol-mig-status-attr:name_id")
	brief := strings.Fields("created_at description id metadata name size status updated_at volume_id")
	snapshotKeys := since{"group_snapshot_id": {"3.14", false}, "user_id": {"3.41", false}, "consumes_quota": {"3.65", false}}
	serviceKeys := since{"cluster": {"3.7", false}}

	for _, v := range chain.Versions() {
		at := v.String()
		for _, who := range []string{"member", "admin", "reader"} {
			admin, base := who == "admin", shown
			if admin {
				base = adminShown
			}
			name := fmt.Sprintf("%s as %s", at, who)
			assert.Equal(t, volumeKeys.of(base, v, admin), keysOf(t, c.do(who, at, "GET", "/volumes/"+id, nil).at("volume")), name)
			listed := c.do(who, at, "GET", "/volumes/detail", nil).at("volumes").([]any)
			assert.Equal(t, volumeKeys.of(base, v, admin), keysOf(t, listed[0]), name)
			changed := c.do(who, at, "PUT", "/volumes/"+id, object{"volume": object{"name": "v"}})
			assert.Equal(t, volumeKeys.of(volume, v, admin), keysOf(t, changed.at("volume")), name)
			assert.Equal(t, []string{"id", "links", "name"}, keysOf(t, c.do(who, at, "GET", "/volumes", nil).at("volumes").([]any)[0]), name)

			extended := append(slices.Clone(brief), "os-extended-snapshot-attributes:progress", "os-extended-snapshot-attributes:project_id")
			assert.Equal(t, snapshotKeys.of(extended, v, admin), keysOf(t, c.do(who, at, "GET", "/snapshots/"+snapshot, nil).at("snapshot")), name)
			assert.Equal(t, snapshotKeys.of(brief, v, admin),
				keysOf(t, c.do(who, at, "PUT", "/snapshots/"+snapshot, object{"snapshot": object{"name": "s"}}).at("snapshot")), name)
			assert.Equal(t, slices.Sorted(slices.Values(brief)), keysOf(t, c.do(who, at, "GET", "/snapshots", nil).at("snapshots").([]any)[0]), name)
		}
		if v.AtLeast(openapi.MustVersion("3.27")) {
			got := c.do("member", at, "GET", "/attachments/"+attachment, nil)
			assert.Equal(t, strings.Fields("attach_mode attached_at connection_info detached_at id instance status volume_id"),
				keysOf(t, got.at("attachment")), at)
		}
		services := c.do("admin", at, "GET", "/os-services", nil).at("services").([]any)
		plain := strings.Fields("binary disabled_reason host state status updated_at zone")
		assert.Equal(t, serviceKeys.of(plain, v, true), keysOf(t, services[0]), at)
		storage := since{"cluster": {"3.7", false}, "backend_state": {"3.49", false}}
		assert.Equal(t, storage.of(append(plain, "active_backend_id", "frozen", "replication_status"), v, true), keysOf(t, services[1]), at)
	}
}

func TestTheKeysOfTypesAndQuotas(t *testing.T) {
	c := newCloud(t)
	plain := strings.Fields("description extra_specs id is_public name os-volume-type-access:is_public")
	types := c.do("member", "", "GET", "/types", nil).at("volume_types").([]any)
	require.Len(t, types, 3)
	assert.Equal(t, plain, keysOf(t, types[0]))
	assert.Equal(t, object{"multiattach": "<is> True"}, types[0].(object)["extra_specs"])
	assert.Equal(t, object{}, types[1].(object)["extra_specs"], "what the storage is asked is for administrators")
	assert.Equal(t, append(slices.Clone(plain), "qos_specs_id"),
		keysOf(t, c.do("admin", "", "GET", "/types", nil).at("volume_types").([]any)[0]))
	usual := c.do("member", "", "GET", "/types/default", nil)
	assert.Equal(t, "file", usual.text("volume_type", "name"))
	assert.Equal(t, strings.Fields("description extra_specs id is_public name"), keysOf(t, usual.at("volume_type")))

	quota := c.do("member", "", "GET", "/os-quota-sets/"+demo, nil)
	assert.Equal(t, strings.Fields(`backup_gigabytes backups gigabytes gigabytes___DEFAULT__ gigabytes_file gigabytes_multiattach groups id
		per_volume_gigabytes snapshots snapshots___DEFAULT__ snapshots_file snapshots_multiattach volumes volumes___DEFAULT__ volumes_file
		volumes_multiattach`), keysOf(t, quota.at("quota_set")))
	c.volume(object{"size": 3})
	used := c.do("member", "", "GET", "/os-quota-sets/"+demo+"?usage=true", nil)
	assert.Equal(t, object{"limit": 2000.0, "in_use": 3.0, "reserved": 0.0}, used.at("quota_set", "gigabytes"))
	assert.Equal(t, object{"limit": -1.0, "in_use": 1.0, "reserved": 0.0}, used.at("quota_set", "volumes_file"))
	assert.Equal(t, 3.0, c.do("member", "", "GET", "/limits", nil).at("limits", "absolute", "totalGigabytesUsed"))
}
