package placement_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/cloudcontrol"
	"plumbline/internal/mockcloud/journal"
	"plumbline/internal/openapi"
	"plumbline/mockcloud"
)

// cloud is a mock with the tokens of whoever asked.
type cloud struct {
	*testing.T
	*mockcloud.Cloud
	tokens map[string]string
}

func begin(t *testing.T, opts ...mockcloud.Option) *cloud {
	t.Helper()
	made, err := mockcloud.New(opts...)
	require.NoError(t, err)
	t.Cleanup(func() {
		for _, e := range cloudcontrol.Of(made).Journal().Entries(journal.Filter{Bugs: true}) {
			t.Error(e.Method, e.URL, e.Microversion, e.Bugs)
		}
	})
	return &cloud{t, made, map[string]string{}}
}

func (c *cloud) send(who, method, url, version, body string) (int, map[string]any, *httptest.ResponseRecorder) {
	c.Helper()
	r := httptest.NewRequest(method, "http://cloud.test"+url, bytes.NewReader([]byte(body)))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if who != "" && c.tokens[who] == "" && !strings.HasPrefix(url, "/identity") {
		_, _, w := c.send("", "POST", "/identity/v3/auth/tokens", "",
			fmt.Sprintf(`{"auth": {"identity": {"methods": ["password"], "password": {"user": {"name": %q,
			"password": "secret", "domain": {"id": "default"}}}}, "scope": {"project": {"name": "demo", "domain": {"id": "default"}}}}}`, who))
		c.tokens[who] = w.Header().Get("X-Subject-Token")
	}
	r.Header.Set("X-Auth-Token", c.tokens[who])
	if version != "" {
		r.Header.Set("OpenStack-API-Version", version)
	}
	w := httptest.NewRecorder()
	c.ServeHTTP(w, r)
	var got map[string]any
	_ = json.Unmarshal(w.Body.Bytes(), &got)
	return w.Code, got, w
}

func (c *cloud) ask(who, version, method, path, body string) (int, map[string]any) {
	c.Helper()
	if version != "" {
		version = "placement " + version
	}
	status, got, _ := c.send(who, method, "/placement"+path, version, body)
	return status, got
}

// host1 is the uuid of the provider of that name.
func (c *cloud) host1() string {
	_, got := c.ask("admin", "1.39", "GET", "/resource_providers?name=host1", "")
	return got["resource_providers"].([]any)[0].(map[string]any)["uuid"].(string)
}

const nowhere = "00000000-0000-4000-8000-000000000001"

