package compute_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"plumbline/internal/openapi"
	"plumbline/mockcloud"
)

func manyItems(n int) string {
	var items []string
	for i := range n {
		items = append(items, fmt.Sprintf(`"k%d": "v"`, i))
	}
	return "{" + strings.Join(items, ", ") + "}"
}

func rebuildTo(image, more string) string {
	return `{"rebuild": {"imageRef": "` + image + `"` + more + `}}`
}

// The texts are those of Zed and Epoxy, in the order in which they answer two faults at once.
func TestRebuildRefusals(t *testing.T) {
	c := begin(t)
	c.key("member", "k1", ed25519)
	c.key("member2", "k2", ed25519)
	id := c.boot(`{"key_name": "k1"}`)
	unknownKey := "Invalid key_name provided."
	quota := "Maximum number of metadata items exceeds 128"
	c.check(id, []refusal{
		{
			"no key below 2.54", "member", "2.53", rebuildTo(imageA, `, "key_name": "k1"`), 400,
			"Invalid input for field/attribute rebuild. Value: {'imageRef': '" + imageA +
				"', 'key_name': 'k1'}. Additional properties are not allowed ('key_name' was unexpected)",
		},
		{
			"empty key name", "member", newest, rebuildTo(imageA, `, "key_name": ""`), 400,
			"Invalid input for field/attribute key_name. Value: . '' is not valid under any of the given schemas",
		},
		{"unknown key", "member", newest, rebuildTo(imageA, `, "key_name": "nope"`), 400, unknownKey},
		{"a blank is part of the name", "member", newest, rebuildTo(imageA, `, "key_name": " k1"`), 400, unknownKey},
		{"another's key", "member", newest, rebuildTo(imageA, `, "key_name": "k2"`), 400, unknownKey},
		{"the creator's key by another", "member2", newest, rebuildTo(imageA, `, "key_name": "k1"`), 400, unknownKey},
		{"the creator's key by the administrator", "admin", newest, rebuildTo(imageA, `, "key_name": "k1"`), 400, unknownKey},
		{"reader", "reader", newest, rebuildTo(imageA, ""), 403, "Policy doesn't allow os_compute_api:servers:rebuild to be performed."},
		{"unknown image", "member", newest, rebuildTo(nowhere, ""), 400, "Cannot find image for rebuild"},
		{"unknown image and key: the key first", "member", newest, rebuildTo(nowhere, `, "key_name": "nope"`), 400, unknownKey},
		{
			"unset and unknown image: nothing is saved", "member", newest, rebuildTo(nowhere, `, "key_name": null`), 400,
			"Cannot find image for rebuild",
		},
		{"deactivated image", "member", newest, rebuildTo(deactivated, ""), 400, "Image " + deactivated + " is not active."},
		{"image for larger disks", "member", newest, rebuildTo(large, ""), 400, "Flavor's disk is smaller than the minimum " +
			"size specified in image metadata. Flavor disk is 1073741824 bytes, minimum size is 107374182400 bytes."},
		{"too much metadata", "member", newest, rebuildTo(imageA, `, "metadata": `+manyItems(129)), 403, quota},
		{
			"too much metadata and unknown key", "member", newest,
			rebuildTo(imageA, `, "key_name": "nope", "metadata": `+manyItems(129)), 400, unknownKey,
		},
		{
			"too much metadata and unknown image", "member", newest, rebuildTo(nowhere, `, "metadata": `+manyItems(129)), 400,
			"Cannot find image for rebuild",
		},
		{"too much metadata and deactivated image", "member", newest, rebuildTo(deactivated, `, "metadata": `+manyItems(129)), 403, quota},
		{"too much metadata and a large image", "member", newest, rebuildTo(large, `, "metadata": `+manyItems(129)), 403, quota},
		{
			"too many files and a large image", "member", "2.56", rebuildTo(large, `, "personality": [{}, {}, {}, {}, {}, {}]`),
			403, "Personality file limit exceeded",
		},
		{
			"too long a file", "member", "2.56",
			rebuildTo(imageA, `, "personality": [{"path": "/a", "contents": "`+strings.Repeat("A", 20000)+
				`"}]`), 403, "Personality file content exceeds maximum 10240",
		},
		{
			"too long a path", "member", "2.56",
			rebuildTo(imageA, `, "personality": [{"path": "`+strings.Repeat("p", 256)+
				`", "contents": "aGk="}]`), 403, "Personality file path exceeds maximum 255",
		},
		{"two keys", "member", newest, `{"rebuild": {"imageRef": "` + imageA + `"}, "x": 1}`, 400, "Malformed request body"},
		{"outsider", "outsider", newest, rebuildTo(imageA, ""), 404, "Instance ID could not be found."},
	})
}

