package compute_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The texts are those of Zed and Epoxy, in the order in which they answer two faults at once.
func TestDisksThatCannotBe(t *testing.T) {
	c := begin(t)
	blank, boot, other := c.makeVolume(""), c.makeVolume(`{"imageRef": "`+imageA+`"}`), c.makeVolume(`{"imageRef": "`+imageA+`"}`)
	disks := func(list string) string { return `{"block_device_mapping_v2": [` + list + `]}` }
	withImage := func(list string) string {
		return `{"imageRef": "` + imageA + `", "block_device_mapping_v2": [` + list + `]}`
	}
	local := `{"boot_index": 0, "source_type": "image", "destination_type": "local", "uuid": "` + imageA + `"}`
	data := func(source, id string) string {
		return `{"boot_index": -1, "destination_type": "volume", "source_type": "` + source + `", "uuid": "` + id + `"}`
	}
	const (
		order   = "Block Device Mapping is Invalid: Boot sequence for the instance and image/block device mapping combination is not valid."
		missing = "Block Device Mapping is Invalid: Missing device UUID."
		volume  = "Block Device Mapping is Invalid: failed to get volume " + nowhere + "."
		gone    = "Volume " + nowhere + " could not be found."
	)
	unknown := rootOf("volume", nowhere, "")
	c.refuses([]row{
		{"both forms", newest, `{"block_device_mapping": [{"volume_id": "` + boot +
			`", "device_name": "vda"}], "block_device_mapping_v2": [` + rootOf("volume", boot, "") +
			`]}`, 400, "Using different block_device_mapping syntaxes is not allowed in the same request."},
		{"blank with an id", newest, disks(rootOf("blank", boot, "")), 400, "Block Device Mapping is Invalid: Invalid device UUID."},
		{"no id", newest, disks(`{"boot_index": 0, "source_type": "volume", "destination_type": "volume"}`), 400, missing},
		{"local image without imageRef", newest, disks(local), 400, "Block Device Mapping is Invalid: Mapping image to local is not supported."},
		{
			"type of a volume that is there", newest, disks(rootOf("volume", boot, `, "volume_type": "x"`)), 400,
			"Block Device Mapping is Invalid: Specifying volume type to existing volume is not supported.",
		},
		{
			"type of a local disk", newest, withImage(local[:len(local)-1] + `, "volume_type": "x"}`), 400,
			"Block Device Mapping is Invalid: Specifying a volume_type with destination_type=local is not supported.",
		},
		{
			"unknown type", newest, disks(rootOf("image", imageA, `, "volume_size": 1, "volume_type": "nope"`)), 400,
			"Volume type nope could not be found.",
		},
		{"nothing to boot from", newest, disks(data("volume", boot)), 400, order},
		{"two to boot from", newest, disks(rootOf("volume", boot, "") + "," + rootOf("volume", other, "")), 400, order},
		{"unknown volume", newest, disks(unknown), 400, volume},
		{"unknown data volume", newest, disks(rootOf("volume", boot, "") + "," + data("volume", nowhere)), 400, gone},
		{"unknown snapshot", newest, disks(rootOf("snapshot", nowhere, "")), 400, "Snapshot " + nowhere + " could not be found."},
		{
			"unknown data snapshot", newest, withImage(local + "," + data("snapshot", nowhere)), 400,
			"Block Device Mapping is Invalid: failed to get snapshot " + nowhere + ".",
		},
		{
			"unknown image", newest, disks(rootOf("image", nowhere, `, "volume_size": 1`)), 400,
			"Block Device Mapping is Invalid: failed to get image " + nowhere + ".",
		},
		{
			"image without a size", newest, disks(rootOf("image", imageA, "")), 400,
			"Images with destination_type 'volume' need to have a non-zero size specified",
		},
		{
			"blank without a size", newest,
			disks(rootOf("volume", boot, "") +
				`, {"boot_index": -1, "source_type": "blank", "destination_type": "volume"}`), 400,
			"Blank volumes (source: 'blank', dest: 'volume') need to have non-zero size",
		},
		{"blank volume", newest, disks(rootOf("volume", blank, "")), 400, "Block Device " + blank + " is not bootable."},
		{
			"image larger than the volume", newest, disks(rootOf("image", large, `, "volume_size": 1`)), 400,
			"Volume is smaller than the minimum size specified in image metadata. Volume size is 1073741824 bytes, minimum " +
				"size is 107374182400 bytes.",
		},
		{
			"data at the root's name", newest,
			withImage(local + `, {"boot_index": -1, "source_type": "volume", "destination_type": "volume", "uuid": "` + boot +
				`", "device_name": "vda"}`), 400, "The volume cannot be assigned the same device name as the root device vda",
		},
		{
			"two servers", newest, `{"min_count": 2, "block_device_mapping_v2": [` + rootOf("volume", boot, "") + `]}`, 400,
			"Cannot attach one or more volumes to multiple instances",
		},
		{"none", newest, disks(""), 400, "Missing imageRef attribute"},
		{"old form, other name", newest, `{"block_device_mapping": [{"volume_id": "` + boot + `", "device_name": "vdb"}]}`, 400, order},
		{
			"old form, nothing", newest, `{"block_device_mapping": [{"device_name": "vda"}]}`, 400,
			"Block Device Mapping is Invalid: Unrecognized legacy format.",
		},
		{"old form, unknown", newest, `{"block_device_mapping": [{"volume_id": "` + nowhere + `", "device_name": "vda"}]}`, 400, volume},
		{
			"certificates", newest,
			`{"trusted_image_certificates": ["a"], "block_device_mapping_v2": [` + rootOf("volume", boot, "") +
				`]}`, 400, "Image certificate validation is not supported when booting from volume",
		},
		{
			"swap", newest, withImage(local + `, {"source_type": "blank", "destination_type": "local", "guest_format": "swap", "volume_size": 1}`),
			400, "Swap drive requested is larger than instance type allows.",
		},
		{
			"ephemeral", newest, withImage(local + `, {"source_type": "blank", "destination_type": "local", "volume_size": 1}`),
			400, "Ephemeral disks requested are larger than the instance type allows. If no size is given in one block device " +
				"mapping, flavor ephemeral size will be used.",
		},

		{"form before flavor", newest, `{"flavorRef": "nope", "block_device_mapping_v2": [{"source_type": "volume"}]}`, 400, missing},
		{
			"flavor before volume", newest, `{"flavorRef": "nope", "block_device_mapping_v2": [` + unknown + `]}`, 400,
			"Flavor nope could not be found.",
		},
		{
			"zone before volume", newest, `{"availability_zone": "nope", "block_device_mapping_v2": [` + unknown + `]}`, 400,
			"The requested availability zone is not available",
		},
		{"volume before key", newest, `{"key_name": "nope", "block_device_mapping_v2": [` + unknown + `]}`, 400, volume},
		{
			"key before data volume", newest,
			`{"key_name": "nope", "block_device_mapping_v2": [` + rootOf("volume", boot, "") + "," + data("volume", nowhere) +
				`]}`, 400, "Invalid key_name provided.",
		},
		{
			"quota before data volume", newest,
			`{"metadata": ` + manyItems(129) + `, "block_device_mapping_v2": [` + rootOf("volume", boot, "") + "," +
				data("volume", nowhere) + `]}`, 403, "Maximum number of metadata items exceeds 128",
		},
		{"data volume before order", newest, disks(data("volume", nowhere)), 400, gone},
		{
			"syntax of the zone before form", newest,
			`{"availability_zone": "a:b:c:d", "block_device_mapping_v2": [{"source_type": "volume"}]}`, 400,
			"Invalid input received: Unable to parse availability_zone",
		},
	}, func(r row) answer { return c.createFrom(r.at, r.body) })
	for _, id := range []string{blank, boot, other} {
		assert.Equal(t, "available", c.volumeOf(id)["status"])
	}
}

