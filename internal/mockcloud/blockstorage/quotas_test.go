package blockstorage_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const malformed = "The server could not comply with the request since it is either malformed or otherwise incorrect."

func TestQuotas(t *testing.T) {
	c := newCloud(t)
	path := "/os-quota-sets/" + demo
	for _, row := range []struct {
		who  string
		set  object
		want int
		text string
	}{
		{"member", object{"volumes": 1}, 403, "Policy doesn't allow volume_extension:quotas:update to be performed."},
		{"member", object{"foo": 1}, 400, "Invalid input received: Bad key(s) in quota set: foo"},
		{"admin", object{}, 400, "Invalid input for field/attribute quota_set. Value: {}. {} does not have enough properties"},
		{"admin", object{"volumes": "x"}, 400, "volumes must be an integer"},
		{"admin", object{"volumes": -2}, 400, "volumes must be >= -1"},
		{"admin", object{"volumes": 4294967296}, 400, "volumes must be <= 2147483647"},
		{"admin", object{"volumes_nothing": 1}, 400, "Invalid input received: Bad key(s) in quota set: volumes_nothing"},
		{"admin", object{"snapshots": "0"}, 400, malformed},
		{"admin", object{"volumes": 1, "snapshots": 0, "gigabytes": 10, "per_volume_gigabytes": "-1", "id": "x"}, 200, ""},
	} {
		a := c.do(row.who, "", "PUT", path, object{"quota_set": row.set})
		_, text := a.fault()
		assert.Equal(t, row.want, a.status, a.body)
		if row.text != "" {
			assert.Equal(t, row.text, text)
		}
	}
	id := c.volume(nil)
	refused := c.do("member", "", "POST", "/volumes", object{"volume": object{"size": 1}})
	name, text := refused.fault()
	assert.Equal(t, 413, refused.status)
	assert.Equal(t, "overLimit", name)
	assert.Equal(t, "VolumeLimitExceeded: Maximum number of volumes allowed (1) exceeded for quota 'volumes'.", text)
	assert.Equal(t, "0", refused.at("overLimit", "retryAfter"))
	assert.Equal(t, 413, c.do("member", "", "POST", "/snapshots", object{"snapshot": object{"volume_id": id}}).status)
	assert.Equal(t, 413, c.act("member", id, "os-extend", object{"new_size": 11}).status)
	assert.Equal(t, 1.0, c.do("member", "", "GET", "/limits", nil).at("limits", "absolute", "maxTotalVolumes"))
	assert.Equal(t, 200.0, c.do("member", "", "GET", path+"/defaults", nil).at("quota_set", "volumes"))
	assert.Equal(t, 403, c.do("outsider", "", "GET", path, nil).status)
	require.Equal(t, 200, c.do("admin", "", "DELETE", path, nil).status)
	assert.Equal(t, 200.0, c.do("member", "", "GET", path, nil).at("quota_set", "volumes"))
	c.volume(nil)
	require.Equal(t, 200, c.do("admin", "", "PUT", path, object{"quota_set": object{"per_volume_gigabytes": 2}}).status)
	c.volume(object{"size": 2})
	_, text = c.do("member", "", "POST", "/volumes", object{"volume": object{"size": 3}}).fault()
	assert.Equal(t, "VolumeSizeExceedsLimit: Requested volume size 3G is larger than maximum allowed limit 2G.", text)
}

func TestTypes(t *testing.T) {
	c := newCloud(t)
	for _, row := range []struct {
		who  string
		body object
		want int
		text string
	}{
		{"member", object{"name": "x"}, 403, "Policy doesn't allow volume_extension:type_create to be performed."},
		{"admin", object{}, 400, "Invalid input for field/attribute volume_type. Value: {}. 'name' is a required property"},
		{"admin", object{"name": "  "}, 400, "An invalid 'name' value was provided. The 'name' can not be empty."},
		{
			"admin",
			object{"name": "a", "extra_specs": object{"a": 1}},
			400,
			"Invalid input for field/attribute a. Value: 1. 1 is not of type 'string', 'null'",
		},
		{"admin", object{"name": "file"}, 409, "Volume Type file already exists."},
	} {
		a := c.do(row.who, "", "POST", "/types", object{"volume_type": row.body})
		_, text := a.fault()
		assert.Equal(t, row.want, a.status, a.body)
		assert.Equal(t, row.text, text)
	}
	a := c.do("admin", "", "POST", "/types",
		object{"volume_type": object{"name": "mine", "os-volume-type-access:is_public": false, "extra_specs": object{"a": "b"}}})
	require.Equal(t, 200, a.status, a.body)
	id := a.text("volume_type", "id")
	assert.Equal(t, 404, c.do("outsider", "", "GET", "/types/"+id, nil).status)
	assert.Equal(t, 200, c.do("admin", "", "POST", "/types/"+id+"/extra_specs",
		object{"extra_specs": object{"multiattach": "<is> True"}}).status)
	assert.Equal(t, object{"a": "b", "multiattach": "<is> True"}, c.do("admin", "", "GET", "/types/"+id+"/extra_specs", nil).at("extra_specs"))
	assert.Equal(t, 200, c.do("admin", "", "PUT", "/types/"+id, object{"volume_type": object{"name": "ours", "is_public": true}}).status)
	assert.Equal(t, 200, c.do("outsider", "", "GET", "/types/"+id, nil).status)
	v := c.volume(object{"volume_type": "ours"})
	assert.True(t, c.record(v).Multiattach)
	_, text := c.do("admin", "", "DELETE", "/types/"+id, nil).fault()
	assert.Equal(t, "Target volume type is still in use.", text)
	c.do("member", "", "DELETE", "/volumes/"+v, nil)
	assert.Equal(t, 202, c.do("admin", "", "DELETE", "/types/"+id, nil).status)
	usual := c.do("member", "", "GET", "/types/default", nil).text("volume_type", "id")
	_, text = c.do("admin", "", "DELETE", "/types/"+usual, nil).fault()
	assert.Equal(t, "The volume type "+usual+" is a default volume type and cannot be deleted.", text)
}

