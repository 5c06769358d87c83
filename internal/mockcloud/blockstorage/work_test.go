package blockstorage_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/cloudcontrol"
	"plumbline/internal/mockcloud/faults"
	"plumbline/internal/mockcloud/journal"
	"plumbline/internal/mockcloud/state"
)

func (c *cloud) fail(work, step string) {
	c.t.Helper()
	_, err := cloudcontrol.Of(c).Faults().Add(faults.Rule{Operation: work, Step: step, Status: 500})
	require.NoError(c.t, err)
}

// A failure that nobody but the volume sees (docs/contract/40-volume-rebuild.md §3): error, no event, no message.
func TestAnImageThatCannotBeWritten(t *testing.T) {
	c := newCloud(t)
	id := c.volume(object{"imageRef": imageA})
	before := c.record(id)
	c.attach(id, server)
	c.fail("volumes.reimaged", "")
	require.Equal(t, 202, c.act("member", id, "os-reimage", object{"image_id": imageB, "reimage_reserved": true}).status)
	assert.Equal(t, "error", c.status(id))
	after := c.record(id)
	assert.Equal(t, state.VolumeDownloading, after.PreviousStatus)
	assert.Equal(t, before.Content, after.Content, "nothing was written")
	assert.Empty(t, cloudcontrol.Of(c).Journal().Entries(journal.Filter{Operation: "external-events.create"}))
	assert.Empty(t, c.do("member", "3.3", "GET", "/messages", nil).at("messages"), "nor is its owner told (Zed)")
	assert.Equal(t, 202, c.act("admin", id, "os-reset_status", object{"status": "reserved"}).status)
	assert.Equal(t, "reserved", c.status(id))
}

// What compute does not take, the volume's owner has a message about (Zed).
func TestAMessageWhereComputeDoesNotTakeTheEvent(t *testing.T) {
	c := newCloud(t)
	id := c.volume(object{"imageRef": imageA})
	c.attach(id, server)
	c.fail("server-external-events.create", "")
	require.Equal(t, 202, c.act("member", id, "os-reimage", object{"image_id": imageB, "reimage_reserved": true}).status)
	assert.Equal(t, "reserved", c.status(id))
	messages := c.do("member", "3.3", "GET", "/messages", nil).at("messages").([]any)
	require.Len(t, messages, 1)
	m := messages[0].(object)
	assert.Equal(t, "VOLUME_VOLUME_016_028", m["event_id"])
	assert.Equal(t, "reimage volume:Compute service failed to reimage volume.", m["user_message"])
	assert.Equal(t, id, m["resource_uuid"])
	assert.Equal(t, 200, c.do("member", "3.3", "GET", "/messages/"+m["id"].(string), nil).status)
	assert.Equal(t, 404, c.do("outsider", "3.3", "GET", "/messages/"+m["id"].(string), nil).status)
	assert.Equal(t, 204, c.do("member", "3.3", "DELETE", "/messages/"+m["id"].(string), nil).status)
	assert.Equal(t, 404, c.do("member", "3.2", "GET", "/messages", nil).status)
}

// Compute is told in its own API, by the service, and what it is told can be made to be wrong or left out.
func TestComputeIsToldOfAnImage(t *testing.T) {
	for _, row := range []struct{ name, step, want string }{
		{"written", "", "completed"},
		{"said to have failed", "say that it failed", "failed"},
		{"never told", "tell compute", ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			c := newCloud(t)
			id := c.volume(object{"imageRef": imageA})
			c.attach(id, server)
			if row.step != "" {
				c.fail("volumes.reimage-told", row.step)
			}
			require.Equal(t, 202, c.act("member", id, "os-reimage", object{"image_id": imageB, "reimage_reserved": true}).status)
			assert.Equal(t, "reserved", c.status(id))
			var told []journal.Entry
			for _, e := range cloudcontrol.Of(c).Journal().Entries(journal.Filter{Service: "compute"}) {
				if strings.HasSuffix(strings.SplitN(e.URL, "?", 2)[0], "/os-server-external-events") {
					told = append(told, e)
				}
			}
			if row.want == "" {
				assert.Empty(t, told)
				return
			}
			require.Len(t, told, 1)
			assert.Contains(t, told[0].RequestBody, `"status":"`+row.want+`"`)
			assert.Contains(t, told[0].RequestBody, `"name":"volume-reimaged"`)
		})
	}
}

