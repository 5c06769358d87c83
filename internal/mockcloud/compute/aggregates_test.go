package compute_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const noMove = " Changing the AZ of an existing instance is not supported by this action. Move the instances away " +
	"from this host then try again." +
	" If you need to move the instances between AZs then you can use shelve_offload and unshelve to achieve this.."

// What the real clouds answered, in this order; the seed has az1 (1: host1) and az2 (2: host2).
func TestAggregatesAnswerAsTheRealClouds(t *testing.T) {
	c := begin(t)
	for _, row := range []struct {
		version, method, path, body string
		status                      int
		text                        string
	}{
		{"2.1", "POST", "", `{"aggregate": {"name": "a"}}`, 200, ""},
		{"2.1", "POST", "", `{"aggregate": {"name": "b", "availability_zone": "z"}}`, 200, ""},
		{"2.1", "POST", "", `{"aggregate": {"name": "a"}}`, 409, "Aggregate a already exists."},
		{"2.1", "POST", "", `{"aggregate": {}}`, 400, "Invalid input for field/attribute aggregate. Value: {}. 'name' is a required property"},
		{"2.1", "POST", "", `{"aggregate": {"name": ""}}`, 400, "Invalid input for field/attribute name. Value: . '' is too short"},
		{"2.1", "POST", "", `{"aggregate": {"name": " x"}}`, 400, "An invalid 'name' value was provided. The name must be: " +
			"printable characters. Can not start or end with whitespace."},
		{
			"2.1", "POST", "", `{"aggregate": {"name": "d", "availability_zone": "a:b"}}`, 400,
			"Invalid input for field/attribute availability_zone. Value: a:b. 'a:b' is not valid under any of the given schemas",
		},
		{"2.1", "POST", "", `{"aggregate": {"metadata": {}, "name": "f"}}`, 400, "Invalid input for field/attribute " +
			"aggregate. Value: {'metadata': {}, 'name': 'f'}. Additional properties are not allowed ('metadata' was unexpected)"},
		{"2.1", "POST", "/3/action", `{"add_host": {"host": "host3"}}`, 200, ""},
		{"2.1", "POST", "/3/action", `{"add_host": {"host": "host3"}}`, 409, "Aggregate 3 already has host host3."},
		{"2.1", "POST", "/3/action", `{"add_host": {"host": "nope"}}`, 404, "Compute host nope could not be found."},
		{"2.1", "POST", "/99/action", `{"add_host": {"host": "host3"}}`, 404, "Aggregate 99 could not be found."},
		{"2.1", "POST", "/x/action", `{"add_host": {"host": "host3"}}`, 400, "Invalid input received: id must be an integer"},
		{
			"2.1", "POST", "/3/action", `{"add_host": {"host": "a b"}}`, 400,
			"Invalid input for field/attribute host. Value: a b. 'a b' does not match '^[a-zA-Z0-9-._]*$'",
		},
		{"2.1", "POST", "/3/action", `{"foo": 1}`, 400, "There is no such action: foo"},
		{"2.1", "POST", "/3/action", `{}`, 400, "Malformed request body"},
		{"2.1", "POST", "/3/action", `{"set_metadata": {"metadata": {"a": "b", "c": "d"}}}`, 200, ""},
		{"2.1", "POST", "/3/action", `{"set_metadata": {"metadata": {"a": null, "none": null}}}`, 200, ""},
		{
			"2.1", "POST", "/3/action", `{"set_metadata": {"metadata": {"k": 1}}}`, 400,
			"Invalid input for field/attribute k. Value: 1. 1 is not of type 'string', 'null'",
		},
		{
			"2.1", "POST", "/3/action", `{"set_metadata": {"metadata": {"": "x"}}}`, 400,
			"Invalid input for field/attribute metadata. Value: {'': 'x'}. '' does not match any of the regexes: '^[a-zA-Z0-9-_:. ]{1,255}$'",
		},
		{
			"2.1", "POST", "/3/action", `{"set_metadata": {"metadata": {"availability_zone": ""}}}`, 400,
			"Cannot update metadata of aggregate 3. Reason: Aggregate a does not support empty named availability zone.",
		},
		{
			"2.1", "POST", "/4/action", `{"add_host": {"host": "host1"}}`, 409,
			"Cannot add host to aggregate 4. Reason: One or more hosts already in availability zone(s) ['az1'].",
		},
		{"2.1", "POST", "/3/action", `{"remove_host": {"host": "host1"}}`, 404, "Cannot remove host host1 in aggregate 3"},
		{"2.1", "POST", "/99/action", `{"remove_host": {"host": "host3"}}`, 404, "Cannot remove host host3 in aggregate 99"},
		{"2.1", "PUT", "/3", `{"aggregate": {"name": "b"}}`, 409, "Aggregate b already exists."},
		{"2.1", "PUT", "/3", `{"aggregate": {"name": "a2"}}`, 200, ""},
		{
			"2.1", "PUT", "/3", `{"aggregate": {}}`, 400,
			"Invalid input for field/attribute aggregate. Value: {}. {} is not valid under any of the given schemas",
		},
		{
			"2.1", "PUT", "/3", `{"aggregate": {"availability_zone": null}}`, 400,
			"Cannot update aggregate 3. Reason: Aggregate a2 does not support empty named availability zone.",
		},
		{"2.1", "PUT", "/3", `{"aggregate": {"name": " "}}`, 400, "An invalid 'name' value was provided. The name must be: " +
			"printable characters with at least one non space character"},
		{"2.1", "PUT", "/99", `{"aggregate": {"name": "y"}}`, 404, "Aggregate 99 could not be found."},
		{"2.41", "PUT", "/4", `{"aggregate": {"availability_zone": "y"}}`, 200, ""},
		{"2.1", "DELETE", "/3", "", 400, "Cannot remove host from aggregate 3. Reason: Host aggregate is not empty."},
		{"2.1", "DELETE", "/99", "", 404, "Aggregate 99 could not be found."},
		{"2.1", "GET", "/x", "", 400, "Invalid input received: id must be an integer"},
		{"2.75", "GET", "/3?foo=1", "", 200, ""},
		{"2.102", "GET", "/3?foo=1", "", 400, "Additional properties are not allowed ('foo' was unexpected)"},
		{"2.80", "POST", "/3/images", `{"cache": [{"id": "` + imageA + `"}]}`, 404, "The resource could not be found."},
		{"2.81", "POST", "/3/images", `{"cache": [{"id": "` + imageA + `"}]}`, 202, ""},
		{"2.81", "POST", "/3/images", `{"cache": [{"id": "` + nowhere + `"}]}`, 400, "Image " + nowhere + " could not be found."},
		{"2.81", "POST", "/3/images", `{"cache": [{"id": "x"}]}`, 400, "Invalid input for field/attribute id. Value: x. 'x' is not a 'uuid'"},
		{"2.81", "POST", "/3/images", `{"cache": []}`, 400, "Invalid input for field/attribute cache. Value: []. [] is too short"},
		{"2.81", "POST", "/3/images", `{"cache": [{"id": "` + imageA + `"}, {"id": "` + imageA + `"}]}`, 400, "Duplicate images in request"},
		{"2.1", "POST", "/3/action", `{"remove_host": {"host": "host3"}}`, 200, ""},
		{"2.1", "DELETE", "/3", "", 200, ""},
		{"2.1", "DELETE", "/4", "", 200, ""},
	} {
		a := c.do("admin", row.version, row.method, "/v2.1/os-aggregates"+row.path, bodyOf(row.body))
		assert.Equal(t, row.status, a.status, "%v: %s", row, a.text)
		if row.status >= 400 {
			assert.Equal(t, row.text, a.message(), "%v", row)
		}
	}
	assert.Len(t, c.do("admin", "2.1", "GET", "/v2.1/os-aggregates", nil).at("aggregates"), 2)
	assert.Equal(t, 403, c.do("manager", "2.1", "GET", "/v2.1/os-aggregates", nil).status)
}

