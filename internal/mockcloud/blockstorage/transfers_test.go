package blockstorage_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/state"
)

const transfersPath = "/volume-transfers"

// offer offers a volume of the member and answers the transfer, with its key.
func (c *cloud) offer(volume string, more object) object {
	c.t.Helper()
	body := object{"volume_id": volume}
	for k, v := range more {
		body[k] = v
	}
	a := c.do("member", "3.55", "POST", transfersPath, object{"transfer": body})
	require.Equal(c.t, 202, a.status, a.body)
	return a.at("transfer").(object)
}

func (c *cloud) accept(who string, transfer object) answer {
	c.t.Helper()
	body := object{"accept": object{"auth_key": transfer["auth_key"]}}
	return c.do(who, "3.55", "POST", transfersPath+"/"+transfer["id"].(string)+"/accept", body)
}

func (c *cloud) snapshot(volume string) string {
	c.t.Helper()
	a := c.do("member", "3.70", "POST", "/snapshots", object{"snapshot": object{"volume_id": volume}})
	require.Equal(c.t, 202, a.status, a.body)
	return a.text("snapshot", "id")
}

func TestTheFieldsOfTransfers(t *testing.T) {
	c := newCloud(t)
	volume := c.volume(nil)
	offered := object{"volume_id": volume, "name": " n ", "no_snapshots": "yes"}
	made := c.do("member", "3.57", "POST", transfersPath, object{"transfer": offered})
	require.Equal(t, 202, made.status, made.body)
	assert.Equal(t, "awaiting-transfer", c.status(volume))
	id, key := made.text("transfer", "id"), made.text("transfer", "auth_key")
	assert.Regexp(t, "^[0-9a-f]{16}$", key)
	links := []any{
		object{"rel": "self", "href": "http://cloud.test/volume/v3/os-volume-transfer/" + id},
		object{"rel": "bookmark", "href": "http://cloud.test/volume/os-volume-transfer/" + id},
	}
	short := object{"id": id, "volume_id": volume, "name": "n", "links": links}
	with := func(more object) object {
		all := object{"created_at": "2026-01-02T03:04:05.000000"}
		for _, fields := range []object{short, more} {
			for k, v := range fields {
				all[k] = v
			}
		}
		return all
	}
	history := object{"no_snapshots": true, "source_project_id": demo, "destination_project_id": nil, "accepted": false}
	assert.Equal(t, with(object{
		"auth_key": key, "no_snapshots": true, "source_project_id": demo, "destination_project_id": nil, "accepted": false,
	}), made.at("transfer"))
	for _, path := range []string{transfersPath, "/os-volume-transfer"} {
		for version, want := range map[string]object{
			"3.0": with(nil), "3.54": with(nil), "3.55": with(object{"no_snapshots": true}), "3.56": with(object{"no_snapshots": true}),
			"3.57": with(history), "3.71": with(history),
		} {
			assert.Equal(t, want, c.do("reader", version, "GET", path+"/"+id, nil).at("transfer"), "%s at %s", path, version)
			assert.Equal(t, []any{want}, c.do("reader", version, "GET", path+"/detail", nil).at("transfers"), "%s at %s", path, version)
			assert.Equal(t, []any{short}, c.do("reader", version, "GET", path, nil).at("transfers"), "%s at %s", path, version)
		}
	}
	assert.Equal(t, 404, c.do("outsider", "3.57", "GET", transfersPath+"/"+id, nil).status)
	assert.Equal(t, []any{}, c.do("outsider", "3.57", "GET", transfersPath+"/detail", nil).at("transfers"))
}