func TestWorkThatFails(t *testing.T) {
	for _, work := range []string{"volumes.created", "volumes.filled"} {
		c := newCloud(t)
		c.fail(work, "")
		id := c.volume(object{"imageRef": imageA})
		assert.Equal(t, "error", c.status(id), work)
		cloudcontrol.Of(c).Faults().Clear()
		assert.Equal(t, 202, c.do("member", "", "DELETE", "/volumes/"+id, nil).status)
	}
	c := newCloud(t)
	id := c.volume(nil)
	c.fail("volumes.extended", "")
	c.fail("snapshots.created", "")
	assert.Equal(t, 202, c.act("member", id, "os-extend", object{"new_size": 2}).status)
	assert.Equal(t, "error_extending", c.status(id))
	c.act("admin", id, "os-reset_status", object{"status": "available"})
	s := c.do("member", "", "POST", "/snapshots", object{"snapshot": object{"volume_id": id}}).text("snapshot", "id")
	assert.Equal(t, "error", c.do("member", "", "GET", "/snapshots/"+s, nil).text("snapshot", "status"))
}

// Actions, what they are refused with, and what they do.
func TestActions(t *testing.T) {
	c := newCloud(t)
	id := c.volume(nil)
	reset := func(status string) {
		require.Equal(t, 202, c.act("admin", id, "os-reset_status", object{"status": status}).status)
	}
	for _, row := range []struct {
		state, action string
		args          any
		status        int
		text, then    string
	}{
		{
			"available", "os-extend",
			object{"new_size": 1},
			400,
			"Invalid input received: New size for extend must be greater than current size. (current: 1, extended: 1).", "available",
		},
		{
			"error", "os-extend",
			object{"new_size": 2},
			400,
			"Invalid volume: Volume " + id + " status must be '{'status': 'available'}' to extend, currently error.", "error",
		},
		{"available", "os-extend", object{"new_size": 100000}, 413, "VolumeSizeExceedsAvailableQuota: Requested volume or " +
			"snapshot exceeds allowed gigabytes quota. Requested 99999G, quota is 2000G and 1G has been consumed.", "available"},
		{
			"maintenance", "os-set_bootable",
			object{"bootable": true},
			400,
			"Invalid volume: The volume cannot be updated during maintenance.", "maintenance",
		},
		{"available", "os-set_bootable", object{"bootable": "x"}, 400, "Invalid input for field/attribute bootable. Value: " +
			"x. 'x' is not one of [True, 'True', 'TRUE', 'true', '1', 'ON', 'On', 'on', 'YES', 'Yes', 'yes', 'y', 't', False, " +
			"'False', 'FALSE', 'false', '0', 'OFF', 'Off', 'off', 'NO', 'No', 'no', 'n', 'f']", "available"},
		{
			"available", "os-set_bootable",
			object{"bootable": 1},
			400,
			"Invalid input for field/attribute bootable. Value: 1. 1 is not of type 'boolean', 'string'", "available",
		},
		{"error", "os-reserve", nil, 400, "Invalid volume: Volume status must be available to reserve, but the status is error.", "error"},
		{"available", "os-reserve", nil, 202, "", "attaching"},
		{"attaching", "os-unreserve", nil, 202, "", "available"},
		{"available", "os-unreserve", nil, 202, "", "available"},
		{"available", "os-begin_detaching", nil, 400, "Invalid volume: Unable to detach volume. Volume status must be " +
			"'in-use' and attach_status must be 'attached' to detach.", "available"},
		{"detaching", "os-roll_detaching", nil, 202, "", "in-use"},
		{
			"maintenance", "os-attach",
			object{"mountpoint": "/dev/vdb", "instance_uuid": server},
			400,
			"Invalid volume: The volume cannot be attached in maintenance mode.", "maintenance",
		},
		{"maintenance", "os-detach", object{}, 400, "Invalid volume: The volume cannot be detached in maintenance mode.", "maintenance"},
		{
			"maintenance", "os-initialize_connection",
			object{"connector": object{}},
			400,
			"Invalid volume: The volume connection cannot be initialized in maintenance mode.", "maintenance",
		},
		{
			"in-use", "os-update_readonly_flag",
			object{"readonly": true},
			400,
			"Invalid volume: Volume " + id + " status must be available to update readonly flag, but current status is: in-use.", "in-use",
		},
		{
			"maintenance", "os-reimage",
			object{"image_id": imageA},
			400,
			"Invalid volume: Volume " + id + " status must be available or error, but current status is maintenance.", "maintenance",
		},
		{"available", "os-reimage", object{"image_id": unknown}, 404, "Image " + unknown + " could not be found.", "available"},
		{
			"available", "os-reimage",
			object{"image_id": large},
			400,
			"Invalid input received: Volume size 1GB cannot be smaller than the image minDisk size 100GB.", "available",
		},
		{"error", "os-reimage", object{"image_id": imageA}, 202, "", "error"},
		{
			"error", "os-volume_upload_image",
			object{"image_name": "x"},
			400,
			"Invalid volume: Volume " + id + " status must be available", "error",
		},
		{
			"available", "os-volume_upload_image",
			object{"image_name": "x", "visibility": "public"},
			403,
			"Policy doesn't allow volume_extension:volume_actions:upload_public to be performed.", "available",
		},
		{"available", "os-retype", object{"new_type": "nope"}, 404, "Volume type with name nope could not be found.", "available"},
		{"error", "os-retype", object{"new_type": "multiattach"}, 400, "Invalid input received: Invalid volume_type passed, " +
			"retypes affecting multiattach are only allowed on available volumes, the specified volume however currently has a " +
			"status of: error.", "error"},
		{
			"available", "os-reset_status",
			object{"status": "error"},
			403,
			"Policy doesn't allow volume_extension:volume_admin_actions:reset_status to be performed.", "available",
		},
		{"available", "os-show_image_metadata", nil, 200, "", "available"},
		{
			"available", "os-unset_image_metadata",
			object{"key": "zz"},
			404,
			"Glance metadata for volume/snapshot " + id + " cannot be found.", "available",
		},
	} {
		if row.state == "in-use" {
			c.attach(id, server)
		}
		reset(row.state)
		a := c.act("member", id, row.action, row.args)
		assert.Equal(t, row.status, a.status, "%s %v in %s: %s", row.action, row.args, row.state, a.body)
		if row.text != "" {
			_, text := a.fault()
			assert.Equal(t, row.text, text)
		}
		assert.Equal(t, row.then, c.status(id), "%s in %s", row.action, row.state)
		c.act("admin", id, "os-reset_status", object{"status": "available", "attach_status": "detached"})
	}
	for action, args := range map[string]object{
		"os-extend": {"new_size": "3"}, "os-retype": {"new_type": "multiattach"}, "os-set_bootable": {
			"bootable": "on",
		}, "os-update_readonly_flag": {"readonly": true},
	} {
		assert.Less(t, c.act("member", id, action, args).status, 300, action)
	}
	v := c.record(id)
	assert.Equal(t, 3, v.Size)
	assert.True(t, v.Multiattach)
	assert.True(t, v.Bootable)
	assert.Equal(t, "True", c.do("member", "", "GET", "/volumes/"+id, nil).at("volume", "metadata", "readonly"))
}

