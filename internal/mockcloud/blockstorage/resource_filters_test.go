package blockstorage_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTheFiltersThatEverybodyMayUse(t *testing.T) {
	c := newCloud(t)
	const path = "/resource_filters"
	assert.Equal(t, 404, c.do("member", "3.32", "GET", path, nil).status, "it begins at 3.33")
	want := map[string]string{
		"volume": "name status metadata bootable migration_status availability_zone group_id size created_at updated_at consumes_quota",
		"backup": "name status volume_id", "snapshot": "name status volume_id metadata availability_zone consumes_quota", "group": "name",
		"group_snapshot": "name status group_id", "attachment": "volume_id status instance_id attach_status",
		"message": "resource_uuid resource_type event_id request_id message_level", "pool": "name volume_type",
		"volume_type": "is_public extra_specs",
	}
	order := "volume backup snapshot group group_snapshot attachment message pool volume_type"
	listed := func(a answer) (resources string, filters map[string]string) {
		require.Equal(t, 200, a.status, a.body)
		var names []string
		filters = map[string]string{}
		for _, item := range a.at("resource_filters").([]any) {
			name, words := item.(object)["resource"].(string), []string{}
			for _, word := range item.(object)["filters"].([]any) {
				words = append(words, word.(string))
			}
			names, filters[name] = append(names, name), strings.Join(words, " ")
		}
		return strings.Join(names, " "), filters
	}
	for query, found := range map[string]string{
		"": order, "?x=1": order, "?resource=": order, "?resource=volume": "volume", "?resource=nope": "",
		"?resource=volume&resource=backup": "backup",
	} {
		resources, filters := listed(c.do("reader", "3.33", "GET", path+query, nil))
		assert.Equal(t, found, resources, query)
		for name, words := range filters {
			assert.Equal(t, want[name], words, "%s of %s", name, query)
		}
	}
}

// What is said to be a filter is one, and nothing else.
func TestListsHaveTheFiltersThatAreListed(t *testing.T) {
	c := newCloud(t)
	for resource, path := range map[string]string{
		"volume": "/volumes", "backup": "/backups", "snapshot": "/snapshots", "attachment": "/attachments", "message": "/messages",
		"volume_type": "/types",
	} {
		listed := c.do("member", "3.52", "GET", "/resource_filters?resource="+resource, nil).at("resource_filters").([]any)
		require.Len(t, listed, 1)
		for _, word := range listed[0].(object)["filters"].([]any) {
			value := "1"
			if word == "created_at" || word == "updated_at" {
				value = "gt:2026-01-01"
			}
			a := c.do("member", "3.60", "GET", path+"?"+word.(string)+"="+value, nil)
			assert.Equal(t, 200, a.status, "%s by %s: %s", path, word, a.body)
		}
		_, message := c.do("member", "3.60", "GET", path+"?nope=1", nil).fault()
		assert.Equal(t, "Invalid filters nope are found in query options.", message, path)
	}
}