func TestMetadata(t *testing.T) {
	c := newCloud(t)
	id := c.volume(object{"metadata": object{"a": "b"}})
	path := "/volumes/" + id + "/metadata"
	assert.Equal(t, object{"a": "b", "c": "d"}, c.do("member", "", "POST", path, object{"metadata": object{"c": "d"}}).at("metadata"))
	assert.Equal(t, object{"c": "d"}, c.do("member", "", "GET", path+"/c", nil).at("meta"))
	assert.Equal(t, object{"c": "e"}, c.do("member", "", "PUT", path+"/c", object{"meta": object{"c": "e"}}).at("meta"))
	_, text := c.do("member", "", "PUT", path+"/c", object{"meta": object{"x": "e"}}).fault()
	assert.Equal(t, "Request body and URI mismatch", text)
	assert.Equal(t, 200, c.do("member", "", "DELETE", path+"/a", nil).status)
	_, text = c.do("member", "", "DELETE", path+"/a", nil).fault()
	assert.Equal(t, "Volume "+id+" has no metadata with key a.", text)
	assert.Equal(t, object{"q": "r"}, c.do("member", "", "PUT", path, object{"metadata": object{"q": "r"}}).at("metadata"))
	assert.Equal(t, object{"q": "r"}, c.do("member", "", "GET", path, nil).at("metadata"))
	c.act("admin", id, "os-reset_status", object{"status": "maintenance"})
	_, text = c.do("member", "", "POST", path, object{"metadata": object{}}).fault()
	assert.Equal(t, "Invalid volume: Updating volume metadata is not allowed for volumes in maintenance status.", text)
}

func TestALimitOfAProjectsOwnIsNotBelowWhatItUses(t *testing.T) {
	c := newCloud(t)
	path := "/os-quota-sets/" + demo
	set := func(limit int) answer {
		return c.do("admin", "", "PUT", path, object{"quota_set": object{"volumes": limit}})
	}
	c.volume(nil)
	require.Equal(t, 200, set(0).status, "a project without limits of its own is not looked at")
	_, text := set(0).fault()
	assert.Equal(t, "Quota volumes limit must be equal or greater than existing resources. Current usage is 1 and the requested limit is 0.",
		text)
	assert.Equal(t, 200, set(1).status)
	assert.Equal(t, 200, set(-1).status)
}

func TestQuotasOfClassesRefuseWhatTheyAreNot(t *testing.T) {
	c := newCloud(t)
	for _, row := range []struct {
		set  object
		text string
	}{
		{object{"id": 1, "zz": "x"}, "Invalid input received: Bad key(s) in quota class set: id, zz"},
		{object{"volumes_nothing": 1}, "Invalid input received: Bad key(s) in quota class set: volumes_nothing"},
		{object{"volumes": "x"}, "Invalid input for field/attribute volumes. Value: x. 'x' does not match '^[0-9]*$'"},
		{object{"volumes": -2}, "Invalid input for field/attribute volumes. Value: -2. -2 is less than the minimum of -1"},
		{object{"volumes": "7"}, ""},
	} {
		a := c.do("admin", "", "PUT", "/os-quota-class-sets/some", object{"quota_class_set": row.set})
		if _, text := a.fault(); row.text != "" {
			assert.Equal(t, row.text, text)
			continue
		}
		assert.Equal(t, 7.0, a.at("quota_class_set", "volumes"), a.body)
	}
}
