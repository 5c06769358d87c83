package compute_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/cloudcontrol"
	"plumbline/internal/mockcloud/faults"
	"plumbline/internal/openapi"
	"plumbline/mockcloud"
)

// watch lets the clock run until nothing is being done to the server, and answers the states on the way, each once:
// status of the volume, its attachments, status and task of the server.
func (c *cloud) watch(server, volume string) (seen []string) {
	c.Helper()
	for range 60 {
		s := c.show(server)
		list := c.storage("member", "GET", "/attachments?volume_id="+volume, nil).at("attachments").([]any)
		now := fmt.Sprintf("%v %d %v %v", c.volumeOf(volume)["status"], len(list), s["status"], s["OS-EXT-STS:task_state"])
		if len(seen) == 0 || seen[len(seen)-1] != now {
			seen = append(seen, now)
		}
		if s["OS-EXT-STS:task_state"] == nil && s["status"] != "BUILD" {
			return seen
		}
		c.clock.Advance(tick)
	}
	require.Fail(c, "it never ends", "%v", seen)
	return nil
}

const flag = `, "reimage_boot_volume": true`

// docs/contract/40-volume-rebuild.md §3, each state seen (BFV-11, BFV-12, BFV-14).
func TestRebuildOfAVolumeStepByStep(t *testing.T) {
	written := []string{
		"in-use 1 REBUILD rebuilding", "in-use 2 REBUILD rebuilding", "reserved 1 REBUILD rebuilding", "downloading 1 REBUILD rebuilding",
		"reserved 1 REBUILD rebuilding", "reserved 1 REBUILD rebuild_block_device_mapping", "attaching 1 REBUILD rebuild_block_device_mapping",
		"in-use 1 REBUILD rebuild_block_device_mapping", "in-use 1 REBUILD rebuild_spawning", "in-use 1 ACTIVE <nil>",
	}
	kept := append(append([]string{}, written[:3]...), written[5:]...)
	for _, r := range []struct {
		name      string
		profile   openapi.Profile
		at, image string
		more      string
		states    []string
	}{
		{"another image", openapi.Shipped, "2.93", imageB, "", written},
		{"the same image again", openapi.Shipped, "2.93", imageA, "", written},
		{"the same image before 2.93", openapi.Shipped, "2.92", imageA, "", kept},
		{"asked for", openapi.Specified, "2.93", imageB, flag, written},
		{"asked for, the same image", openapi.Specified, "2.100", imageA, flag, written},
		{"not asked for", openapi.Specified, "2.93", imageA, "", kept},
		{"said no", openapi.Specified, "2.93", imageA, `, "reimage_boot_volume": "off"`, kept},
	} {
		c := begin(t, slowly(), mockcloud.WithProfile(r.profile))
		server, root := c.bootVolume()
		before := c.attachments(server)[0]
		a := c.act("member", r.at, server, rebuildTo(r.image, r.more))
		require.Equal(t, 202, a.status, "%s %s", r.name, a.text)
		assert.Equal(t, "", a.at("server", "image"), r.name)
		assert.Equal(t, r.states, c.watch(server, root), r.name)
		after := c.attachments(server)[0]
		assert.NotEqual(t, before["attachment_id"], after["attachment_id"], r.name)
		assert.Equal(t, before["bdm_uuid"], after["bdm_uuid"], r.name)
		assert.Equal(t, true, after["delete_on_termination"], r.name)
		assert.Equal(t, r.image, c.imageOn(root), r.name)
		message, events := c.events(server)
		assert.Nil(t, message, r.name)
		assert.Equal(t, []string{"compute_rebuild_instance Success", "rebuild_server Success"}, events, r.name)
	}
}

func TestRebuildKeepsDataVolumes(t *testing.T) {
	c := begin(t, slowly())
	server, root := c.bootVolume()
	data := c.makeVolume("")
	require.Equal(t, 200, c.do("member", newest, "POST", "/v2.1/servers/"+server+"/os-volume_attachments",
		`{"volumeAttachment": {"volumeId": "`+data+`"}}`).status)
	c.wait(2)
	before := c.attachments(server)
	c.must("member", server, `{"os-stop": null}`)
	c.rest(server)
	c.must("member", server, rebuildTo(imageB, ""))
	assert.Equal(t, []string{
		"in-use 1 REBUILD rebuilding", "in-use 2 REBUILD rebuilding", "reserved 1 REBUILD rebuilding",
		"reserved 1 REBUILD rebuild_block_device_mapping", "attaching 1 REBUILD rebuild_block_device_mapping",
		"in-use 1 REBUILD rebuild_block_device_mapping", "in-use 1 REBUILD rebuild_spawning", "in-use 1 ACTIVE powering-off",
		"in-use 1 SHUTOFF <nil>",
	}, c.watch(server, data))
	after := c.attachments(server)
	assert.Equal(t, imageB, c.imageOn(root))
	for i := range before {
		assert.Equal(t, before[i]["volumeId"], after[i]["volumeId"])
		assert.NotEqual(t, before[i]["attachment_id"], after[i]["attachment_id"])
	}
}

