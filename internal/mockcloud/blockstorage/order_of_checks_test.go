package blockstorage_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"plumbline/internal/mockcloud/trial"
	"plumbline/internal/openapi"
)

// Two faults in one request, and which one Zed and Epoxy answer.
func TestTheEarlierCheckAnswers(t *testing.T) {
	c := newCloud(t)
	other, own := "/00000000000000000000000000000a03", "/"+demo
	nowhere := "/volumes/" + unknown + "/action"
	for _, row := range []struct {
		name, who, at, method, path string
		body                        any
		kind                        string
		status                      int
		text                        string
	}{
		{"token, then version", "", "3.99", "GET", "/volumes", nil, "", 401, "The request you have made requires authentication."},
		{"token, then path", "", "", "GET", "/nope", nil, "", 401, "The request you have made requires authentication."},
		{
			"version, then project", "member", "3.99", "GET", other + "/volumes", nil, "", 406,
			"Version 3.99 is not supported by the API. Minimum is 3.0 and maximum is " + trial.Newest(t, openapi.BlockStorage) + ".",
		},
		{
			"version, then media type", "member", "3.99", "POST", "/volumes", "<a/>", "application/xml", 406,
			"Version 3.99 is not supported by the API. Minimum is 3.0 and maximum is " + trial.Newest(t, openapi.BlockStorage) + ".",
		},
		{"media type, then body", "member", "", "POST", "/volumes", "{", "text/plain", 415, "Unsupported Content-Type"},
		{"body, then project", "member", "", "POST", other + "/volumes", "{", "application/json", 400, "Malformed request body"},
		{
			"action, then project", "member", "", "POST", other + nowhere,
			object{"os-x": nil},
			"application/json", 400,
			"There is no such action: os-x. Verify the request body and Content-Type header and try again.",
		},
		{
			"no action", "member", "", "POST", own + nowhere, "", "application/json", 400,
			"There is no such action: None. Verify the request body and Content-Type header and try again.",
		},
		{"two actions", "member", "", "POST", own + nowhere, object{"a": 1, "b": 2}, "application/json", 400, "Malformed request body"},
		{"an action that is a list", "member", "", "POST", own + nowhere, []any{1}, "application/json", 404, "The resource could not be found."},
		{
			"project, then version of the action", "member", "3.67", "POST", other + nowhere,
			object{"os-reimage": nil},
			"application/json", 400, "Malformed request url",
		},
		{"project, then schema", "member", "", "POST", other + "/volumes", object{}, "application/json", 400, "Malformed request url"},
		{
			"version of the action, then schema", "member", "3.67", "POST", nowhere,
			object{"os-reimage": nil},
			"application/json",
			404, "The resource could not be found.",
		},
		{
			"schema, then look-up", "member", "3.68", "POST", nowhere,
			object{"os-reimage": object{"image_id": "x"}},
			"application/json", 400, "Invalid input for field/attribute image_id. Value: x. 'x' is not a 'uuid'",
		},
		{"schema, then policy", "member", "", "POST", "/types", object{}, "application/json", 400, "'volume_type' is a required property"},
		{
			"own words of a schema, then look-up", "member", "", "POST", nowhere,
			object{"os-reset_status": object{}},
			"application/json", 400, "Must specify 'status', 'attach_status' or 'migration_status' for update.",
		},
		{"flags, then look-up", "member", "", "DELETE", "/volumes/x?cascade=x", nil, "", 400, "Value 'x' for 'cascade' is not a boolean."},
		{
			"look-up, then policy", "member", "", "POST", nowhere,
			object{"os-reset_status": object{"status": "error"}},
			"application/json", 404, "Volume " + unknown + " could not be found.",
		},
		{
			"no body where one is needed", "member", "", "POST", "/volumes", "", "application/json", 500,
			"The server has either erred or is incapable of performing the requested operation.",
		},
		{
			"a body where none is taken", "member", "", "GET", "/volumes",
			object{},
			"application/json", 400,
			"The server could not comply with the request since it is either malformed or otherwise incorrect.",
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			var header []string
			if row.kind != "" {
				header = append(header, "Content-Type", row.kind)
			}
			if row.at != "" {
				header = append(header, "OpenStack-API-Version", "volume "+row.at)
			}
			a := c.send(row.method, "/volume/v3"+row.path, c.token(row.who), row.body, header...)
			_, message := a.fault()
			assert.Equal(t, row.status, a.status, a.body)
			assert.Equal(t, row.text, message)
		})
	}
}