func TestRebuildWaitsForItsTurn(t *testing.T) {
	c := begin(t)
	id := c.boot("")
	for _, row := range []struct{ name, who, before, message string }{
		{"paused", "member", `{"pause": null}`, "Cannot 'rebuild' instance ID while it is in vm_state paused"},
		{"shelved and offloaded", "member", `{"shelve": null}`, "Cannot 'rebuild' instance ID while it is in vm_state shelved_offloaded"},
	} {
		id := c.boot("")
		c.must(row.who, id, row.before)
		c.check(id, []refusal{{row.name, "member", newest, rebuildTo(nowhere, `, "key_name": "nope"`), 409, row.message}})
	}
	c.must("admin@admin", id, `{"lock": null}`)
	c.check(id, []refusal{{"locked", "member", newest, rebuildTo(imageA, `, "key_name": "nope"`), 409, "Instance ID is locked"}})
	a := c.do("admin", newest, "POST", "/v2.1/servers",
		`{"server": {"name": "s", "imageRef": "`+imageA+`", "flavorRef": "1", "networks": "none", "availability_zone": "az1:nope"}}`)
	never := a.at("server", "id").(string)
	assert.Equal(t, "ERROR", c.show(never)["status"])
	c.check(never, []refusal{
		{"never launched", "member", newest, rebuildTo(imageA, ""), 409, "Instance ID is in an invalid state for 'rebuild'"},
	})
}

func TestRebuildChangesTheKey(t *testing.T) {
	for _, row := range []struct {
		name, who, version, more string
		want                     any
	}{
		{"a key", "member", "2.54", `, "key_name": "k2"`, "k2"},
		{"null takes it away", "member", "2.54", `, "key_name": null`, nil},
		{"nothing keeps it", "member", "2.54", "", "k1"},
		{"nothing keeps it, of old", "member", "2.53", "", "k1"},
		{"another member's own", "member2", newest, `, "key_name": "k9"`, "k9"},
		{"an administrator's own", "admin@admin", newest, `, "key_name": "ka"`, "ka"},
	} {
		t.Run(row.name, func(t *testing.T) {
			c := begin(t)
			for who, name := range map[string]string{"member": "k1", "member2": "k9", "admin": "ka"} {
				c.key(who, name, ed25519)
			}
			c.key("member", "k2", other)
			id := c.boot(`{"key_name": "k1"}`)
			a := c.act(row.who, row.version, id, rebuildTo(imageB, row.more))
			assert.Equal(t, 202, a.status, a.text)
			assert.Equal(t, "http://cloud.test/compute/v2.1/servers/"+id, a.header.Get("Location"))
			server := a.at("server").(map[string]any)
			assert.Equal(t, "REBUILD", server["status"])
			assert.Equal(t, imageB, a.at("server", "image").(map[string]any)["id"])
			shown, there := server["key_name"]
			assert.Equal(t, row.version != "2.53", there)
			if there {
				assert.Equal(t, row.want, shown)
			}
			after := c.show(id)
			assert.Equal(t, row.want, after["key_name"])
			assert.Equal(t, "ACTIVE", after["status"])
			assert.Equal(t, member, after["user_id"])
		})
	}
}

func TestRebuildIsRefusedWholeInSpecifiedProfile(t *testing.T) {
	c := begin(t, mockcloud.WithProfile(openapi.Specified))
	c.key("member", "k1", ed25519)
	id := c.boot(`{"key_name": "k1"}`)
	c.check(id, []refusal{{
		"null", "member", "2.54", rebuildTo(imageA, `, "key_name": null`), 400,
		"Invalid input for field/attribute key_name. Value: None. None is not of type 'string'",
	}})
}