func TestATransferThatIsRefused(t *testing.T) {
	c := newCloud(t)
	volume, busy := c.volume(nil), c.volume(nil)
	c.attach(busy, server)
	other := c.do("outsider", "", "POST", "/volumes", object{"volume": object{"size": 1}}).text("volume", "id")
	offer := func(more object) object {
		body := object{"volume_id": volume}
		for k, v := range more {
			body[k] = v
		}
		return object{"transfer": body}
	}
	long := strings.Repeat("n", 256)
	for _, row := range []struct {
		name, version, path string
		body                object
		status              int
		text                string
	}{
		{
			"without a volume", "3.55", transfersPath,
			object{"transfer": object{}},
			400,
			"Invalid input for field/attribute transfer. Value: {}. 'volume_id' is a required property",
		},
		{
			"of what is no id", "3.55", transfersPath, offer(object{"volume_id": "x"}), 400,
			"Invalid input for field/attribute volume_id. Value: x. 'x' is not a 'uuid'",
		},
		{"of no volume", "3.55", transfersPath, offer(object{"volume_id": unknown}), 404, "Volume " + unknown + " could not be found."},
		{
			"of another project's volume", "3.55", transfersPath, offer(object{"volume_id": other}), 404,
			"Volume " + other + " could not be found.",
		},
		{"of a volume that is used", "3.55", transfersPath, offer(object{"volume_id": busy}), 400, "Invalid volume: status must be available"},
		{
			"with a blank name", "3.55", transfersPath, offer(object{"name": "  "}), 400,
			"Invalid input for field/attribute name. Value:   . '  ' is not valid under any of the given schemas",
		},
		{
			"with a name that is too long", "3.55", transfersPath, offer(object{"name": " " + long}), 400,
			"Invalid input for field/attribute name. Value:  " + long + ". ' " + long + "' is not valid under any of the given schemas",
		},
		{
			"without snapshots before 3.55", "3.54", transfersPath, offer(object{"no_snapshots": true}), 400,
			"Invalid input for field/attribute transfer. Value: {'no_snapshots': True, 'volume_id': '" + volume + "'}. " +
				"Additional properties are not allowed ('no_snapshots' was unexpected)",
		},
		{
			"without snapshots by the older name", "3.71", "/os-volume-transfer", offer(object{"no_snapshots": true}), 400,
			"Invalid input for field/attribute transfer. Value: {'no_snapshots': True, 'volume_id': '" + volume + "'}. " +
				"Additional properties are not allowed ('no_snapshots' was unexpected)",
		},
		{
			"without snapshots by null", "3.55", transfersPath, offer(object{"no_snapshots": nil}), 400,
			"Invalid input for field/attribute no_snapshots. Value: None. None is not of type 'boolean', 'string'",
		},
	} {
		a := c.do("member", row.version, "POST", row.path, row.body)
		assert.Equal(t, row.status, a.status, row.name)
		_, message := a.fault()
		assert.Equal(t, row.text, message, row.name)
	}
	assert.Equal(t, "available", c.status(volume), "nothing of it offered the volume")
	snapshot := c.snapshot(volume)
	c.do("admin", "", "POST", "/snapshots/"+snapshot+"/action", object{"os-reset_status": object{"status": "error"}})
	_, message := c.do("member", "3.55", "POST", transfersPath, offer(nil)).fault()
	assert.Equal(t, "Invalid snapshot: snapshot: "+snapshot+" status must be available", message)
	assert.Equal(t, 202, c.do("member", "3.55", "POST", transfersPath, offer(object{"no_snapshots": true})).status)
}

