package blockstorage_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/state"
	"plumbline/mockcloud"
	"plumbline/mockcloud/clock"
)

const (
	volumeHost = "controller@file#file"
	// onlyMoves is what volumes are refused with that cannot be moved.
	onlyMoves = " status must be available or in-use, must not be migrating, have snapshots, be replicated, be part of a group and " +
		"destination host/cluster must be different than the current one"
)

func (c *cloud) actAt(version, who, id, action string, args any) (status int, message string) {
	c.t.Helper()
	a := c.do(who, version, "POST", "/volumes/"+id+"/action", object{action: args})
	_, message = a.fault()
	return a.status, message
}

func TestAMigrationThatIsRefused(t *testing.T) {
	c := newCloud(t)
	id := c.volume(nil)
	const denied = "Policy doesn't allow volume_extension:volume_admin_actions:migrate_volume to be performed."
	for _, row := range []struct {
		who, version string
		args         object
		status       int
		text         string
	}{
		{"admin", "3.15", object{}, 400, "Invalid input for field/attribute os-migrate_volume. Value: {}. 'host' is a required property"},
		{"member", "3.15", object{}, 400, "Invalid input for field/attribute os-migrate_volume. Value: {}. 'host' is a required property"},
		{"admin", "3.16", object{}, 400, "Invalid input received: One and only one of cluster and host must be set."},
		{"admin", "3.15", object{"host": nil}, 400, "Invalid input for field/attribute host. Value: None. None is not of type 'string'"},
		{"admin", "3.16", object{"host": nil}, 400, "Invalid input received: One and only one of cluster and host must be set."},
		{"admin", "3.15", object{"host": ""}, 400, "Invalid input received: Host field is missing."},
		{"member", "3.15", object{"host": ""}, 403, denied},
		{"reader", "3.15", object{"host": "controller@file"}, 403, denied},
		{"admin", "3.15", object{"cluster": "c", "host": "h"}, 400, "Invalid input for field/attribute os-migrate_volume. Value: " +
			"{'cluster': 'c', 'host': 'h'}. Additional properties are not allowed ('cluster' was unexpected)"},
		{"admin", "3.16", object{"cluster": "c", "host": "h"}, 400, "Invalid input received: One and only one of cluster and host must be set."},
		{"admin", "3.16", object{"cluster": "c"}, 400, "Invalid host: No available service named 'c'"},
		{"admin", "", object{"host": "controller@other#file"}, 400, "Invalid host: No available service named 'controller@other#file'"},
		{"admin", "", object{"host": "controller"}, 400, "Invalid host: No available service named 'controller'"},
		{"admin", "", object{"host": volumeHost}, 400, "Invalid volume: Volume " + id + onlyMoves},
	} {
		status, message := c.actAt(row.version, row.who, id, "os-migrate_volume", row.args)
		assert.Equal(t, row.status, status, "%v at %s", row.args, row.version)
		assert.Equal(t, row.text, message, "%v at %s", row.args, row.version)
	}
	status, _ := c.actAt("", "admin", unknown, "os-migrate_volume", object{"host": "nope"})
	assert.Equal(t, 404, status)
	target := object{"host": "controller@file"}
	for _, set := range []object{{"status": "error"}, {"migration_status": "migrating"}, {"migration_status": "starting"}} {
		require.Equal(t, 202, c.act("admin", id, "os-reset_status", set).status)
		_, message := c.actAt("", "admin", id, "os-migrate_volume", target)
		assert.Equal(t, "Invalid volume: Volume "+id+onlyMoves, message, "%v", set)
		require.Equal(t, 202, c.act("admin", id, "os-reset_status", object{"status": "available", "migration_status": "none"}).status)
	}
	snapshot := c.snapshot(id)
	_, message := c.actAt("", "admin", id, "os-migrate_volume", target)
	assert.Equal(t, "Invalid volume: Volume "+id+onlyMoves, message, "with a snapshot")
	require.Equal(t, 202, c.do("member", "", "DELETE", "/snapshots/"+snapshot, nil).status)
	disabling := object{"host": "controller@file", "binary": "cinder-volume"}
	require.Equal(t, 200, c.do("admin", "", "PUT", "/os-services/disable", disabling).status)
	_, message = c.actAt("", "admin", id, "os-migrate_volume", target)
	assert.Equal(t, "Invalid host: No available service named 'controller@file'", message)
	assert.Empty(t, c.record(id).MigrationStatus)
	require.Equal(t, 200, c.do("admin", "", "PUT", "/os-services/enable", disabling).status)
	status, _ = c.actAt("", "admin", id, "os-migrate_volume", target)
	assert.Equal(t, 202, status)
}