func TestRebuildSetsWhatIsGiven(t *testing.T) {
	c := begin(t)
	id := c.boot(`{"OS-DCF:diskConfig": "AUTO", "metadata": {"a": "b"}}`)
	c.must("member", id, rebuildTo(imageB,
		`, "name": "n", "hostname": "h", "metadata": {"c": "d"}, "description": "x", "accessIPv4": "1.2.3.4",
		"accessIPv6": "fe80::1", "user_data": "aGk=", "trusted_image_certificates": ["c1"], "adminPass": "pp"`))
	s := c.show(id)
	for key, want := range map[string]any{
		"name": "n", "OS-EXT-SRV-ATTR:hostname": "h", "metadata": map[string]any{"c": "d"}, "description": "x", "accessIPv4": "1.2.3.4",
		"accessIPv6": "fe80::1", "OS-EXT-SRV-ATTR:user_data": "aGk=", "trusted_image_certificates": []any{"c1"}, "OS-DCF:diskConfig": "MANUAL",
	} {
		assert.Equal(t, want, s[key], key)
	}
	assert.Equal(t, imageB, s["image"].(map[string]any)["id"])
	a := c.act("member", newest, id,
		rebuildTo(imageA, `, "user_data": null, "description": null, "trusted_image_certificates": null, "adminPass": "pw"`))
	assert.Equal(t, "pw", a.at("server", "adminPass"))
	assert.Contains(t, a.json["server"], "user_data")
	s = c.show(id)
	assert.Nil(t, s["OS-EXT-SRV-ATTR:user_data"])
	assert.Nil(t, s["description"])
	assert.Nil(t, s["trusted_image_certificates"])
	assert.Equal(t, "n", s["name"])
}

func TestRebuildEndsWhereItBegan(t *testing.T) {
	for _, row := range []struct{ name, before, status string }{
		{"active", "", "ACTIVE"}, {"stopped", `{"os-stop": null}`, "SHUTOFF"}, {"error", `{"os-resetState": {"state": "error"}}`, "ACTIVE"},
	} {
		t.Run(row.name, func(t *testing.T) {
			c := begin(t)
			id := c.boot("")
			if row.before != "" {
				c.must("admin", id, row.before)
			}
			c.must("member", id, rebuildTo(imageB, ""))
			assert.Equal(t, row.status, c.show(id)["status"])
			a := c.do("admin", newest, "GET", "/v2.1/servers/"+id+"/os-instance-actions", nil)
			first := a.json["instanceActions"].([]any)[0].(map[string]any)
			assert.Equal(t, "rebuild", first["action"])
			assert.Equal(t, member, first["user_id"])
			events := c.do("admin", newest, "GET", "/v2.1/servers/"+id+"/os-instance-actions/"+first["request_id"].(string),
				nil).at("instanceAction", "events").([]any)
			var names []any
			for _, e := range events {
				names = append(names, e.(map[string]any)["event"])
			}
			want := []any{"compute_rebuild_instance", "rebuild_server"}
			if row.name == "stopped" {
				want = append([]any{"compute_stop_instance"}, want...)
			}
			assert.Equal(t, want, names)
		})
	}
}

// No host for the new image: ERROR, the old image, the new key and name; the next rebuild works (Epoxy).
func TestRebuildToAnImageThatNoHostRuns(t *testing.T) {
	c := begin(t)
	c.key("member", "k1", ed25519)
	id := c.boot("")
	c.setImageProperty(imageB, "hw_architecture", "s390x")
	c.must("member", id, rebuildTo(imageB, `, "key_name": "k1", "name": "n"`))
	s := c.show(id)
	assert.Equal(t, "ERROR", s["status"])
	assert.Equal(t, imageA, s["image"].(map[string]any)["id"])
	assert.Equal(t, "k1", s["key_name"])
	assert.Equal(t, "n", s["name"])
	assert.Equal(t, "No valid host was found. There are not enough hosts available.", s["fault"].(map[string]any)["message"])
	c.must("member", id, rebuildTo(imageA, ""))
	assert.Equal(t, "ACTIVE", c.show(id)["status"])
}
