package compute_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const create = `{"server": {"name": "s", "imageRef": "` + imageA + `", "flavorRef": "1", "networks": "none"`

// The texts are those of Zed and Epoxy; rows with two faults tell which is answered.
func TestCreateRefusals(t *testing.T) {
	c := begin(t)
	body := func(change string) string {
		fields := map[string]string{"name": `"s"`, "imageRef": `"` + imageA + `"`, "flavorRef": `"1"`, "networks": `"none"`}
		var rest []string
		for _, f := range strings.Split(change, ";") {
			key, value, found := strings.Cut(f, "=")
			if found {
				fields[key] = value
			} else {
				delete(fields, strings.TrimPrefix(key, "-"))
			}
		}
		for _, k := range sorted(strings.Fields(keysOf(fields))) {
			rest = append(rest, `"`+k+`": `+fields[k])
		}
		return `{"server": {` + strings.Join(rest, ", ") + `}}`
	}
	const (
		noFlavor = "Flavor 99 could not be found."
		noKey    = "Invalid key_name provided."
		noImage  = "Can not find requested image"
		noZone   = "The requested availability zone is not available"
		noNet    = "Network " + nowhere + " could not be found."
		noGroup  = "Unable to find security_group with name or id 'nope'"
		counts   = "min_count must be <= max_count"
		parse    = "Invalid input received: Unable to parse availability_zone"
		forced   = "Policy doesn't allow os_compute_api:servers:create:forced_host to be performed."
		wanted   = "Policy doesn't allow compute:servers:create:requested_destination to be performed."
	)
	badNet, badGroup := `networks=[{"uuid": "`+nowhere+`"}]`, `security_groups=[{"name": "nope"}]`
	for _, row := range []struct {
		change  string
		status  int
		message string
	}{
		{`imageRef="` + nowhere + `"`, 400, noImage},
		{`imageRef=""`, 400, "Missing imageRef attribute"},
		{`-imageRef`, 400, "Missing imageRef attribute"},
		{`flavorRef="99"`, 400, noFlavor},
		{`key_name="nope"`, 400, noKey},
		{badNet, 400, noNet},
		{`networks=[{"port": "` + nowhere + `"}]`, 400, "Port id " + nowhere + " could not be found."},
		{badGroup, 400, noGroup},
		{`min_count=2;max_count=1`, 400, counts},
		{`hostname="h";min_count=2`, 400, "Unable to allocate a single hostname to multiple instances"},
		{`availability_zone="nope"`, 400, noZone},
		{`availability_zone="a:b:c:d"`, 400, parse},
		{`availability_zone="az1:host1"`, 403, forced},
		{`host="host1"`, 403, wanted},
		{`metadata=` + manyItems(129), 403, "Maximum number of metadata items exceeds 128"},
		{`imageRef="` + deactivated + `"`, 400, "Image " + deactivated + " is not active."},
		{`min_count=2;max_count=1;availability_zone="a:b:c:d"`, 400, counts},
		{`availability_zone="a:b:c:d";host="host1"`, 400, parse},
		{`host="host1";-imageRef`, 403, wanted},
		{`-imageRef;flavorRef="99"`, 400, "Missing imageRef attribute"},
		{`flavorRef="99";availability_zone="nope"`, 400, noFlavor},
		{`availability_zone="nope";imageRef="` + nowhere + `"`, 400, noZone},
		{`imageRef="` + nowhere + `";` + badGroup, 400, noImage},
		{badGroup + ";" + badNet, 400, noGroup},
		{badNet + `;key_name="nope"`, 400, noNet},
		{`key_name="nope";metadata=` + manyItems(129), 400, noKey},
		{`imageRef="` + deactivated + `";metadata=` + manyItems(129), 403, "Maximum number of metadata items exceeds 128"},
	} {
		a := c.do("member", newest, "POST", "/v2.1/servers", body(row.change))
		assert.Equal(t, row.status, a.status, "%s: %s", row.change, a.text)
		assert.Equal(t, row.message, a.message(), row.change)
	}
	assert.Empty(t, c.do("member", newest, "GET", "/v2.1/servers", nil).json["servers"])
}

func keysOf(m map[string]string) string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	return strings.Join(out, " ")
}

