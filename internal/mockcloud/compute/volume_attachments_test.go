package compute_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/mockcloud/settings"
)

func TestVolumeAttachmentsByMicroversion(t *testing.T) {
	c := begin(t)
	server, root := c.bootVolume()
	data := c.makeVolume("")
	path := "/v2.1/servers/" + server + "/os-volume_attachments"
	for _, r := range []struct {
		at, body string
		status   int
		answered []string
	}{
		{"2.1", ``, 200, []string{"device", "id", "serverId", "volumeId"}},
		{"2.49", `, "tag": "t"`, 200, []string{"device", "id", "serverId", "volumeId"}},
		{"2.70", `, "tag": "t"`, 200, []string{"device", "id", "serverId", "tag", "volumeId"}},
		{"2.79", `, "delete_on_termination": true`, 200, []string{"delete_on_termination", "device", "id", "serverId", "tag", "volumeId"}},
		{"2.100", ``, 200, []string{"delete_on_termination", "device", "id", "serverId", "tag", "volumeId"}},
		{"2.101", ``, 202, nil},
	} {
		a := c.do("member", r.at, "POST", path, `{"volumeAttachment": {"volumeId": "`+data+`"`+r.body+`}}`)
		require.Equal(t, r.status, a.status, "%s %s", r.at, a.text)
		attached, _ := a.at("volumeAttachment").(map[string]any)
		assert.Equal(t, r.answered, slices.Sorted(maps.Keys(attached)), r.at)
		c.clock.Advance(tick)
		assert.Equal(t, "in-use", c.volumeOf(data)["status"], r.at)
		require.Equal(t, 202, c.do("member", r.at, "DELETE", path+"/"+data, nil).status, r.at)
		c.clock.Advance(tick)
		assert.Equal(t, "available", c.volumeOf(data)["status"], r.at)
	}
	for at, keys := range map[string][]string{
		"2.1":  {"device", "id", "serverId", "volumeId"},
		"2.70": {"device", "id", "serverId", "tag", "volumeId"},
		"2.79": {"delete_on_termination", "device", "id", "serverId", "tag", "volumeId"},
		"2.89": {"attachment_id", "bdm_uuid", "delete_on_termination", "device", "serverId", "tag", "volumeId"},
	} {
		shown := c.do("member", at, "GET", path+"/"+root, nil).at("volumeAttachment").(map[string]any)
		assert.Equal(t, keys, slices.Sorted(maps.Keys(shown)), at)
		assert.Equal(t, []any{shown}, c.do("member", at, "GET", path, nil).at("volumeAttachments"), at)
	}
}

func TestVolumeAttachmentsInParts(t *testing.T) {
	c := begin(t)
	server, root := c.bootVolume()
	data := c.makeVolume("")
	path := "/v2.1/servers/" + server + "/os-volume_attachments"
	require.Equal(t, 200, c.do("member", newest, "POST", path, `{"volumeAttachment": {"volumeId": "`+data+`"}}`).status)
	for query, want := range map[string][]any{
		"": {root, data}, "?limit=1": {root}, "?limit=0": {root, data}, "?offset=1": {data}, "?offset=7": nil, "?limit=1&limit=2": {root, data},
	} {
		var got []any
		for _, v := range c.do("member", newest, "GET", path+query, nil).at("volumeAttachments").([]any) {
			got = append(got, v.(map[string]any)["volumeId"])
		}
		assert.Equal(t, want, got, query)
	}
	assert.Equal(t, 400, c.do("member", newest, "GET", path+"?limit=x", nil).status)
	assert.Equal(t, 200, c.do("member", "2.74", "GET", path+"?foo=1", nil).status)
	assert.Equal(t, "Additional properties are not allowed ('foo' was unexpected)",
		c.do("member", "2.75", "GET", path+"?foo=1", nil).message())
}

