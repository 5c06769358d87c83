package blockstorage_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/state"
	"plumbline/mockcloud"
	"plumbline/mockcloud/clock"
)

func TestTheLifeOfAVolume(t *testing.T) {
	c := newCloud(t)
	a := c.do("member", "3.0", "POST", "/"+demo+"/volumes", object{"volume": object{"size": "2", "name": " v ", "metadata": object{"a": "b"}}})
	require.Equal(t, 202, a.status, a.body)
	id := a.text("volume", "id")
	assert.Equal(t, "creating", a.text("volume", "status"))
	assert.Equal(t, "v", a.text("volume", "name"))
	assert.Equal(t, "2026-01-02T03:04:05.000000", a.text("volume", "created_at"))
	assert.Nil(t, a.at("volume", "updated_at"))
	assert.Equal(t, []any{
		object{"rel": "self", "href": "http://cloud.test/volume/v3/" + demo + "/volumes/" + id},
		object{"rel": "bookmark", "href": "http://cloud.test/volume/" + demo + "/volumes/" + id},
	}, a.at("volume", "links"))
	c.clock.Advance(time.Second)
	show := c.do("member", "3.0", "GET", "/volumes/"+id, nil)
	assert.Equal(t, "available", show.text("volume", "status"))
	assert.Equal(t, 2.0, show.at("volume", "size"))
	assert.Equal(t, "false", show.text("volume", "bootable"))
	assert.Equal(t, "file", show.text("volume", "volume_type"))
	assert.Equal(t, "nova", show.text("volume", "availability_zone"))
	assert.Equal(t, 200, c.do("member", "3.0", "PUT", "/volumes/"+id,
		object{"volume": object{"display_name": "w", "metadata": object{"c": "d"}}}).status)
	assert.Equal(t, object{"c": "d"}, c.do("member", "3.0", "GET", "/volumes/"+id, nil).at("volume", "metadata"))
	for who, status := range map[string]int{"outsider": 404, "reader": 200, "admin": 200} {
		assert.Equal(t, status, c.do(who, "3.0", "GET", "/volumes/"+id, nil).status, who)
	}
	assert.Equal(t, 404, c.do("outsider", "3.0", "DELETE", "/volumes/"+id, nil).status)
	assert.Equal(t, 403, c.do("member", "3.23", "DELETE", "/volumes/"+id+"?force=true", nil).status)
	assert.Equal(t, 202, c.do("member", "3.0", "DELETE", "/volumes/"+id, nil).status)
	assert.Equal(t, 404, c.do("member", "3.0", "GET", "/volumes/"+id, nil).status)
}

func TestWhatIsOnAVolume(t *testing.T) {
	c := newCloud(t)
	image := c.volume(object{"imageRef": imageA})
	v := c.record(image)
	assert.True(t, v.Bootable)
	assert.Equal(t, imageA, v.ImageMetadata["image_id"])
	assert.Equal(t, "cirros-a", v.ImageMetadata["image_name"])
	assert.Equal(t, "cirros", v.ImageMetadata["os_distro"])
	assert.Equal(t, v.ImageMetadata["checksum"], v.Content, "the marker of what is on it")

	a := c.do("member", "3.66", "POST", "/snapshots", object{"snapshot": object{"volume_id": image, "name": "s"}})
	require.Equal(t, 202, a.status, a.body)
	snapshot := a.text("snapshot", "id")
	assert.Equal(t, 202, c.act("member", image, "os-reimage", object{"image_id": imageB}).status)
	assert.NotEqual(t, v.Content, c.record(image).Content, "what was there is gone")
	assert.Equal(t, imageB, c.record(image).ImageMetadata["image_id"])
	old := c.volume(object{"snapshot_id": snapshot})
	assert.Equal(t, v.Content, c.record(old).Content, "the snapshot has kept it")
	assert.Equal(t, imageA, c.record(old).ImageMetadata["image_id"])
	clone := c.volume(object{"source_volid": image, "size": 3})
	assert.Equal(t, c.record(image).Content, c.record(clone).Content)
	assert.Equal(t, 3, c.record(clone).Size)
	assert.NotEqual(t, c.record(c.volume(nil)).Content, c.record(c.volume(nil)).Content, "blank ones differ")

	name, text := c.do("member", "", "DELETE", "/volumes/"+image, nil).fault()
	assert.Equal(t, "badRequest", name)
	assert.True(t, strings.HasPrefix(text, "Invalid volume: Volume status must be available or error or"), text)
	assert.Equal(t, 202, c.do("member", "", "DELETE", "/volumes/"+image+"?cascade=true", nil).status)
	assert.Equal(t, 404, c.do("member", "", "GET", "/snapshots/"+snapshot, nil).status)
}