func TestAVolumeChangesHands(t *testing.T) {
	c := newCloud(t)
	volume := c.volume(nil)
	snapshot := c.snapshot(volume)
	transfer := c.offer(volume, object{"name": " n "})
	path := transfersPath + "/" + transfer["id"].(string)
	for _, row := range []struct {
		name string
		body object
		text string
	}{
		{"no key", object{}, "Invalid input for field/attribute accept. Value: {}. 'auth_key' is a required property"},
		{"null", object{"auth_key": nil}, "Invalid input for field/attribute auth_key. Value: None. None is not of type 'string', 'integer'"},
		{"another key", object{"auth_key": "x"}, "Invalid auth key: Attempt to transfer " + transfer["id"].(string) + " with invalid auth key."},
		{"a number", object{"auth_key": 7}, "Invalid auth key: Attempt to transfer " + transfer["id"].(string) + " with invalid auth key."},
	} {
		a := c.do("outsider", "3.55", "POST", path+"/accept", object{"accept": row.body})
		assert.Equal(t, 400, a.status, row.name)
		_, message := a.fault()
		assert.Equal(t, row.text, message, row.name)
	}
	a := c.do("outsider", "", "POST", transfersPath+"/"+unknown+"/accept", object{"accept": object{"auth_key": "x"}})
	assert.Equal(t, 404, a.status)
	before := c.record(volume)
	a = c.accept("outsider", transfer)
	require.Equal(t, 202, a.status, a.body)
	assert.Equal(t, "n", a.text("transfer", "name"))
	assert.Equal(t, volume, a.text("transfer", "volume_id"))
	assert.Nil(t, a.at("transfer", "created_at"))
	after := c.record(volume)
	assert.Equal(t, state.VolumeAvailable, after.Status)
	assert.NotEqual(t, before.ProjectID, after.ProjectID)
	assert.NotEqual(t, before.UserID, after.UserID)
	assert.Equal(t, 404, c.accept("outsider", transfer).status, "a key is good once")
	for _, path := range []string{"/volumes/" + volume, "/snapshots/" + snapshot} {
		assert.Equal(t, 404, c.do("member", "", "GET", path, nil).status, path)
		assert.Equal(t, 200, c.do("outsider", "", "GET", path, nil).status, path)
	}
	assert.Equal(t, []any{}, c.do("admin", "", "GET", transfersPath+"?all_tenants=1", nil).at("transfers"))
	used := func(who string) any {
		return c.do(who, "", "GET", "/limits", nil).at("limits", "absolute", "totalGigabytesUsed")
	}
	assert.Equal(t, 0.0, used("member"))
	assert.Equal(t, 2.0, used("outsider"))
}

func TestSnapshotsThatStayBehind(t *testing.T) {
	c := newCloud(t)
	volume := c.volume(nil)
	snapshot := c.snapshot(volume)
	require.Equal(t, 202, c.accept("outsider", c.offer(volume, object{"no_snapshots": true})).status)
	assert.Equal(t, 200, c.do("member", "", "GET", "/snapshots/"+snapshot, nil).status)
	assert.Equal(t, 404, c.do("outsider", "", "GET", "/snapshots/"+snapshot, nil).status)
	a := c.do("outsider", "", "DELETE", "/volumes/"+volume+"?cascade=true", nil)
	assert.Equal(t, 400, a.status)
	_, message := a.fault()
	assert.Contains(t, message, "or be disassociated from snapshots after volume transfer.")
	assert.Equal(t, 202, c.do("admin", "", "DELETE", "/volumes/"+volume+"?cascade=true", nil).status)
}