// The texts are those of Zed and Epoxy (swapping: Epoxy's).
func TestVolumesThatCannotComeOrGo(t *testing.T) {
	c := begin(t)
	server, root := c.bootVolume()
	data, mine := c.makeVolume(""), c.makeVolume("")
	path := "/v2.1/servers/" + server + "/os-volume_attachments"
	require.Equal(t, 200, c.do("member", newest, "POST", path, `{"volumeAttachment": {"volumeId": "`+mine+`", "tag": "t1"}}`).status)
	attach := func(r row) answer {
		return c.do("member", r.at, "POST", path, `{"volumeAttachment": {`+r.body+`}}`)
	}
	detach := func(r row) answer { return c.do("member", r.at, "DELETE", path+"/"+r.body, nil) }
	change := func(r row) answer {
		return c.do("member", r.at, "PUT", path+"/"+mine, `{"volumeAttachment": {"volumeId": "`+mine+`"`+r.body+`}}`)
	}
	names := []string{server, "SERVER", root, "ROOT", data, "DATA", mine, "MINE"}
	extra := func(key string) string { return "Additional properties are not allowed ('" + key + "' was unexpected)" }
	c.refuses([]row{
		{"unknown", "2.1", `"volumeId": "` + nowhere + `"`, 404, "Volume " + nowhere + " could not be found."},
		{"no id", "2.1", `"volumeId": "x"`, 400, "Invalid input for field/attribute volumeId. Value: x. 'x' is not a 'uuid'"},
		{"its own", "2.1", `"volumeId": "` + root + `"`, 400, "Invalid volume: volume ROOT is already attached to instances: SERVER"},
		{"taken device", "2.1", `"volumeId": "` + data + `", "device": "/dev/vda"`, 409, "The supplied device path (/dev/vda) is in use."},
		{"bad device", "2.1", `"volumeId": "` + data + `", "device": "foo"`, 400, "Invalid input for field/attribute " +
			"device. Value: foo. 'foo' does not match '(^/dev/x{0,1}[a-z]{0,1}d{0,1})([a-z]+)[0-9]*$'"},
		{
			"tag before 2.49", "2.48", `"tag": "t", "volumeId": "` + data + `"`, 400,
			"Invalid input for field/attribute volumeAttachment. Value: {'tag': 't', 'volumeId': 'DATA'}. " + extra("tag"),
		},
		{
			"delete_on_termination before 2.79", "2.78", `"delete_on_termination": true, "volumeId": "` + data + `"`, 400,
			"Invalid input for field/attribute volumeAttachment. Value: {'delete_on_termination': True, 'volumeId': " +
				"'DATA'}. " + extra("delete_on_termination"),
		},
	}, attach, names...)
	c.refuses([]row{
		{"the root", newest, root, 400, "Cannot detach a root device volume"},
		{"unknown", newest, nowhere, 404, "Volume " + nowhere + " could not be found."},
		{"another", newest, data, 404, "Instance SERVER is not attached to volume DATA"},
	}, detach, names...)
	c.refuses([]row{
		{"swap", "2.84", ``, 403, "Policy doesn't allow os_compute_api:os-volumes-attachments:swap to be performed."},
		{"id", "2.85", `, "id": "` + data + `"`, 400, "The id property is not mutable"},
		{"server", "2.85", `, "serverId": "` + data + `"`, 400, "The serverId property is not mutable"},
		{"device", "2.85", `, "device": "/dev/xyz"`, 400, "The device property is not mutable"},
		{"tag", "2.85", `, "tag": "zz"`, 400, "The tag property is not mutable"},
		{
			"what never changes", "2.85",
			`, "id": "` + mine + `", "serverId": "` + server + `", "device": "/dev/sdb", "tag": "t1", "delete_on_termination": "1"`, 202, "",
		},
	}, change, names...)
	assert.Equal(t, true, c.attachments(server)[1]["delete_on_termination"])
	assert.Equal(t, 404, c.do("member", "2.85", "PUT", path+"/"+data, `{"volumeAttachment": {"volumeId": "`+data+`"}}`).status)
	assert.Equal(t, "volume MINE is not migrating this api should only be called by Cinder",
		normal(c.do("admin", newest, "PUT", path+"/"+mine,
			`{"volumeAttachment": {"volumeId": "`+data+`", "delete_on_termination": false}}`).message(), names...))

	c.must("member", server, `{"lock": null}`)
	c.refuses([]row{
		{"unknown before locked", newest, nowhere, 404, "Volume " + nowhere + " could not be found."},
		{"root before locked", newest, root, 400, "Cannot detach a root device volume"},
		{"locked", newest, mine, 409, "Instance SERVER is locked"},
	}, detach, names...)
	c.refuses([]row{{"locked before unknown", newest, `"volumeId": "` + nowhere + `"`, 409, "Instance SERVER is locked"}}, attach, names...)
	c.must("member", server, `{"unlock": null}`)
	c.must("member", server, `{"suspend": null}`)
	c.refuses([]row{{"suspended", newest, mine, 409, "Cannot 'detach_volume' instance SERVER while it is in vm_state suspended"}}, detach,
		names...)
	c.refuses([]row{{
		"suspended", newest, `"volumeId": "` + data + `"`, 409,
		"Cannot 'attach_volume' instance SERVER while it is in vm_state suspended",
	}}, attach, names...)
	assert.Equal(t, "available", c.volumeOf(data)["status"])
}