func TestPlacementAnswersAsTheRealOne(t *testing.T) {
	c := begin(t)
	id := c.host1()
	for _, row := range []struct {
		who, version, method, path, body string
		status                           int
		detail                           string
	}{
		{"admin", "1.0", "GET", "/resource_providers/" + id + "/inventories", "", 200, ""},
		{"admin", "1.0", "GET", "/resource_providers/" + id + "/usages", "", 200, ""},
		{"admin", "1.0", "GET", "/resource_providers/" + id + "/allocations", "", 200, ""},
		{"admin", "1.0", "GET", "/resource_providers/" + id + "/aggregates", "", 404, ""},
		{"admin", "1.1", "GET", "/resource_providers/" + id + "/aggregates", "", 200, ""},
		{"admin", "1.5", "GET", "/resource_providers/" + id + "/traits", "", 404, ""},
		{"admin", "1.6", "GET", "/resource_providers/" + id + "/traits", "", 200, ""},
		{"admin", "1.39", "GET", "/resource_providers/" + id + "/inventories/VCPU", "", 200, ""},
		{"admin", "1.39", "GET", "/resource_providers/" + id + "/inventories/NOPE", "", 404, "No inventory of class NOPE for " + id},
		{"admin", "1.39", "GET", "/resource_providers/" + nowhere, "", 404, "No resource provider with uuid " + nowhere + " found"},
		{"admin", "1.39", "GET", "/resource_providers?resources=VCPU:100000", "", 200, ""},
		{"admin", "1.39", "GET", "/resource_providers?required=NOPE", "", 400, "No such trait(s): NOPE."},
		{"admin", "1.39", "GET", "/resource_providers?uuid=x", "", 400, "Invalid query string parameters: 'x' is not a 'uuid'"},
		{"admin", "1.13", "GET", "/resource_providers?in_tree=" + id, "", 400, "Invalid query string parameters: "},
		{"admin", "1.5", "GET", "/traits", "", 404, ""},
		{"admin", "1.39", "GET", "/traits?associated=x", "", 400, `The query parameter "associated" only accepts "true" or "false"`},
		{"admin", "1.39", "GET", "/traits/COMPUTE_NODE", "", 204, ""},
		{"admin", "1.39", "GET", "/traits/NOPE", "", 404, "No such trait(s): NOPE."},
		{"admin", "1.39", "PUT", "/traits/CUSTOM_A", "", 201, ""},
		{"admin", "1.39", "PUT", "/traits/CUSTOM_A", "", 204, ""},
		{"admin", "1.39", "PUT", "/traits/NOPE", "", 400, "The trait is invalid."},
		{"admin", "1.39", "DELETE", "/traits/CUSTOM_A", "", 204, ""},
		{"admin", "1.39", "DELETE", "/traits/CUSTOM_A", "", 404, "No such trait(s): CUSTOM_A."},
		{"admin", "1.39", "DELETE", "/traits/COMPUTE_NODE", "", 400, "Cannot delete standard trait COMPUTE_NODE."},
		{"admin", "1.2", "GET", "/resource_classes", "", 200, ""},
		{"admin", "1.39", "GET", "/resource_classes/NOPE", "", 404, "No such resource class NOPE."},
		{"admin", "1.10", "GET", "/allocation_candidates", "", 400, "Invalid query string parameters: 'resources' is a required property"},
		{"admin", "1.9", "GET", "/allocation_candidates?resources=VCPU:1", "", 404, ""},
		{"admin", "1.10", "GET", "/allocation_candidates?resources=VCPU:1", "", 200, ""},
		{"admin", "1.39", "GET", "/allocation_candidates?resources=VCPU:1&limit=1", "", 200, ""},
		{
			"admin", "1.39", "GET", "/allocation_candidates?resources=NOPE:1", "", 400,
			"Invalid resource class in resources parameter: No such resource class NOPE.",
		},
		{"admin", "1.39", "GET", "/allocation_candidates?resources=VCPU", "", 400, "Badly formed resources parameter."},
		{"admin", "1.39", "GET", "/allocations/" + nowhere, "", 200, ""},
		{"admin", "1.39", "GET", "/allocations/x", "", 200, ""},
		{"admin", "1.39", "GET", "/usages", "", 400, "Invalid query string parameters: 'project_id' is a required property"},
		{"admin", "1.8", "GET", "/usages?project_id=x", "", 404, ""},
		{"member", "1.39", "GET", "/usages?project_id=00000000000000000000000000000a02", "", 200, ""},
		{"reader", "1.39", "GET", "/usages?project_id=x", "", 403, "Policy does not allow placement:usages to be performed."},
		{"member", "1.39", "GET", "/resource_providers", "", 403, "Policy does not allow placement:resource_providers:list to be performed."},
		{"manager", "1.39", "GET", "/resource_providers/x", "", 403, "Policy does not allow placement:resource_providers:show to be performed."},
		{"admin", "1.40", "GET", "/resource_providers", "", 406, "Invalid microversion: Unacceptable version header: 1.40"},
		{"admin", "x", "GET", "/resource_providers", "", 400, "Invalid microversion: invalid version string: x"},
		{"admin", "1.01", "GET", "/resource_providers", "", 200, ""},
		{"admin", "01.1", "GET", "/resource_providers", "", 200, ""},
		{"admin", "+1.1", "GET", "/resource_providers", "", 200, ""},
		{"admin", "1 .1", "GET", "/resource_providers", "", 200, ""},
		{"admin", "1.00", "GET", "/resource_providers", "", 200, ""},
		{"admin", "0.9", "GET", "/resource_providers", "", 406, "Invalid microversion: Unacceptable version header: 0.9"},
		{"admin", "0.0", "GET", "/resource_providers", "", 406, "Invalid microversion: Unacceptable version header: 0.0"},
		{"admin", "-1.0", "GET", "/resource_providers", "", 406, "Invalid microversion: Unacceptable version header: -1.0"},
		{"admin", "1.-1", "GET", "/resource_providers", "", 406, "Invalid microversion: Unacceptable version header: 1.-1"},
		{"admin", "1_0.1", "GET", "/resource_providers", "", 406, "Invalid microversion: Unacceptable version header: 1_0.1"},
		{"admin", "1.99999999999999999999", "GET", "/resource_providers", "", 406, "Invalid microversion: Unacceptable version header: 1.999"},
		{"admin", "2.0", "GET", "/resource_providers", "", 406, "Invalid microversion: Unacceptable version header: 2.0"},
		{"admin", "1", "GET", "/resource_providers", "", 400, "Invalid microversion: invalid version string: 1"},
		{"admin", "1.", "GET", "/resource_providers", "", 400, "Invalid microversion: invalid version string: 1."},
		{"admin", ".1", "GET", "/resource_providers", "", 400, "Invalid microversion: invalid version string: .1"},
		{"admin", "1.x", "GET", "/resource_providers", "", 400, "Invalid microversion: invalid version string: 1.x"},
		{"admin", "1.1.1", "GET", "/resource_providers", "", 400, "Invalid microversion: invalid version string: 1.1.1"},
		{"admin", "LATEST", "GET", "/resource_providers", "", 400, "Invalid microversion: invalid version string: LATEST"},
		{"admin", "1__0.1", "GET", "/resource_providers", "", 400, "Invalid microversion: invalid version string: 1__0.1"},
		{"admin", "_1.1", "GET", "/resource_providers", "", 400, "Invalid microversion: invalid version string: _1.1"},
		{"admin", "placement 1.1", "GET", "/resource_providers", "", 400, "Invalid microversion: invalid version string: placement 1.1"},
		{"admin", "1.39", "GET", "/nope", "", 404, ""},
		{"admin", "1.39", "GET", "/", `{`, 200, ""},
		{"admin", "1.39", "GET", "/resource_providers", `{`, 200, ""},
		{"admin", "1.39", "PATCH", "/resource_providers", "", 405, ""},
		{
			"admin", "1.39", "PUT", "/resource_providers/" + id + "/traits",
			`{"traits": ["COMPUTE_NODE"], "resource_provider_generation": 5}`, 409, "Resource provider's generation already changed.",
		},
		{
			"admin", "1.39", "PUT", "/resource_providers/" + id + "/traits",
			`{"traits": ["NOPE"], "resource_provider_generation": 0}`, 400, "No such trait NOPE",
		},
		{"admin", "1.39", "PUT", "/resource_providers/" + id + "/traits", `{"traits": []}`, 400, "JSON does not validate: "},
		{"admin", "1.39", "PUT", "/resource_providers/" + id + "/traits", `{`, 400, "Malformed JSON"},
		{
			"admin", "1.39", "PUT", "/resource_providers/" + id + "/traits",
			`{"traits": ["COMPUTE_NODE"], "resource_provider_generation": 0}`, 200, "",
		},
	} {
		status, got := c.ask(row.who, row.version, row.method, row.path, row.body)
		assert.Equal(t, row.status, status, "%v: %v", row, got)
		if row.status >= 400 {
			errs, _ := got["errors"].([]any)
			if assert.Len(t, errs, 1, "%v", row) {
				assert.Contains(t, errs[0].(map[string]any)["detail"], row.detail, "%v", row)
			}
		}
	}
}