func TestTheVersionHeader(t *testing.T) {
	c := newCloud(t)
	for _, row := range []struct {
		name   string
		lines  []string
		status int
		echo   string
	}{
		{"none", nil, 200, "volume 3.0"},
		{"one", []string{"volume 3.20"}, 200, "volume 3.20"},
		{"latest", []string{"volume latest"}, 200, "volume " + trial.Newest(t, openapi.BlockStorage)},
		{"LATEST", []string{"volume LATEST"}, 400, ""},
		{"malformed", []string{"volume 3"}, 400, ""},
		{"too new", []string{"volume 3.99"}, 406, "volume 3.99"},
		{"another major", []string{"volume 4.0"}, 406, "volume 4.0"},
		{"too old", []string{"volume 2.0"}, 406, ""},
		{"the first of two", []string{"volume 3.10,volume 3.20"}, 200, "volume 3.10"},
		{"beside another service's", []string{"compute 2.1, volume 3.10"}, 200, "volume 3.10"},
		{"in the second line", []string{"compute 2.1", "volume 3.10"}, 200, "volume 3.10"},
		{"under a name with volume in it", []string{"volumev3 3.10"}, 200, "volume 3.10"},
		{"only another service's", []string{"compute 2.1"}, 400, ""},
		{"in capitals", []string{"Volume 3.10"}, 400, ""},
		{"under the other name", []string{"block-storage 3.10"}, 400, ""},
		{"without a version", []string{"volume"}, 500, ""},
		{"of three words", []string{"volume 3.10 x"}, 500, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			var header []string
			for _, line := range row.lines {
				header = append(header, "OpenStack-API-Version", line)
			}
			a := c.send("GET", "/volume/v3/volumes", c.token("member"), nil, header...)
			assert.Equal(t, row.status, a.status, a.body)
			assert.Equal(t, row.echo, a.header.Get("OpenStack-API-Version"))
			if row.echo != "" {
				assert.Equal(t, []string{"OpenStack-API-Version"}, a.header.Values("Vary"))
				assert.Equal(t, a.header.Get("X-Openstack-Request-Id"), a.header.Get("X-Compute-Request-Id"))
			}
			assert.Equal(t, "application/json", a.header.Get("Content-Type"))
		})
	}
}

func TestDiscovery(t *testing.T) {
	c := newCloud(t)
	for _, path := range []string{"/volume", "/volume/"} {
		a := c.send("GET", path, "", nil)
		assert.Equal(t, 300, a.status)
		list := a.at("versions").([]any)
		assert.Equal(t, "v3.0", list[0].(object)["id"])
		assert.Equal(t, trial.Newest(t, openapi.BlockStorage), list[0].(object)["version"])
	}
	assert.Equal(t, 404, c.send("GET", "/volume/nope", "", nil).status)
	assert.Equal(t, 401, c.do("", "", "GET", "/", nil).status)
	assert.Equal(t, 200, c.do("member", "3.50", "GET", "/", nil).status)
	a := c.do("member", "", "GET", "", nil)
	assert.Equal(t, 302, a.status)
	assert.Equal(t, "http://cloud.test/volume/v3/", a.header.Get("Location"))
	assert.Equal(t, 404, c.do("member", "", "GET", "/"+demo+"/", nil).status)
	assert.Equal(t, 404, c.do("member", "", "GET", "/zzz/volumes", nil).status, "that is no project id")
	with, without := c.do("member", "3.0", "GET", "/"+demo+"/volumes", nil), c.do("member", "3.0", "GET", "/volumes", nil)
	assert.Equal(t, 200, with.status)
	assert.Equal(t, 200, without.status, "the project in the URL was optional long before 3.67 said so")
}