func TestAVolumeIsMadeStepByStep(t *testing.T) {
	c := newCloud(t, mockcloud.WithLifecycle(clock.After(time.Second)))
	id := c.volume(object{"imageRef": imageA})
	var seen []string
	for range 3 {
		seen = append(seen, c.status(id))
		c.clock.Advance(time.Second)
	}
	assert.Equal(t, []string{"creating", "downloading", "available"}, seen)
	require.Equal(t, 202, c.act("member", id, "os-reimage", object{"image_id": imageB}).status)
	assert.Equal(t, "downloading", c.status(id))
	assert.Equal(t, state.VolumeAvailable, c.record(id).PreviousStatus)
	c.clock.Advance(time.Second)
	assert.Equal(t, "available", c.status(id))
	assert.Equal(t, 202, c.do("member", "", "DELETE", "/volumes/"+id, nil).status)
	assert.Equal(t, "deleting", c.status(id))
	c.clock.Advance(time.Second)
	assert.Equal(t, 404, c.do("member", "", "GET", "/volumes/"+id, nil).status)
}

// What the real service refuses, in its words. Nothing is made.
func TestVolumesThatAreNotMade(t *testing.T) {
	c := newCloud(t)
	blank, snapped := c.volume(nil), c.volume(object{"size": 2})
	a := c.do("member", "", "POST", "/snapshots", object{"snapshot": object{"volume_id": snapped}})
	snapshot := a.text("snapshot", "id")
	before := c.Control().Records()["volumes"]
	long := strings.Repeat("a", 256)
	for _, row := range []struct {
		at     string
		body   object
		status int
		text   string
	}{
		{"3.0", object{}, 400, "The server could not comply with the request since it is either malformed or otherwise incorrect."},
		{
			"3.0",
			object{"imageRef": imageA},
			400,
			"The server could not comply with the request since it is either malformed or otherwise incorrect.",
		},
		{"3.0", object{"size": "x"}, 400, "Invalid input for field/attribute size. Value: x. 'x' does not match '^[0-9]+$'"},
		{"3.0", object{"size": 0}, 400, "Invalid input for field/attribute size. Value: 0. 0 is less than the minimum of 1"},
		{"3.0", object{"size": "0"}, 400, "Invalid input for field/attribute size. Value: 0. 0 is less than the minimum of 1"},
		{"3.0", object{"size": 1.5}, 400, "Invalid input for field/attribute size. Value: 1.5. 1.5 is not of type 'integer', 'string', 'null'"},
		{"3.0", object{"size": "99999999999"}, 400, "Invalid input for field/attribute size. Value: 99999999999. " +
			"99999999999 is greater than the maximum of 2147483647"},
		{"3.53", object{"foo": 1}, 400, "Invalid input for field/attribute volume. Value: {'foo': 1}. Additional properties " +
			"are not allowed ('foo' was unexpected)"},
		{"3.0", object{"size": 1, "name": long}, 400, "Invalid input received: name has 256 characters, more than 255."},
		{"3.0", object{"size": 1, "display_description": long}, 400, "Invalid input received: description has 256 characters, more than 255."},
		{"3.0", object{"size": 1, "name": 1}, 400, "Invalid input for field/attribute name. Value: 1. 1 is not of type 'string', 'null'"},
		{"3.0", object{"size": 1, "volume_type": "nope"}, 404, "Volume type with name nope could not be found."},
		{"3.0", object{"size": 1, "volume_type": unknown}, 404, "Volume type " + unknown + " could not be found."},
		{"3.0", object{"size": 1, "metadata": object{"a*": "1"}}, 400, "Invalid input for field/attribute metadata. Value: " +
			"{'a*': '1'}. 'a*' does not match any of the regexes: '^[a-zA-Z0-9-_:. /]{1,255}$'"},
		{
			"3.0",
			object{"size": 1, "snapshot_id": "x"},
			400,
			"Invalid input for field/attribute snapshot_id. Value: x. 'x' is not valid under any of the given schemas",
		},
		{"3.0", object{"size": 1, "snapshot_id": unknown}, 404, "Snapshot " + unknown + " could not be found."},
		{"3.0", object{"size": 1, "source_volid": unknown}, 404, "Volume " + unknown + " could not be found."},
		{"3.0", object{"size": 1, "group_id": unknown}, 404, "Group " + unknown + " could not be found."},
		{"3.0", object{"size": 1, "backup_id": unknown}, 404, "Backup " + unknown + " could not be found."},
		{"3.0", object{"size": 1, "availability_zone": "nope"}, 400, "Availability zone 'nope' is invalid."},
		{"3.0", object{"size": 1, "multiattach": "true"}, 400, "multiattach parameter has been removed. The default " +
			"behavior is to use multiattach enabled volume types. Contact your administrator to create a multiattach enabled " +
			"volume type and use it to create multiattach volumes."},
		{
			"3.0",
			object{"size": 1, "multiattach": "x"},
			400,
			"Invalid input for field/attribute multiattach. Value: x. 'x' is not valid under any of the given schemas",
		},
		{"3.0", object{"size": 1, "imageRef": unknown}, 400, "Invalid image identifier or unable to access requested image."},
		{
			"3.0",
			object{"size": 1, "imageRef": large},
			400,
			"Invalid input received: Volume size 1GB cannot be smaller than the image minDisk size 100GB.",
		},
		{
			"3.0",
			object{"size": 1, "imageRef": imageA, "source_volid": blank},
			400,
			"Invalid input received: May specify only one of backup, imageRef, snapshot, source volume",
		},
		{"3.0", object{"size": 1, "snapshot_id": snapshot}, 400, "Invalid input received: Volume size '1'GB cannot be " +
			"smaller than the snapshot size 2GB. They must be >= original snapshot size."},
		{"3.0", object{"size": 1000000}, 413, "VolumeSizeExceedsAvailableQuota: Requested volume or snapshot exceeds " +
			"allowed gigabytes quota. Requested 1000000G, quota is 2000G and 5G has been consumed."},
	} {
		a := c.do("member", row.at, "POST", "/volumes", object{"volume": row.body})
		_, text := a.fault()
		assert.Equal(t, row.status, a.status, "%v: %s", row.body, a.body)
		assert.Equal(t, row.text, text, "%v", row.body)
	}
	assert.Equal(t, before, c.Control().Records()["volumes"])
}