func TestAnAggregateShowsWhatTheRealCloudsDo(t *testing.T) {
	c := begin(t)
	a := c.do("admin", "2.40", "POST", "/v2.1/os-aggregates", `{"aggregate": {"name": "a"}}`)
	assert.Equal(t, strings.Fields("availability_zone created_at deleted deleted_at id name updated_at"), sortedKeys(a.at("aggregate")))
	a = c.do("admin", "2.41", "GET", "/v2.1/os-aggregates/3", nil)
	assert.Equal(t, strings.Fields("availability_zone created_at deleted deleted_at hosts id metadata name updated_at uuid"),
		sortedKeys(a.at("aggregate")))
	a = c.do("admin", "2.1", "POST", "/v2.1/os-aggregates/3/action", `{"set_metadata": {"metadata": {"a": "b"}}}`)
	assert.NotNil(t, a.at("aggregate", "updated_at"), "the answer says that it has been updated")
	assert.Nil(t, c.do("admin", "2.1", "GET", "/v2.1/os-aggregates/3", nil).at("aggregate", "updated_at"), "and only a new name is remembered")
}

// A host that runs servers stays in its zone.
func TestServersKeepTheirZone(t *testing.T) {
	c := begin(t)
	require.Equal(t, "host1", c.show(c.boot(`{"availability_zone": "az1"}`))["OS-EXT-SRV-ATTR:host"])
	refused := func(status int, text, method, path, body string) {
		a := c.do("admin", "2.1", method, "/v2.1/os-aggregates/"+path, body)
		assert.Equal(t, status, a.status, a.text)
		assert.Equal(t, text, a.message())
	}
	refused(409, "Cannot remove host from aggregate 1. Reason: The host cannot be removed from the aggregate as the "+
		"availability zone of the host "+
		"would change from 'az1' to 'None' but the host already has 1 instance(s)."+
		noMove, "POST", "1/action", `{"remove_host": {"host": "host1"}}`)
	refused(400, "Cannot update aggregate 1. Reason: One or more hosts contain instances in this zone.", "PUT", "1",
		`{"aggregate": {"availability_zone": "x"}}`)
	refused(400, "Cannot update metadata of aggregate 1. Reason: One or more hosts contain instances in this zone.", "POST",
		"1/action", `{"set_metadata": {"metadata": {"availability_zone": "x"}}}`)
	require.Equal(t, 200, c.do("admin", "2.1", "POST", "/v2.1/os-aggregates", `{"aggregate": {"name": "free"}}`).status)
	assert.Equal(t, 200, c.do("admin", "2.1", "POST", "/v2.1/os-aggregates/3/action", `{"add_host": {"host": "host1"}}`).status,
		"without a zone nothing changes")
}
