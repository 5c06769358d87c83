package mockcloud_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/mockcloud"
	"plumbline/mockcloud/seed"
	"plumbline/openapi"
)

// No operation that is described is left unperformed: a strict mock answers what is past its last microversion, or was taken out of the
// service, as the service does, and nothing is reported as missing.
func TestUnimplementedOperationsSaySo(t *testing.T) {
	const token = "told"
	for _, row := range []struct {
		name, method, path, body, at string
		strict                       bool
		status                       int
		missing                      string
	}{
		{"after its last microversion", "GET", "/os-hosts", "", "2.43", true, 404, ""},
		{"what the service took out", "GET", "/os-cells", "", "2.90", true, 410, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			var told atomic.Int32
			planted := seed.Default()
			planted.Tokens = append(planted.Tokens, seed.Token{ID: token, User: "member", Project: "demo"})
			cloud, err := mockcloud.New(mockcloud.WithSeed(planted), mockcloud.WithStrict(row.strict),
				mockcloud.WithUnimplemented(func(openapi.Service, string, openapi.Version) { told.Add(1) }))
			require.NoError(t, err)
			t.Cleanup(func() { _ = cloud.Close() })
			r := httptest.NewRequest(row.method, "/compute/v2.1"+row.path, strings.NewReader(row.body))
			r.Header = http.Header{"X-Auth-Token": {token}, "Openstack-Api-Version": {"compute " + row.at}, "Content-Type": {"application/json"}}
			w := httptest.NewRecorder()
			cloud.ServeHTTP(w, r)
			assert.Equal(t, row.status, w.Code, w.Body.String())
			assert.Equal(t, row.missing, w.Header().Get("X-Plumbline-Unimplemented"))
			assert.Equal(t, row.missing != "", told.Load() == 1)
		})
	}
}