func TestRebuildOfAVolumeThatFails(t *testing.T) {
	failed := "Build of instance SERVER aborted: Failed to rebuild volume backed instance."
	for _, r := range []struct {
		name    string
		profile openapi.Profile
		rule    faults.Rule
		status  string
		fault   any
		volume  string
		image   string
	}{
		{"refused", openapi.Shipped, faults.Rule{Operation: "volumes.reimage", Status: 500}, "ERROR", failed, "reserved", imageA},
		{"refused, as specified", openapi.Specified, faults.Rule{Operation: "volumes.reimage", Status: 500}, "ACTIVE", nil, "in-use", imageA},
		{"no new attachment", openapi.Shipped, faults.Rule{Operation: "attachments.create", Status: 400}, "ERROR", failed, "in-use", imageA},
		{
			"no new attachment, as specified", openapi.Specified,
			faults.Rule{Operation: "attachments.create", Status: 400},
			"ACTIVE", nil, "in-use", imageA,
		},
		{
			"old attachment stays", openapi.Shipped,
			faults.Rule{Operation: "attachments.delete", Status: 400, Times: 1},
			"ERROR",
			failed, "in-use", imageA,
		},
		{
			"old attachment stays, as specified", openapi.Specified,
			faults.Rule{Operation: "attachments.delete", Status: 400, Times: 1},
			"ACTIVE", nil, "in-use", imageA,
		},
		{"not written", openapi.Shipped, faults.Rule{Operation: "volumes.reimaged", Status: 500}, "ACTIVE", nil, "error", imageA},
		{
			"not written, as specified", openapi.Specified,
			faults.Rule{Operation: "volumes.reimaged", Status: 500},
			"ERROR",
			failed, "error", imageA,
		},
		{"never told", openapi.Shipped, faults.Rule{Operation: "volumes.reimage-told", Status: 500}, "ACTIVE", nil, "reserved", imageB},
		{
			"never told, as specified", openapi.Specified,
			faults.Rule{Operation: "volumes.reimage-told", Status: 500},
			"ERROR",
			failed, "reserved", imageB,
		},
		{
			"told that it failed", openapi.Shipped,
			faults.Rule{Operation: "volumes.reimage-told", Step: "say that it failed", Status: 500},
			"ERROR", failed, "reserved", imageB,
		},
	} {
		c := begin(t, slowly(), mockcloud.WithProfile(r.profile))
		server, root := c.bootVolume()
		id, err := cloudcontrol.Of(c).Faults().Add(r.rule)
		require.NoError(t, err)
		more := ""
		if r.profile == openapi.Specified {
			more = flag
		}
		require.Equal(t, 202, c.act("member", "2.93", server, rebuildTo(imageB, more)).status, r.name)
		c.wait(60)
		cloudcontrol.Of(c).Faults().Remove(id)
		s := c.show(server)
		assert.Equal(t, r.status, s["status"], r.name)
		if r.fault != nil {
			fault, _ := s["fault"].(map[string]any)
			assert.Equal(t, r.fault, normal(fmt.Sprint(fault["message"]), server, "SERVER"), r.name)
			assert.Equal(t, float64(500), fault["code"], r.name)
		}
		assert.Equal(t, r.volume, c.volumeOf(root)["status"], r.name)
		assert.Equal(t, r.image, c.imageOn(root), r.name)
		message, events := c.events(server)
		if endless := r.profile == openapi.Shipped && r.fault == nil; endless {
			assert.Nil(t, message, r.name)
			assert.Equal(t, []string{"compute_rebuild_instance <nil>", "rebuild_server Success"}, events, r.name)
		} else {
			assert.Equal(t, "Error", message, r.name)
			assert.Equal(t, []string{"compute_rebuild_instance Error", "rebuild_server Success"}, events, r.name)
		}
		connected := 0
		for _, a := range c.storage("member", "GET", "/attachments/detail?volume_id="+root, nil).at("attachments").([]any) {
			if info, _ := a.(map[string]any)["connection_info"].(map[string]any); len(info) > 0 {
				connected++
			}
		}
		assert.Equal(t, r.volume == "in-use", connected == 1, r.name)
	}
}

