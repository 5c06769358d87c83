package openapi_test

import (
	"encoding/json"
	"flag"
	"os"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"plumbline/internal/openapi"
)

var update = flag.Bool("update", false, "rewrite golden files")

func TestExportIsPlainOpenAPI(t *testing.T) {
	d := at(t, load(t, folder(), openapi.Shipped), "2.1")
	content, err := d.Export()
	require.NoError(t, err)
	golden(t, "testdata/export-2.1.json", content)

	doc, err := openapi3.NewLoader().LoadFromData(content)
	require.NoError(t, err)
	require.NoError(t, doc.Validate(t.Context()))
	post := doc.Paths.Find("/servers/{server_id}/action").Post
	require.NotNil(t, post)
	assert.Len(t, post.RequestBody.Value.Content["application/json"].Schema.Value.OneOf, 2)
	assert.NotNil(t, post.Responses.Status(202).Value.Headers["Location"])
	assert.Equal(t, "os_compute_api:servers:index", doc.Paths.Find("/servers").Get.Extensions["x-openstack-policy"])
	assert.NotContains(t, d.Tree["paths"].(map[string]any)["/servers/{server_id}/action"], "post", "the document itself is untouched")

	again, err := d.Export()
	require.NoError(t, err)
	assert.Equal(t, content, again)
}

func TestExportAsYAMLSaysTheSame(t *testing.T) {
	c, err := openapi.Builtin(openapi.Compute, openapi.Specified)
	require.NoError(t, err)
	d, err := c.At(c.Max())
	require.NoError(t, err)
	asJSON, err := d.Export()
	require.NoError(t, err)
	asYAML, err := d.ExportYAML()
	require.NoError(t, err)
	var a, b any
	require.NoError(t, json.Unmarshal(asJSON, &a))
	require.NoError(t, yaml.Unmarshal(asYAML, &b))
	back, err := json.Marshal(b)
	require.NoError(t, err)
	assert.JSONEq(t, string(asJSON), string(back))
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	if *update {
		require.NoError(t, os.WriteFile(name, got, 0o644))
	}
	want, err := os.ReadFile(name)
	require.NoError(t, err, "run the test with -update to write it")
	assert.Equal(t, string(want), string(got))
}
