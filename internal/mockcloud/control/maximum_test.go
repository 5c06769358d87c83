package control_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/cloudcontrol"
	"plumbline/internal/mockcloud/trial"
	"plumbline/internal/openapi"
	"plumbline/mockcloud"
)

func TestTheNewestMicroversionCanBeSet(t *testing.T) {
	cloud, err := mockcloud.New(mockcloud.WithMaximum(openapi.BlockStorage, "3.70"))
	require.NoError(t, err)
	c := cloudcontrol.Of(cloud)
	newest := func() string {
		w := httptest.NewRecorder()
		cloud.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://cloud.test/volume/", nil))
		require.Equal(t, 300, w.Code)
		return w.Body.String()
	}
	assert.Contains(t, newest(), `"version": "3.70"`)
	_, body := ask(t, c, "GET", "/microversions", "")
	assert.Equal(t, "3.70", body["block-storage"])
	assert.Equal(t, trial.Newest(t, openapi.Compute), body["compute"])
	assert.NotContains(t, body, "identity", "it has none")

	status, body := ask(t, c, "PUT", "/microversions", `{"block-storage": "3.67", "compute": "2.93"}`)
	require.Equal(t, 200, status, body)
	assert.Equal(t, "3.67", body["block-storage"])
	assert.Contains(t, newest(), `"version": "3.67"`)
	assert.Equal(t, openapi.MustVersion("2.93"), c.NewestMicroversions()[openapi.Compute])
	status, _ = ask(t, c, "PUT", "/microversions", `{"block-storage": null}`)
	require.Equal(t, 200, status)
	assert.Contains(t, newest(), `"version": "`+trial.Newest(t, openapi.BlockStorage)+`"`)

	for body, why := range map[string]string{
		`{"block-storage": "3.99"}`: "3.99 of block-storage is not between 3.0 and " + trial.Newest(t, openapi.BlockStorage),
		`{"block-storage": "x"}`:    "the body cannot be read",
		`{"identity": "3.0"}`:       `service "identity" has no microversions`,
		`{"nope": "3.0"}`:           `service "nope" has no microversions`,
		`{}`:                        "the body names no service",
		`{"compute": "2.1", "placement": "1.99999"}`: "placement",
	} {
		status, answer := ask(t, c, "PUT", "/microversions", body)
		assert.Equal(t, 400, status, body)
		assert.Contains(t, answer["error"], why, body)
	}
	assert.Equal(t, openapi.MustVersion("2.93"), c.NewestMicroversions()[openapi.Compute], "all or nothing")

	_, err = mockcloud.New(mockcloud.WithMaximum(openapi.BlockStorage, "3.99"))
	assert.ErrorContains(t, err, "3.99")
}
