package mockcloud_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/setup"
	"plumbline/internal/openapi"
	"plumbline/internal/openapi/overlay"
	"plumbline/internal/openapi/undescribed"
	"plumbline/mockcloud"
	"plumbline/mockcloud/seed"
)

// An operation that the mock does not perform is answered as by an older service, and says so; in a strict mock it is 501. The mock
// performs all of compute: the documents of this test mark two operations as not performed.
func TestUnimplementedOperationsSaySo(t *testing.T) {
	const token = "told"
	for _, row := range []struct {
		name, method, path, body, at string
		strict                       bool
		status                       int
		missing                      string
	}{
		{"a path", "GET", "/os-networks", "", "2.1", false, 404, "GET /os-networks"},
		{
			"an action", "POST", "/servers/x/action", `{"addFloatingIp": {"address": "192.0.2.1"}}`, "2.30", false, 400,
			"POST /servers/{server_id}/action (addFloatingIp)",
		},
		{"in a strict mock", "GET", "/os-networks", "", "2.1", true, 501, "GET /os-networks"},
		{"after its last microversion", "GET", "/os-hosts", "", "2.43", true, 404, ""},
		{"what the service took out", "GET", "/os-cells", "", "2.90", true, 410, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			var told atomic.Int32
			planted := seed.Default()
			planted.Tokens = append(planted.Tokens, seed.Token{ID: token, User: "member", Project: "demo"})
			cloud, err := mockcloud.New(mockcloud.WithSeed(planted), mockcloud.WithStrict(row.strict), lessOfCompute,
				setup.Unimplemented(func(_, _, _ string) { told.Add(1) }))
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

// What only real services have is answered as by a service without it, and says so: each operation of the list. In a strict mock it is
// 501, so that a test of a client fails for the right reason.
func TestWhatOnlyRealServicesHaveSaysSo(t *testing.T) {
	const token = "told"
	roots := map[openapi.Service]string{openapi.Identity: "/identity/v3", openapi.Network: "/network/v2.0"}
	for _, strict := range []bool{false, true} {
		var told atomic.Int32
		planted := seed.Default()
		planted.Tokens = append(planted.Tokens, seed.Token{ID: token, User: "admin", Project: "demo"})
		cloud, err := mockcloud.New(mockcloud.WithSeed(planted), mockcloud.WithStrict(strict),
			setup.Unimplemented(func(_, _, _ string) { told.Add(1) }))
		require.NoError(t, err)
		t.Cleanup(func() { _ = cloud.Close() })
		ask := func(method, path string) *httptest.ResponseRecorder {
			r := httptest.NewRequest(method, path, nil)
			r.Header = http.Header{"X-Auth-Token": {token}}
			w := httptest.NewRecorder()
			cloud.ServeHTTP(w, r)
			return w
		}
		asked := int32(0)
		for service, root := range roots {
			names, err := undescribed.Names(service)
			require.NoError(t, err)
			require.NotEmpty(t, names)
			for _, name := range names {
				method, path, _ := strings.Cut(name, " ")
				w := ask(method, strings.NewReplacer("{", "", "}", "").Replace(root+path))
				asked++
				assert.Equal(t, name, w.Header().Get("X-Plumbline-Unimplemented"), "%s %s", service, name)
				if strict {
					assert.Equal(t, 501, w.Code, "%s %s", service, name)
				} else {
					assert.Contains(t, []int{404, 405}, w.Code, "%s %s", service, name)
				}
			}
			w := ask("GET", root+"/nope")
			assert.Equal(t, 404, w.Code)
			assert.Empty(t, w.Header().Get("X-Plumbline-Unimplemented"))
		}
		assert.Equal(t, asked, told.Load())
	}
}

// lessOfCompute takes the networks' list and an action of servers out of what the mock performs.
func lessOfCompute(cloud *setup.Cloud) error {
	chain, err := openapi.Builtin(openapi.Compute, openapi.Shipped)
	if err != nil {
		return err
	}
	left := map[string]any{openapi.UnimplementedKey: true}
	less, err := chain.WithOverlayBetween(openapi.MustVersion("2.1"), openapi.Version{}, overlay.Overlay{Actions: []overlay.OverlayAction{
		{Target: "$.paths['/os-networks'].get", Update: left},
		{Target: "$.paths['/servers/{server_id}/action']['x-openstack-actions'].addFloatingIp", Update: left},
	}})
	if err != nil {
		return err
	}
	cloud.Env.Mutant = &pipeline.Mutant{Chain: map[openapi.Service]*openapi.Chain{openapi.Compute: less}}
	return nil
}
