package clientcheck_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/clientcheck"
)

// TestTheLineToChange lets each known client break a rule: the finding has the line of that client and of no other, with the
// microversion where the documents know it.
func TestTheLineToChange(t *testing.T) {
	hostname := func(c *client) {
		c.send("POST", actionOf(c.servers()[0]), `{"rebuild": {"imageRef": "`+image+`", "hostname": "a"}}`)
	}
	none := func(c *client) { c.with("OpenStack-API-Version").get(servers) }
	for name, row := range map[string]struct {
		agent, rule string
		do          func(*client)
		version     string
		want        []clientcheck.Change
	}{
		"a field of a newer microversion": {
			"gophercloud/v2.15.0", "CLI-202", hostname, "2.90", []clientcheck.Change{{Client: "gophercloud", Line: `compute.Microversion = "2.90"`}},
		},
		"a field that no microversion has": {
			"gophercloud/v2.15.0", "CLI-202",
			func(c *client) {
				c.send("POST", actionOf(c.servers()[0]), `{"rebuild": {"imageRef": "`+image+`", "colour": 1}}`)
			}, "",
			nil,
		},
		"a query parameter of a newer microversion": {
			"python-novaclient", "CLI-205", func(c *client) { c.at("compute 2.59").get("/compute/v2.1/os-migrations?user_id=a") }, "2.80",
			[]clientcheck.Change{
				{Client: "python-novaclient", Line: `client.Client("2.80", session=session)`},
				{Client: "openstack (the command)", Line: "openstack --os-compute-api-version 2.80 …"},
			},
		},
		"a query parameter that no microversion has": {
			"python-novaclient", "CLI-205", func(c *client) { c.get("/compute/v2.1/flavors?colour=red") }, "", nil,
		},
		"an operation of a newer microversion": {
			"curl/8.5", "CLI-101", func(c *client) { c.at("compute 2.20").get(servers + "/x/migrations") }, "2.23",
			[]clientcheck.Change{{Client: "curl", Line: "-H 'OpenStack-API-Version: compute 2.23'"}},
		},
		"an operation that is gone": {
			"curl/8.5", "CLI-101", func(c *client) { c.at("compute 2.88").get("/compute/v2.1/os-hypervisors/statistics") }, "", nil,
		},
		"no microversion": {
			"openstacksdk/4.0", "CLI-301", none, "", []clientcheck.Change{
				{Client: "openstacksdk", Line: `openstack.connect(cloud, compute_default_microversion="X.Y")`},
				{Client: "openstack (the command)", Line: "openstack --os-compute-api-version X.Y …"},
			},
		},
		"no request id": {
			"python-cinderclient", "CLI-402", func(c *client) { c.with("X-Openstack-Request-Id").get(servers) }, "", []clientcheck.Change{{
				Client: "python-cinderclient",
				Line:   `client.Client(version, session=session, global_request_id="req-" + str(uuid.uuid4()))`,
			}},
		},
		"a client that is not known": {"tests/1", "CLI-301", none, "", nil},
	} {
		t.Run(name, func(t *testing.T) {
			c := newClient(t)
			row.do(c.with("User-Agent", row.agent))
			v := c.judge()
			found := v.Of(row.rule)
			require.NotEmpty(t, found, say(v))
			assert.Equal(t, row.version, found[0].Microversion)
			assert.Equal(t, row.want, found[0].Changes)
			var out bytes.Buffer
			require.NoError(t, clientcheck.Print(&out, v))
			for _, change := range row.want {
				assert.Equal(t, 1, strings.Count(out.String(), change.Client+": "+change.Line+"\n"), out.String())
			}
		})
	}
}