func TestHowMigrationsEnd(t *testing.T) {
	for _, row := range []struct {
		name, host      string
		lock, used      bool
		fault           string
		during, end     string
		status, endHost string
	}{
		{"to the pool", "controller@file", false, false, "", "available", "success", "available", volumeHost},
		{"locked meanwhile", "controller@file", true, false, "", "maintenance", "success", "available", volumeHost},
		{"in use", "controller@file", true, true, "", "in-use", "success", "in-use", volumeHost},
		{"to a pool that is not there", "controller@file#other", true, false, "", "maintenance", "error", "available", volumeHost},
		{"the storage fails", "controller@file", true, false, "volumes.migrated", "maintenance", "error", "available", volumeHost},
	} {
		t.Run(row.name, func(t *testing.T) {
			c := newCloud(t, mockcloud.WithLifecycle(clock.After(time.Second)))
			id := c.volume(nil)
			c.clock.Advance(5 * time.Second)
			if row.used {
				attachment := c.attach(id, server)
				require.Equal(t, 200, c.connect(attachment).status)
				require.Equal(t, 204, c.complete(attachment).status)
			}
			if row.fault != "" {
				c.fail(row.fault, "")
			}
			status, message := c.actAt("", "admin", id, "os-migrate_volume", object{"host": row.host, "lock_volume": row.lock})
			require.Equal(t, 202, status, message)
			show := func() answer { return c.do("admin", "3.0", "GET", "/volumes/"+id, nil) }
			assert.Equal(t, row.during, show().text("volume", "status"))
			assert.Equal(t, "starting", show().text("volume", "os-vol-mig-status-attr:migstat"))
			status, _ = c.actAt("", "admin", id, "os-migrate_volume", object{"host": "controller@file"})
			assert.Equal(t, 400, status, "one at a time")
			for _, action := range []string{"os-retype", "os-unmanage"} {
				status, _ = c.actAt("", "admin", id, action, map[string]any{"os-retype": object{"new_type": "multiattach"}, "os-unmanage": nil}[action])
				assert.Equal(t, 400, status, action)
			}
			status, _ = c.actAt("", "admin", id, "os-force_delete", object{})
			assert.Equal(t, 400, status)
			c.clock.Advance(5 * time.Second)
			v := show()
			assert.Equal(t, row.status, v.text("volume", "status"))
			assert.Equal(t, row.end, v.text("volume", "os-vol-mig-status-attr:migstat"))
			assert.Equal(t, row.end, v.text("volume", "migration_status"))
			assert.Equal(t, row.endHost, v.text("volume", "os-vol-host-attr:host"))
			assert.Equal(t, row.end == "success", v.at("volume", "os-vol-mig-status-attr:name_id") != nil)
			assert.Nil(t, c.do("member", "3.0", "GET", "/volumes/"+id, nil).at("volume", "migration_status"), "it is for administrators")
			found := c.do("admin", "3.0", "GET", "/volumes?migration_status="+row.end, nil).at("volumes").([]any)
			assert.Len(t, found, 1)
			if row.status == "available" {
				assert.Equal(t, 202, c.act("admin", id, "os-force_delete", object{}).status)
			}
		})
	}
}

func TestACompletedMigration(t *testing.T) {
	c := newCloud(t)
	id, next := c.volume(nil), c.volume(nil)
	attachment := c.attach(id, server)
	require.Equal(t, 200, c.connect(attachment).status)
	require.Equal(t, 204, c.complete(attachment).status)
	const action, denied = "os-migrate_volume_completion", "Policy doesn't allow volume_extension:volume_admin_actions:migrate_volume_completion to be performed."
	reset := func(id string, set object) { require.Equal(t, 202, c.act("admin", id, "os-reset_status", set).status) }
	for _, row := range []struct {
		who    string
		args   object
		status int
		text   string
	}{
		{"admin", object{}, 400, "Invalid input for field/attribute os-migrate_volume_completion. Value: {}. 'new_volume' is a required property"},
		{"admin", object{"new_volume": "x"}, 400, "Invalid input for field/attribute new_volume. Value: x. 'x' is not a 'uuid'"},
		{
			"admin",
			object{"new_volume": next, "error": 1},
			400,
			"Invalid input for field/attribute error. Value: 1. 1 is not of type 'string', 'boolean', 'null'",
		},
		{"admin", object{"new_volume": unknown}, 404, "Volume " + unknown + " could not be found."},
		{"member", object{"new_volume": unknown}, 403, denied},
	} {
		status, message := c.actAt("", row.who, id, action, row.args)
		assert.Equal(t, row.status, status, "%v", row.args)
		assert.Equal(t, row.text, message, "%v", row.args)
	}
	for _, row := range []struct{ from, to, text string }{
		{"none", "migrating", "Invalid volume: Source volume not mid-migration."},
		{"migrating", "none", "Invalid volume: Destination volume not mid-migration."},
		{"migrating", "error", "Invalid volume: Destination has migration_status error, expected target:" + id + "."},
	} {
		reset(id, object{"migration_status": row.from})
		reset(next, object{"migration_status": row.to})
		status, message := c.actAt("", "admin", id, action, object{"new_volume": next})
		assert.Equal(t, 400, status)
		assert.Equal(t, row.text, message)
	}
	reset(id, object{"migration_status": "none"})
	reset(next, object{"migration_status": "none", "status": "maintenance"})
	_, message := c.actAt("", "admin", id, action, object{"new_volume": next})
	assert.Equal(t, "Invalid volume: The volume cannot be attached in maintenance mode.", message)
	reset(next, object{"status": "available"})
	reset(id, object{"status": "maintenance"})
	_, message = c.actAt("", "admin", id, action, object{"new_volume": next})
	assert.Equal(t, "Invalid volume: The volume cannot be detached in maintenance mode.", message)
	reset(id, object{"status": "in-use"})

	used := c.attach(next, another)
	require.Equal(t, 200, c.connect(used).status)
	require.Equal(t, 204, c.complete(used).status)
	status, _ := c.actAt("", "admin", id, action, object{"new_volume": next})
	assert.Equal(t, 500, status, "another server has it")
	require.Equal(t, 202, c.act("admin", next, "os-force_detach", object{}).status)

	a := c.act("admin", id, action, object{"new_volume": next, "error": true})
	assert.Equal(t, object{"save_volume_id": next}, a.json, "a copy that failed changes nothing")
	assert.Equal(t, "in-use", c.status(id))
	a = c.act("admin", id, action, object{"new_volume": next, "error": false})
	require.Equal(t, 200, a.status, a.body)
	assert.Equal(t, object{"save_volume_id": next}, a.json)
	assert.Equal(t, []string{"available", "in-use"}, []string{c.status(id), c.status(next)})
	servers := c.do("member", "", "GET", "/volumes/"+next, nil).at("volume", "attachments").([]any)
	require.Len(t, servers, 1)
	assert.Equal(t, server, servers[0].(object)["server_id"])
	assert.Equal(t, "/dev/vdb", servers[0].(object)["device"])
}

