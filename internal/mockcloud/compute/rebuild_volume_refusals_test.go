package compute_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi"
	"plumbline/mockcloud"
)

// makeImage makes an image with data of the member's.
func (c *cloud) makeImage(more string) string {
	c.Helper()
	body := map[string]any{"name": "i", "disk_format": "raw", "container_format": "bare"}
	if more != "" {
		require.NoError(c, json.Unmarshal([]byte(more), &body))
	}
	a := c.ask("/image/v2/images", "", "member", "POST", body)
	require.Equal(c, 201, a.status, a.text)
	id := a.json["id"].(string)
	require.Equal(c, 204, c.upload(id))
	return id
}

// The texts are those of Zed and Epoxy, in the order in which they answer two faults at once (docs/contract/40-volume-rebuild.md §2).
func TestRebuildOfAVolumeRefused(t *testing.T) {
	c := begin(t)
	server, root := c.bootVolume()
	mindisk, minram := c.makeImage(`{"min_disk": 5}`), c.makeImage(`{"min_ram": 4096}`)
	arch, numa := c.makeImage(`{"hw_architecture": "nonsense"}`), c.makeImage(`{"hw_numa_nodes": "1"}`)
	const (
		different = "is unacceptable: Unable to rebuild with a different image for a volume-backed server."
		certs     = "Image certificate validation is not supported for volume-backed servers."
		small     = "Volume is smaller than the minimum size specified in image metadata. Volume size is 1073741824 bytes, " +
			"minimum size is 5368709120 bytes."
		layout = "An instance's NUMA topology cannot be changed as part of a rebuild. The image provided is invalid for this instance."
		quota  = "Maximum number of metadata items exceeds 128"
	)
	items := `, "metadata": ` + manyItems(129)
	c.check(server, []refusal{
		{"another image", "member", "2.92", rebuildTo(imageB, ""), 400, "Image " + imageB + " " + different},
		{"another image before its size", "member", "2.92", rebuildTo(mindisk, ""), 400, "Image " + mindisk + " " + different},
		{"another image before the quota", "member", "2.92", rebuildTo(imageB, items), 400, "Image " + imageB + " " + different},
		{"architecture before another image", "member", "2.92", rebuildTo(arch, ""), 400, "Architecture name 'nonsense' is not recognised"},
		{"certificates before another image", "member", "2.92", rebuildTo(imageB, `, "trusted_image_certificates": ["a"]`), 400, certs},
		{"certificates", "member", "2.93", rebuildTo(imageA, `, "trusted_image_certificates": ["a"]`), 400, certs},
		{"certificates before the quota", "member", "2.93", rebuildTo(mindisk, items+`, "trusted_image_certificates": ["a"]`), 400, certs},
		{"quota before the size", "member", "2.93", rebuildTo(mindisk, items), 403, quota},
		{"size", "member", "2.93", rebuildTo(mindisk, ""), 400, small},
		{"memory", "member", "2.93", rebuildTo(minram, ""), 400, "Flavor's memory is too small for requested image."},
		{"layout", "member", "2.93", rebuildTo(numa, ""), 400, layout},
		{
			"key", "member", "2.93", `{"rebuild": {"imageRef": "` + imageA + `", "reimage_boot_volume": true}}`, 400,
			"Invalid input for field/attribute rebuild. Value: {'imageRef': '" + imageA +
				"', 'reimage_boot_volume': True}. Additional properties are not allowed ('reimage_boot_volume' was unexpected)",
		},
	})
	for _, status := range []string{"available", "error", "reserved", "detaching"} {
		require.Equal(t, 202, c.storage("admin", "POST", "/volumes/"+root+"/action", `{"os-reset_status": {"status": "`+status+`"}}`).status,
			status)
		text := "Invalid volume: volume '" + root + "' status must be 'in-use'. Currently in '" + status + "' status"
		c.check(server, []refusal{
			{"volume " + status, "member", "2.93", rebuildTo(imageB, ""), 400, text},
			{"volume before layout", "member", "2.93", rebuildTo(numa, ""), 400, text},
			{"size before volume", "member", "2.93", rebuildTo(mindisk, ""), 400, small},
			{"volume, same image before 2.93", "member", "2.92", rebuildTo(imageA, ""), 400, text},
		})
	}
	assert.Equal(t, imageA, c.imageOn(root))
}

func TestRebuildOfAVolumeRefusedAsSpecified(t *testing.T) {
	c := begin(t, mockcloud.WithProfile(openapi.Specified))
	server, root := c.bootVolume()
	local := c.boot("")
	refused := func(id, image, more, says string) {
		t.Helper()
		before := c.show(id)
		a := c.act("member", "2.93", id, rebuildTo(image, more))
		assert.Equal(t, 400, a.status, a.text)
		assert.Contains(t, a.message(), says)
		assert.Equal(t, before, c.show(id))
	}
	refused(server, imageB, "", "Unable to rebuild with a different image for a volume-backed server.")
	refused(server, imageB, `, "reimage_boot_volume": "no"`, "Unable to rebuild with a different image")
	refused(local, imageB, flag, "reimage_boot_volume")
	require.Equal(t, 202, c.act("member", "2.93", local, rebuildTo(imageB, `, "reimage_boot_volume": false`)).status)
	assert.Equal(t, 400, c.act("member", "2.92", server, rebuildTo(imageB, flag)).status)
	assert.Equal(t, imageA, c.imageOn(root))
}

// After a rebuild that no host would do, a real server shows the image that is on its volume.
func TestRebuildOfAVolumeThatNoHostWouldDo(t *testing.T) {
	for profile, image := range map[openapi.Profile]any{openapi.Shipped: imageA, openapi.Specified: ""} {
		c := begin(t, mockcloud.WithProfile(profile))
		server, root := c.bootVolume()
		traits := c.makeImage(`{"trait:HW_CPU_X86_VMX": "required"}`)
		more := ""
		if profile == openapi.Specified {
			more = flag
		}
		require.Equal(t, 202, c.act("member", "2.93", server, rebuildTo(traits, more)).status)
		s := c.show(server)
		assert.Equal(t, "ERROR", s["status"])
		shown := s["image"]
		if m, is := shown.(map[string]any); is {
			shown = m["id"]
		}
		assert.Equal(t, image, shown)
		_, events := c.events(server)
		assert.Equal(t, []string{"rebuild_server Error"}, events)
		assert.Equal(t, "in-use", c.volumeOf(root)["status"])
		assert.Equal(t, imageA, c.imageOn(root))

		require.Equal(t, 202, c.act("member", "2.93", server, rebuildTo(imageB, `, "preserve_ephemeral": true`+more)).status)
		fault := c.show(server)["fault"].(map[string]any)
		assert.Equal(t, float64(400), fault["code"])
		_, events = c.events(server)
		assert.Equal(t, []string{"compute_rebuild_instance Error", "rebuild_server Success"}, events)
		require.Equal(t, 202, c.act("member", "2.93", server, rebuildTo(imageB, more)).status)
		assert.Equal(t, "ACTIVE", c.show(server)["status"])
		assert.Equal(t, imageB, c.imageOn(root))
	}
}