func TestAVolumeBecomesAnImage(t *testing.T) {
	c := newCloud(t)
	id := c.volume(object{"imageRef": imageA})
	a := c.act("member", id, "os-volume_upload_image", object{"image_name": "mine", "disk_format": "raw"})
	require.Equal(t, 202, a.status, a.body)
	assert.Equal(t, "uploading", a.text("os-volume_upload_image", "status"))
	assert.Equal(t, "available", c.status(id))
	image := a.text("os-volume_upload_image", "image_id")
	shown := c.send("GET", "/image/v2/images/"+image, c.token("member"), nil)
	assert.Equal(t, "active", shown.text("status"))
	assert.Equal(t, "cirros", shown.text("os_distro"))
	original := c.send("GET", "/image/v2/images/"+imageA+"/file", c.token("member"), nil)
	copied := c.send("GET", "/image/v2/images/"+image+"/file", c.token("member"), nil)
	require.NotEmpty(t, original.body)
	assert.True(t, strings.HasPrefix(copied.body, original.body), "it begins with the data of the image")
	again := c.volume(object{"imageRef": image})
	assert.Equal(t, c.record(id).Content, c.record(again).Content, "what was on the volume is on the image")
}

func TestTheOldWayToAttach(t *testing.T) {
	c := newCloud(t)
	id := c.volume(nil)
	assert.Equal(t, 202, c.act("member", id, "os-attach", object{"instance_uuid": server, "mountpoint": "/dev/vdb"}).status)
	assert.Equal(t, "in-use", c.status(id))
	show := c.do("member", "", "GET", "/volumes/"+id, nil)
	assert.Equal(t, object{"readonly": "False", "attached_mode": "rw"}, show.at("volume", "metadata"))
	assert.Equal(t, 202, c.act("member", id, "os-begin_detaching", nil).status)
	assert.Equal(t, "detaching", c.status(id))
	refused := c.act("member", id, "os-detach", object{"attachment_id": unknown})
	_, text := refused.fault()
	assert.Equal(t, 409, refused.status)
	assert.Equal(t, "ConflictNovaUsingAttachment: Detach volume from instance  using the Compute API", text)
	assert.Equal(t, 202, c.act("member", id, "os-detach", object{}).status)
	assert.Equal(t, "available", c.status(id))
	assert.Equal(t, 200, c.act("member", id, "os-initialize_connection", object{"connector": object{"host": "h"}}).status)
	assert.Equal(t, 202, c.act("member", id, "os-terminate_connection", object{"connector": object{"host": "h"}}).status)
}