func TestTheQuotasOfWhoAccepts(t *testing.T) {
	for _, row := range []struct {
		name  string
		quota object
		text  string
	}{
		{
			"the largest volume",
			object{"per_volume_gigabytes": 1},
			"VolumeSizeExceedsLimit: Requested volume size 2G is larger than maximum allowed limit 1G.",
		},
		{
			"the volume's size",
			object{"gigabytes": 1},
			"Requested volume or snapshot exceeds allowed gigabytes quota. Requested 2G, quota is 1G and 0G has been consumed.",
		},
		{"the volumes", object{"volumes": 0}, "VolumeLimitExceeded: Maximum number of volumes allowed (0) exceeded for quota 'volumes'."},
		{
			"the snapshots' size on top of the volume's",
			object{"gigabytes": 5},
			"Requested volume or snapshot exceeds allowed gigabytes quota. Requested 4G, quota is 5G and 2G has been consumed.",
		},
		{"the snapshots", object{"snapshots": 1}, "SnapshotLimitExceeded: Maximum number of snapshots allowed (1) exceeded"},
		{"as much as there is", object{"gigabytes": 6, "volumes": 1, "snapshots": 2, "per_volume_gigabytes": 2}, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			c := newCloud(t)
			volume := c.volume(object{"size": 2})
			c.snapshot(volume)
			c.snapshot(volume)
			transfer := c.offer(volume, nil)
			project := c.do("outsider", "", "POST", "/volumes", object{"volume": object{"size": 1}})
			id := project.text("volume", "id")
			tenant := c.do("outsider", "", "GET", "/volumes/"+id, nil).text("volume", "os-vol-tenant-attr:tenant_id")
			require.Equal(t, 202, c.do("outsider", "", "DELETE", "/volumes/"+id, nil).status)
			require.Equal(t, 200, c.do("admin", "", "PUT", "/os-quota-sets/"+tenant, object{"quota_set": row.quota}).status)
			a := c.accept("outsider", transfer)
			if row.text == "" {
				assert.Equal(t, 202, a.status, a.body)
				return
			}
			assert.Equal(t, 413, a.status)
			assert.Equal(t, "0", a.header.Get("Retry-After"))
			_, message := a.fault()
			assert.Equal(t, row.text, message)
			assert.Equal(t, "awaiting-transfer", c.status(volume))
		})
	}
}

func TestVolumesThatAreNotAwaitingTheirTransfer(t *testing.T) {
	c := newCloud(t)
	volume := c.volume(nil)
	snapshot := c.snapshot(volume)
	transfer := c.offer(volume, nil)
	id := transfer["id"].(string)
	reset := func(path, status string) {
		a := c.do("admin", "", "POST", path+"/action", object{"os-reset_status": object{"status": status}})
		require.Equal(t, 202, a.status, a.body)
	}
	for status, text := range map[string]string{
		"maintenance": "Invalid volume: The volume cannot accept transfer in maintenance mode.",
		"error":       "Invalid volume: Transfer " + id + ": Volume id " + volume + " expected in awaiting-transfer state.",
	} {
		reset("/volumes/"+volume, status)
		a := c.accept("outsider", transfer)
		assert.Equal(t, 400, a.status)
		_, message := a.fault()
		assert.Equal(t, text, message)
	}
	reset("/volumes/"+volume, "awaiting-transfer")
	reset("/snapshots/"+snapshot, "error")
	_, message := c.accept("outsider", transfer).fault()
	assert.Equal(t, "Invalid snapshot: Transfer "+id+": Snapshot "+snapshot+" is not in the expected available state.", message)
	assert.Equal(t, "awaiting-transfer", c.status(volume))

	reset("/volumes/"+volume, "error")
	assert.Equal(t, 404, c.do("outsider", "", "DELETE", transfersPath+"/"+id, nil).status)
	a := c.do("member", "", "DELETE", transfersPath+"/"+id, nil)
	assert.Equal(t, 202, a.status)
	assert.Equal(t, "text/html; charset=UTF-8", a.header.Get("Content-Type"))
	assert.Equal(t, "error", c.status(volume), "a status that somebody has set stays")
	assert.Equal(t, 404, c.do("member", "", "GET", transfersPath+"/"+id, nil).status)

	second := c.volume(nil)
	again := c.offer(second, nil)["id"].(string)
	require.Equal(t, 202, c.do("reader", "", "DELETE", "/os-volume-transfer/"+again, nil).status)
	assert.Equal(t, "available", c.status(second))
	third := c.offer(second, nil)["id"].(string)
	require.Equal(t, 202, c.act("admin", second, "os-force_delete", object{}).status)
	assert.Equal(t, 404, c.do("admin", "", "GET", transfersPath+"/"+third, nil).status, "a transfer goes with its volume")
	assert.Equal(t, []any{}, c.do("member", "", "GET", transfersPath, nil).at("transfers"))
}