// The time is 20 s for each GiB of the image that was begun (docs/contract/40-volume-rebuild.md §2).
func TestRebuildWaitsForTheVolume(t *testing.T) {
	c := begin(t)
	server, _ := c.bootVolume()
	_, err := cloudcontrol.Of(c).Faults().Add(faults.Rule{Operation: "volumes.reimage-told", Status: 500})
	require.NoError(t, err)
	c.must("member", server, rebuildTo(imageB, ""))
	c.show(server)
	c.clock.Advance(19 * tick)
	assert.Equal(t, "REBUILD", c.show(server)["status"])
	c.clock.Advance(tick)
	assert.Equal(t, "ACTIVE", c.show(server)["status"])
}

// Somebody else's event for the volume counts as well as block storage's (BFV-13, BFV-15).
func TestEventsEndTheWaiting(t *testing.T) {
	for status, want := range map[string]string{"completed": "ACTIVE", "failed": "ERROR", "in-progress": "ERROR"} {
		c := begin(t)
		server, root := c.bootVolume()
		_, err := cloudcontrol.Of(c).Faults().Add(faults.Rule{Operation: "volumes.reimage-told", Status: 500})
		require.NoError(t, err)
		c.must("member", server, rebuildTo(imageB, ""))
		for _, event := range []string{`"tag": "x", "status": "` + status + `"`, `"tag": "` + root + `", "status": "` + status + `"`} {
			require.Equal(t, "REBUILD", c.show(server)["status"])
			a := c.do("admin", "2.93", "POST", "/v2.1/os-server-external-events",
				`{"events": [{"name": "volume-reimaged", "server_uuid": "`+server+`", `+event+`}]}`)
			require.Equal(t, 200, a.status, a.text)
		}
		assert.Equal(t, want, c.show(server)["status"], status)
		_, events := c.events(server)
		assert.Len(t, events, 2)
	}
}

func TestAnotherTryAfterTheVolumeFailed(t *testing.T) {
	for _, r := range []struct {
		profile        openapi.Profile
		volume, answer string
	}{
		{openapi.Shipped, "error", "400"},
		{openapi.Shipped, "reserved", "400"},
		{openapi.Shipped, "in-use", "202"},
		{openapi.Specified, "error", "400"},
		{openapi.Specified, "reserved", "202"},
		{openapi.Specified, "in-use", "202"},
	} {
		name := fmt.Sprint(r.profile, " ", r.volume)
		c := begin(t, slowly(), mockcloud.WithProfile(r.profile))
		server, root := c.bootVolume()
		_, err := cloudcontrol.Of(c).Faults().Add(faults.Rule{Operation: "volumes.reimaged", Status: 500, Times: 1})
		require.NoError(t, err)
		more := ""
		if r.profile == openapi.Specified {
			more = flag
		}
		require.Equal(t, 202, c.act("member", "2.93", server, rebuildTo(imageB, more)).status)
		for c.volumeOf(root)["status"] != "error" {
			c.wait(1)
		}
		told := c.do("admin", "2.93", "POST", "/v2.1/os-server-external-events",
			`{"events": [{"name": "volume-reimaged", "server_uuid": "`+server+`", "tag": "`+root+`", "status": "failed"}]}`)
		require.Equal(t, 200, told.status, told.text)
		c.rest(server)
		require.Equal(t, "ERROR", c.show(server)["status"])
		if r.volume != "error" {
			require.Equal(t, 202, c.storage("admin", "POST", "/volumes/"+root+"/action", `{"os-reset_status": {"status": "`+r.volume+`"}}`).status)
		}
		a := c.act("member", "2.93", server, rebuildTo(imageB, more))
		assert.Equal(t, r.answer, fmt.Sprint(a.status), "%s %s", name, a.text)
		if a.status == 202 {
			c.rest(server)
			assert.Equal(t, "ACTIVE", c.show(server)["status"], name)
			assert.Equal(t, imageB, c.imageOn(root), name)
			assert.Equal(t, "in-use", c.volumeOf(root)["status"], name)
		}
	}
}