func TestVolumesOfAnOffloadedServer(t *testing.T) {
	c := begin(t)
	server, root := c.bootVolume()
	data := c.makeVolume("")
	path := "/v2.1/servers/" + server + "/os-volume_attachments"
	before := c.attachments(server)[0]["attachment_id"]
	c.must("member", server, `{"shelve": null}`)
	c.rest(server)
	assert.Equal(t, "SHELVED_OFFLOADED", c.show(server)["status"])
	message, events := c.events(server)
	assert.Nil(t, message)
	assert.Equal(t, []string{"compute_shelve_offload_instance Success"}, events)
	assert.Equal(t, "reserved", c.volumeOf(root)["status"])
	kept := c.attachments(server)[0]["attachment_id"]
	assert.NotEqual(t, before, kept)

	body := `{"volumeAttachment": {"volumeId": "` + data + `"}}`
	assert.Equal(t, 409, c.do("member", "2.19", "POST", path, body).status)
	assert.Equal(t, "Tagged volume attachment is not supported for shelved-offloaded instances.",
		c.do("member", newest, "POST", path, `{"volumeAttachment": {"volumeId": "`+data+`", "tag": "x"}}`).message())
	a := c.do("member", "2.20", "POST", path, body)
	require.Equal(t, 200, a.status, a.text)
	assert.Nil(t, a.at("volumeAttachment", "device"))
	assert.Equal(t, "in-use", c.volumeOf(data)["status"])
	assert.NotContains(t, c.attachments(server)[1], "device")
	assert.Equal(t, 409, c.do("member", "2.19", "DELETE", path+"/"+data, nil).status)

	c.must("member", server, `{"unshelve": null}`)
	c.rest(server)
	assert.Equal(t, "ACTIVE", c.show(server)["status"])
	assert.Equal(t, "in-use", c.volumeOf(root)["status"])
	assert.Equal(t, kept, c.attachments(server)[0]["attachment_id"])
	assert.Equal(t, "/dev/sdb", c.attachments(server)[1]["device"])
}

// Where volumes must be of their server's zone (cross_az_attach), block storage has the zones of the hosts. The texts are Nova's.
func TestVolumesOfTheServersZone(t *testing.T) {
	c := begin(t)
	deployed := settings.Default()
	zones := func() (out []any) {
		for _, z := range c.ask("/volume/v3/"+demo+"/os-availability-zone", "", "member", "GET", nil).at("availabilityZoneInfo").([]any) {
			out = append(out, z.(map[string]any)["zoneName"])
		}
		return out
	}
	volume := func(zone string) string {
		a := c.ask("/volume/v3/"+demo+"/volumes", "volume 3.50", "member", "POST", `{"volume": {"size": 1, "availability_zone": "`+zone+`"}}`)
		require.Equal(t, 202, a.status, a.text)
		c.clock.Advance(tick)
		return a.at("volume", "id").(string)
	}
	assert.Equal(t, []any{"nova"}, zones())
	assert.Equal(t, 400, c.ask("/volume/v3/"+demo+"/volumes", "volume 3.50", "member", "POST",
		`{"volume": {"size": 1, "availability_zone": "az1"}}`).status)
	deployed.CrossAZAttach = false
	c.Control().Choose(deployed)
	assert.Equal(t, []any{"az1", "az2", "nova"}, zones())
	here, there := volume("az1"), volume("az2")
	server := c.boot(`{"availability_zone": "az1"}`)
	c.clock.Advance(tick)
	path := "/v2.1/servers/" + server + "/os-volume_attachments"
	a := c.do("member", newest, "POST", path, `{"volumeAttachment": {"volumeId": "`+there+`"}}`)
	assert.Equal(t, 400, a.status)
	assert.Equal(t, "Invalid volume: Instance "+server+" and volume "+there+
		" are not in the same availability_zone. Instance is in az1. Volume is in az2", a.message())
	assert.Equal(t, 200, c.do("member", newest, "POST", path, `{"volumeAttachment": {"volumeId": "`+here+`"}}`).status)
	require.Equal(t, 200, c.ask("/volume/v3/"+demo+"/volumes/"+there+"/action", "volume 3.50", "member", "POST",
		`{"os-set_bootable": {"bootable": true}}`).status)
	disk := func(id, more string) answer {
		return c.do("member", newest, "POST", "/v2.1/servers", `{"server": {"name": "s", "flavorRef": "1", "networks": "none"`+more+`,
			"block_device_mapping_v2": [{"boot_index": 0, "source_type": "volume", "destination_type": "volume", "uuid": "`+id+`"}]}}`)
	}
	a = disk(there, `, "availability_zone": "az1"`)
	assert.Equal(t, 400, a.status)
	assert.Equal(t, "The availability zone between the server and its attached volumes do not match: Server and volumes are not in the same "+
		"availability zone. Server is in: az1. Volumes are in: az2.", a.message())
	a = disk(there, "")
	require.Equal(t, 202, a.status, a.text)
	assert.Equal(t, "az2", c.show(a.at("server", "id").(string))["pinned_availability_zone"], "the zone of its volume")
}