func TestListsOfTransfers(t *testing.T) {
	c := newCloud(t)
	ids := map[string]string{}
	names := map[any]string{}
	for _, name := range []string{"b", "a", "c"} {
		id := c.offer(c.volume(nil), object{"name": name})["id"].(string)
		ids[name], names[id] = id, name
	}
	volume := c.do("member", "", "GET", transfersPath+"/"+ids["a"], nil).text("transfer", "volume_id")
	found := func(a answer) (all string) {
		for _, item := range a.at("transfers").([]any) {
			all += names[item.(object)["id"]]
		}
		return all
	}
	for _, row := range []struct{ query, old, paged string }{
		{"", "bac", "cab"},
		{"?name=a", "a", "a"},
		{"?display_name=a", "a", "a"},
		{"?volume_id=" + volume, "a", "a"},
		{"?id=" + ids["c"], "c", "c"},
		{"?source_project_id=" + demo, "bac", "cab"},
		{"?source_project_id=x", "", ""},
		{"?no_snapshots=0", "bac", "cab"},
		{"?accepted=1", "", ""},
		{"?status=available", "", ""},
		{"?project_id=other", "bac", "cab"},
		{"?all_tenants=x", "bac", "cab"},
		{"?limit=2", "", "ca"},
		{"?limit=1001", "", "cab"},
		{"?limit=1&marker=" + ids["c"], "", "a"},
		{"?offset=1", "", "b"},
		{"?limit=2&offset=1", "", "b"},
		{"?limit=1&offset=1", "", ""},
		{"?sort=display_name:asc", "", "abc"},
		{"?sort=created_at:asc", "", "bac"},
		{"?sort_key=display_name", "", "cba"},
	} {
		wanted := map[string]string{"/os-volume-transfer": row.old, "/os-volume-transfer/detail": row.old, transfersPath: row.paged}
		for path, want := range wanted {
			assert.Equal(t, want, found(c.do("member", "3.59", "GET", path+row.query, nil)), "%s%s", path, row.query)
		}
		assert.Equal(t, row.old, found(c.do("member", "3.58", "GET", transfersPath+row.query, nil)), "3.58 %s", row.query)
	}
	for query, text := range map[string]string{
		"?limit=x": "limit param must be an integer", "?limit=-1": "limit param must be positive", "?offset=-1": "offset must be >= 0",
	} {
		for _, version := range []string{"3.58", "3.59"} {
			_, message := c.do("member", version, "GET", transfersPath+query, nil).fault()
			assert.Equal(t, text, message, "%s at %s", query, version)
		}
	}
	for query, text := range map[string]string{
		"?marker=" + unknown: "Transfer " + unknown + " could not be found.", "?sort=name": "Invalid input received: Invalid sort key",
		"?sort=display_name:x": "Invalid input received: Unknown sort direction, must be 'desc' or 'asc'.",
	} {
		_, message := c.do("member", "3.59", "GET", transfersPath+query, nil).fault()
		assert.Equal(t, text, message, query)
		assert.Equal(t, "", found(c.do("member", "3.58", "GET", transfersPath+query, nil)), "3.58 %s", query)
	}
	next := c.do("member", "3.59", "GET", transfersPath+"/detail?limit=2", nil).at("transfers_links").([]any)
	assert.Equal(t, "http://cloud.test/volume/v3/os-volume-transfer?limit=2&marker="+ids["a"], next[0].(object)["href"])

	_, message := c.do("outsider", "3.59", "GET", transfersPath+"?marker="+ids["a"], nil).fault()
	assert.Equal(t, "Transfer "+ids["a"]+" could not be found.", message)
	assert.Equal(t, "", found(c.do("outsider", "3.59", "GET", transfersPath+"?all_tenants=1", nil)))
	assert.Equal(t, "", found(c.do("admin", "3.59", "GET", transfersPath+"?all_tenants=1&project_id=other", nil)))
	assert.Equal(t, "cab", found(c.do("admin", "3.59", "GET", transfersPath+"?all_tenants=1&project_id="+demo, nil)))
}