func TestCreateAnswers(t *testing.T) {
	c := begin(t)
	a := c.do("member", newest, "POST", "/v2.1/servers", create+`, "adminPass": "pw"}}`)
	require.Equal(t, 202, a.status, a.text)
	id := a.at("server", "id").(string)
	assert.Equal(t, "http://cloud.test/compute/v2.1/servers/"+id, a.header.Get("Location"))
	assert.Equal(t, map[string]any{
		"id": id, "OS-DCF:diskConfig": "MANUAL", "adminPass": "pw", "security_groups": []any{map[string]any{"name": "default"}},
		"links": []any{
			map[string]any{"rel": "self", "href": "http://cloud.test/compute/v2.1/servers/" + id},
			map[string]any{"rel": "bookmark", "href": "http://cloud.test/compute/servers/" + id},
		},
	}, a.json["server"])
	s := c.show(id)
	assert.NotContains(t, s, "security_groups", "no ports, no groups")
	assert.Equal(t, map[string]any{}, s["addresses"])
	several := c.do("member", newest, "POST", "/v2.1/servers", create+`, "min_count": 1, "max_count": "2", "return_reservation_id": true}}`)
	assert.Len(t, several.json, 1)
	assert.Empty(t, several.header.Get("Location"))
	var names []any
	for _, s := range c.do("member", newest, "GET", "/v2.1/servers?reservation_id="+several.json["reservation_id"].(string),
		nil).json["servers"].([]any) {
		names = append(names, s.(map[string]any)["name"])
	}
	assert.Equal(t, []any{"s-2", "s-1"}, names)
}

// zone:host:node and host, as Epoxy answered (docs/contract/50-hypervisors-project-admin.md §0).
func TestCreateOnAHost(t *testing.T) {
	for _, row := range []struct {
		fields, host string
		pin          any
		fault        string
	}{
		{`"availability_zone": "az1:host1"`, "host1", "az1", ""},
		{`"availability_zone": "az1:host1:host1"`, "host1", "az1", ""},
		{`"availability_zone": "az1::host1"`, "host1", nil, ""},
		{`"availability_zone": "az2:host1"`, "host1", nil, ""},
		{`"availability_zone": ":host1"`, "host1", nil, ""},
		{`"availability_zone": "az1:"`, "host1", "az1", ""},
		{`"availability_zone": "az1:nope"`, "", nil, "No valid host was found. No such host - host: nope node: None "},
		{`"host": "host2"`, "host2", nil, ""},
		{`"hypervisor_hostname": "host2"`, "host2", nil, ""},
		{`"host": "host2", "availability_zone": "az1"`, "", "az1", "No valid host was found. "},
	} {
		c := begin(t)
		a := c.do("admin", newest, "POST", "/v2.1/servers", create+`, `+row.fields+`}}`)
		require.Equal(t, 202, a.status, a.text)
		s := c.show(a.at("server", "id").(string))
		assert.Equal(t, row.pin, s["pinned_availability_zone"], row.fields)
		if row.fault != "" {
			assert.Equal(t, "ERROR", s["status"], row.fields)
			assert.Equal(t, row.fault, s["fault"].(map[string]any)["message"])
			continue
		}
		assert.Equal(t, []any{"ACTIVE", row.host}, []any{s["status"], s["OS-EXT-SRV-ATTR:host"]}, row.fields)
	}
	c := begin(t)
	for fields, message := range map[string]string{
		`"host": "nope"`: "Compute host nope could not be found.",
		`"host": "host1", "hypervisor_hostname": "host2"`: "Compute host host1 could not be found.",
		`"host": "host2", "availability_zone": "az2:host2"`: "One mechanism with host and/or hypervisor_hostname and " +
			"another mechanism with zone:host:node are mutually exclusive.",
	} {
		a := c.do("admin", newest, "POST", "/v2.1/servers", create+`, `+fields+`}}`)
		assert.Equal(t, message, a.message(), fields)
	}
}

func TestServersWithPorts(t *testing.T) {
	c := begin(t)
	id := c.boot(`{"networks": [{"uuid": "` + private + `"}]}`)
	s := c.show(id)
	addresses := s["addresses"].(map[string]any)["private"].([]any)
	require.Len(t, addresses, 1)
	first := addresses[0].(map[string]any)
	assert.Equal(t, []any{4.0, "fixed"}, []any{first["version"], first["OS-EXT-IPS:type"]})
	assert.Equal(t, []any{map[string]any{"name": "default"}}, s["security_groups"])
	ports := c.do("member", newest, "GET", "/v2.1/servers/"+id+"/os-interface", nil).json["interfaceAttachments"].([]any)
	assert.Equal(t, private, ports[0].(map[string]any)["net_id"])
	c.must("member", id, rebuildTo(imageB, ""))
	assert.Equal(t, s["addresses"], c.show(id)["addresses"], "a rebuild keeps them (RKP-02)")
	bad := c.boot(`{"networks": [{"uuid": "` + private + `", "fixed_ip": "11.1.3.77"}]}`)
	assert.Equal(t, "Build of instance "+bad+
		" aborted: Invalid input received: Fixed IP 11.1.3.77 is not a valid ip address for network "+private+
		".", c.show(bad)["fault"].(map[string]any)["message"])
	for _, networks := range []string{`"auto"`, `[]`} {
		assert.Len(t, c.show(c.boot(`{"networks": ` + networks + `}`))["addresses"], 1, networks)
	}
	next := c.show(c.boot(`{"networks": [{"uuid": "` + private + `"}, {"uuid": "` + private + `"}]}`))
	assert.Len(t, next["addresses"].(map[string]any)["private"], 2)
	c.do("member", newest, "DELETE", "/v2.1/servers/"+id, nil)
	assert.Equal(t, 404, c.do("member", newest, "GET", "/v2.1/servers/"+id+"/os-interface", nil).status)
}