func TestAVolumeIsTakenFromItsServer(t *testing.T) {
	c := newCloud(t)
	const action = "os-force_detach"
	id := c.volume(nil)
	attachment := c.attach(id, server)
	require.Equal(t, 200, c.connect(attachment).status)
	require.Equal(t, 204, c.complete(attachment).status)
	for _, row := range []struct {
		who    string
		args   any
		status int
		text   string
	}{
		{"admin", nil, 400, "Invalid input for field/attribute os-force_detach. Value: None. None is not of type 'object'"},
		{"admin", object{"x": 1}, 400, "Invalid input for field/attribute os-force_detach. Value: {'x': 1}. " +
			"Additional properties are not allowed ('x' was unexpected)"},
		{"admin", object{"attachment_id": 1}, 400, "Invalid input for field/attribute attachment_id. Value: 1. 1 is not of type 'string', 'null'"},
		{"admin", object{"connector": 1}, 400, "Invalid input for field/attribute connector. Value: 1. 1 is not of type 'string', 'object', 'null'"},
		{"member", object{}, 403, "Policy doesn't allow volume_extension:volume_admin_actions:force_detach to be performed."},
		{"admin", object{"attachment_id": unknown}, 409, "ConflictNovaUsingAttachment: Detach volume from instance  using the Compute API"},
	} {
		status, message := c.actAt("", row.who, id, action, row.args)
		assert.Equal(t, row.status, status, "%v", row.args)
		assert.Equal(t, row.text, message, "%v", row.args)
	}
	require.Equal(t, 202, c.act("admin", id, "os-reset_status", object{"status": "maintenance"}).status)
	_, message := c.actAt("", "admin", id, action, object{})
	assert.Equal(t, "Invalid volume: The volume cannot be detached in maintenance mode.", message)
	require.Equal(t, 202, c.act("admin", id, "os-reset_status", object{"status": "detaching"}).status)
	require.Equal(t, 202, c.act("admin", id, action, object{"attachment_id": attachment, "connector": object{"host": "h"}}).status)
	assert.Equal(t, "available", c.status(id))
	assert.Equal(t, state.AttachDetached, c.record(id).AttachStatus)
	assert.Equal(t, 404, c.do("admin", "3.27", "GET", "/attachments/"+attachment, nil).status)

	shared := c.volume(object{"volume_type": "multiattach"})
	first := c.attach(shared, server)
	require.Equal(t, 200, c.connect(first).status)
	require.Equal(t, 204, c.complete(first).status)
	second := c.attach(shared, another)
	_, message = c.actAt("", "admin", shared, action, object{"attachment_id": nil})
	assert.Equal(t, "ConflictNovaUsingAttachment: Detach volume from instance  using the Compute API", message)
	a := c.do("admin", "", "POST", "/volumes/"+shared+"/action", object{action: object{}}, "X-Service-Token", c.token("service"))
	_, message = a.fault()
	assert.Equal(t, 400, a.status)
	assert.Equal(t, "Error force detaching volume - InvalidVolume: Invalid volume: Detach volume failed: More than one attachment, but no "+
		"attachment_id provided.", message)
	named := object{action: object{"attachment_id": first}}
	a = c.do("admin", "", "POST", "/volumes/"+shared+"/action", named, "X-Service-Token", c.token("service"))
	assert.Equal(t, 202, a.status, a.body)
	assert.Equal(t, 404, c.do("admin", "3.27", "GET", "/attachments/"+first, nil).status)
	assert.Equal(t, 200, c.do("admin", "3.27", "GET", "/attachments/"+second, nil).status)
}