func TestAServerIsSeenByPlacement(t *testing.T) {
	c := begin(t)
	id := c.host1()
	status, made, _ := c.send("member", "POST", "/compute/v2.1/servers", "compute 2.93",
		`{"server": {"name": "s", "imageRef": "00000000-0000-4000-8000-0000000000a1", "flavorRef": "1", "networks": "none", "availability_zone": "az1"}}`)
	require.Equal(t, 202, status, made)
	server := made["server"].(map[string]any)["id"].(string)
	_, got := c.ask("admin", "1.39", "GET", "/resource_providers/"+id+"/usages", "")
	assert.Equal(t, map[string]any{"VCPU": 1.0, "MEMORY_MB": 64.0, "DISK_GB": 1.0}, got["usages"])
	_, got = c.ask("admin", "1.39", "GET", "/allocations/"+server, "")
	assert.Contains(t, got["allocations"], id)
	assert.Equal(t, "INSTANCE", got["consumer_type"])
	_, got = c.ask("admin", "1.9", "GET", "/usages?project_id=00000000000000000000000000000a02", "")
	assert.Equal(t, map[string]any{"VCPU": 1.0, "MEMORY_MB": 64.0, "DISK_GB": 1.0}, got["usages"])
	_, got = c.ask("admin", "1.38", "GET", "/usages?project_id=00000000000000000000000000000a02", "")
	assert.Equal(t, 1.0, got["usages"].(map[string]any)["INSTANCE"].(map[string]any)["consumer_count"])
}

func TestTheRebuildTraitIsKnownWhereItIsSpecified(t *testing.T) {
	for profile, want := range map[openapi.Profile][]any{openapi.Shipped: {}, openapi.Specified: {"COMPUTE_REBUILD_BFV"}} {
		c := begin(t, mockcloud.WithProfile(profile))
		_, got := c.ask("admin", "1.6", "GET", "/traits?name=in:COMPUTE_REBUILD_BFV", "")
		assert.Equal(t, want, got["traits"], profile)
		_, got = c.ask("admin", "1.6", "GET", "/resource_providers/"+c.host1()+"/traits", "")
		assert.Equal(t, len(want) > 0, assert.ObjectsAreEqual(true, contains(got["traits"], "COMPUTE_REBUILD_BFV")), profile)
	}
}

func contains(list any, want string) bool {
	for _, v := range list.([]any) {
		if v == want {
			return true
		}
	}
	return false
}

func TestDiscoveryNeedsNoToken(t *testing.T) {
	c := begin(t)
	status, got := c.ask("", "", "GET", "/", "")
	require.Equal(t, 200, status)
	assert.Equal(t, "1.39", got["versions"].([]any)[0].(map[string]any)["max_version"])
	status, _ = c.ask("", "", "GET", "/resource_providers", "")
	assert.Equal(t, 401, status)
}