func TestWaysToBootFromAVolume(t *testing.T) {
	c := begin(t, slowly())
	boot, data := c.makeVolume(`{"imageRef": "`+imageA+`"}`), c.makeVolume("")
	snapshot := c.storage("member", "POST", "/snapshots",
		map[string]any{"snapshot": map[string]any{"volume_id": boot}}).at("snapshot", "id").(string)
	c.wait(3)
	for _, r := range []struct {
		name, disks string
		volumes     int
		image       any
	}{
		{"image", rootOf("image", imageB, `, "volume_size": 1`), 1, imageB},
		{"volume and data", rootOf("volume", boot, `, "tag": "root"`) +
			`, {"source_type": "volume", "destination_type": "volume", "uuid": "` + data + `"}`, 2, imageA},
		{"snapshot", rootOf("snapshot", snapshot, `, "delete_on_termination": true`), 1, imageA},
		{"blank", `{"boot_index": 0, "source_type": "blank", "destination_type": "volume", "volume_size": 1}`, 1, nil},
	} {
		id := c.bootFrom(r.disks)
		assert.Equal(t, "", c.show(id)["image"], r.name)
		have := c.attachments(id)
		require.Len(t, have, r.volumes, r.name)
		assert.Equal(t, "/dev/sda", have[0]["device"], r.name)
		v := c.volumeOf(have[0]["volumeId"].(string))
		assert.Equal(t, "in-use", v["status"], r.name)
		assert.Equal(t, r.image, c.imageOn(v["id"].(string)), r.name)
		if r.volumes > 1 {
			assert.Equal(t, "/dev/sdb", have[1]["device"])
			assert.Equal(t, "root", have[0]["tag"])
		}
	}
}

func TestAServerTakesAlongWhatDiesWithIt(t *testing.T) {
	c := begin(t)
	server, root := c.bootVolume()
	data := c.makeVolume("")
	require.Equal(t, 200, c.do("member", newest, "POST", "/v2.1/servers/"+server+"/os-volume_attachments",
		`{"volumeAttachment": {"volumeId": "`+data+`"}}`).status)
	c.clock.Advance(tick)
	assert.Equal(t, "in-use", c.volumeOf(data)["status"])
	require.Equal(t, 204, c.do("member", newest, "DELETE", "/v2.1/servers/"+server, nil).status)
	c.clock.Advance(tick)
	assert.Equal(t, 404, c.storage("member", "GET", "/volumes/"+root, nil).status)
	assert.Equal(t, "available", c.volumeOf(data)["status"])
	assert.Empty(t, c.storage("member", "GET", "/attachments", nil).at("attachments"))
}