func TestDeletedServers(t *testing.T) {
	c := begin(t)
	id := c.boot("")
	a := c.do("member", newest, "DELETE", "/v2.1/servers/"+id, nil)
	assert.Equal(t, 204, a.status)
	a = c.do("member", newest, "GET", "/v2.1/servers/"+id, nil)
	assert.Equal(t, "Instance "+id+" could not be found.", a.message())
	actions := "/v2.1/servers/" + id + "/os-instance-actions"
	assert.Equal(t, 404, c.do("member", "2.20", "GET", actions, nil).status)
	assert.Len(t, c.do("member", "2.21", "GET", actions, nil).json["instanceActions"], 2)
	assert.Equal(t, 404, c.do("outsider", newest, "GET", actions, nil).status)
}

func TestUpdate(t *testing.T) {
	c := begin(t)
	id := c.boot(`{"availability_zone": "az1"}`)
	before := c.show(id)["updated"]
	c.Control().Advance(2 * time.Second)
	a := c.do("member", newest, "PUT", "/v2.1/servers/"+id,
		`{"server": {"name": "x", "accessIPv4": "1.1.1.1", "description": "d", "hostname": "hh", "OS-DCF:diskConfig": "AUTO"}}`)
	require.Equal(t, 200, a.status, a.text)
	s := a.at("server").(map[string]any)
	assert.Equal(t, []any{"x", "1.1.1.1", "d", "hh", "AUTO"},
		[]any{s["name"], s["accessIPv4"], s["description"], s["OS-EXT-SRV-ATTR:hostname"], s["OS-DCF:diskConfig"]})
	assert.Equal(t, before, s["updated"], "the answer has the time of the change before, as Zed's and 2025.1's")
	assert.Greater(t, c.show(id)["updated"], before)
	for _, row := range []struct{ who, body, message string }{
		{"member", `{"server": {"name": ""}}`, "Invalid input for field/attribute name. Value: . '' is too short"},
		{"member", `{"server": {"accessIPv4": ""}}`, "Invalid input for field/attribute accessIPv4. Value: . '' is not a 'ipv4'"},
		{"reader", `{"server": {"name": "z"}}`, "Policy doesn't allow os_compute_api:servers:update to be performed."},
		{"outsider", `{"server": {"name": "z"}}`, "Instance " + id + " could not be found."},
	} {
		assert.Equal(t, row.message, c.do(row.who, newest, "PUT", "/v2.1/servers/"+id, row.body).message())
	}
}

func TestUpdateOfThePin(t *testing.T) {
	c := begin(t)
	id := c.boot(`{"availability_zone": "az1"}`)
	direct := "Cannot change pinned availability zone directly. Unpin first by setting pinned_availability_zone to null."
	current := "Server can only be pinned to its current availability zone '%s', but '%s' was requested."
	put := func(zone string) answer {
		return c.do("member", "2.104", "PUT", "/v2.1/servers/"+id, `{"server": {"pinned_availability_zone": `+zone+`}}`)
	}
	for _, row := range []struct {
		zone, message string
		pin           any
	}{
		{`"az2"`, direct, "az1"},
		{`"az1"`, "", "az1"},
		{`null`, "", nil},
		{`null`, "", nil},
		{`"az2"`, fmt.Sprintf(current, "az1", "az2"), nil},
		{`"az1"`, "", "az1"},
		{`"nova"`, direct, "az1"},
		{`null`, "", nil},
	} {
		a := put(row.zone)
		if row.message != "" {
			assert.Equal(t, []any{409, row.message}, []any{a.status, a.message()}, row.zone)
		} else {
			assert.Equal(t, []any{200, row.pin}, []any{a.status, a.at("server", "pinned_availability_zone")}, row.zone)
		}
		assert.Equal(t, row.pin, c.show(id)["pinned_availability_zone"], row.zone)
	}
	require.Equal(t, 202, c.do("member", newest, "POST", "/v2.1/servers/"+id+"/action", `{"shelve": null}`).status)
	assert.Equal(t, fmt.Sprintf(current, "None", "az1"), put(`"az1"`).message(), "a server on no host is in no zone")
}

func TestLinksHaveTheProjectOfTheRequest(t *testing.T) {
	c := begin(t)
	c.boot("")
	href := func(path string) any {
		s := c.do("member", newest, "GET", path, nil).json["servers"].([]any)[0].(map[string]any)
		return s["links"].([]any)[0].(map[string]any)["href"]
	}
	assert.Contains(t, href("/v2.1/"+demo+"/servers"), "http://cloud.test/compute/v2.1/"+demo+"/servers/")
	assert.Contains(t, href("/v2.1/servers"), "http://cloud.test/compute/v2.1/servers/")
}