func TestLists(t *testing.T) {
	c := newCloud(t)
	c.volume(object{"name": "one"})
	c.volume(object{"name": "two", "size": 2, "imageRef": imageA})
	c.volume(object{"name": "three", "metadata": object{"a": "b"}})
	names := func(a answer) string {
		var out []string
		list, _ := a.at("volumes").([]any)
		for _, v := range list {
			out = append(out, v.(object)["name"].(string))
		}
		return strings.Join(out, " ")
	}
	for _, row := range []struct {
		who, at, query string
		want           string
		fault          string
	}{
		{"member", "3.0", "", "three two one", ""},
		{"member", "3.0", "?sort=name:asc", "one three two", ""},
		{"member", "3.0", "?sort=size:asc,name:desc", "three one two", ""},
		{"member", "3.0", "?sort_key=name&sort_dir=desc", "two three one", ""},
		{"member", "3.0", "?limit=1&offset=1", "two", ""},
		{"member", "3.0", "?limit=0", "", ""},
		{"member", "3.0", "?name=two", "two", ""},
		{"member", "3.0", "?bootable=x", "two", ""},
		{"member", "3.2", "?bootable=x", "", "Invalid input received: 'bootable = x'"},
		{"member", "3.2", "?bootable=0", "three one", ""},
		{"member", "3.0", "?metadata=%7B%22a%22:%22b%22%7D", "three", ""},
		{"member", "3.30", "?foo=bar", "three two one", ""},
		{"member", "3.31", "?foo=bar", "", "Invalid filters foo are found in query options."},
		{"member", "3.31", "?all_tenants=1", "three two one", ""},
		{"admin", "3.31", "?foo=bar", "", ""},
		{"admin", "3.31", "?name~=T", "three two", ""},
		{"outsider", "3.0", "", "", ""},
		{"member", "3.60", "?created_at=gt:2030-01-01", "", ""},
		{"member", "3.60", "?created_at=zz:2030-01-01", "", "Invalid zz operator"},
		{"member", "3.0", "?limit=x", "", "limit param must be an integer"},
		{"member", "3.0", "?limit=-1", "", "limit param must be positive"},
		{"member", "3.0", "?offset=-1", "", "offset must be >= 0"},
		{"member", "3.0", "?marker=x", "", "Volume x could not be found."},
		{"member", "3.0", "?sort_key=foo", "", "Invalid input received: Invalid sort key"},
		{"member", "3.0", "?sort_dir=foo", "", "Invalid input received: Unknown sort direction, must be 'desc' or 'asc'."},
		{
			"member", "3.0", "?sort=name&sort_key=id", "",
			"The 'sort_key' and 'sort_dir' parameters are deprecated and cannot be used with the 'sort' parameter.",
		},
		{"member", "3.45", "?with_count=x", "", "Value 'x' for 'with_count' is not a boolean."},
	} {
		a := c.do(row.who, row.at, "GET", "/volumes"+row.query, nil)
		if row.fault != "" {
			_, text := a.fault()
			assert.Equal(t, row.fault, text, row.query)
			continue
		}
		assert.Equal(t, 200, a.status, a.body)
		assert.Equal(t, row.want, names(a), "%s at %s as %s", row.query, row.at, row.who)
	}
	a := c.do("member", "3.45", "GET", "/"+demo+"/volumes/detail?limit=2&with_count=true", nil)
	assert.Equal(t, 3.0, a.at("count"))
	next := a.at("volumes_links").([]any)[0].(object)["href"].(string)
	assert.Equal(t, "one", names(
		c.send("GET", strings.TrimPrefix(next, "http://cloud.test"), c.token("member"), nil, "OpenStack-API-Version", "volume 3.45")))
}
