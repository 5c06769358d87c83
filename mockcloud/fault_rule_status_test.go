package mockcloud_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/mockcloud"
	"plumbline/mockcloud/internal/cloudcontrol"
	"plumbline/mockcloud/seed"
)

// A rule may ask for a status that no document declares, as a proxy in front of a service answers: it is answered, and is no bug.
func TestAFaultRuleIsAnsweredWithItsStatus(t *testing.T) {
	const token = "told"
	planted := seed.Default()
	planted.Tokens = append(planted.Tokens, seed.Token{ID: token, User: "member", Project: "demo"})
	cloud, err := mockcloud.New(mockcloud.WithSeed(planted))
	require.NoError(t, err)
	t.Cleanup(func() { _ = cloud.Close() })
	for operation, path := range map[string]string{
		"servers.list": "/compute/v2.1/servers", "images.list": "/image/v2/images", "networks.list": "/network/v2.0/networks",
		"projects.mine": "/identity/v3/auth/projects", "volumes.list": "/volume/v3/00000000000000000000000000000a02/volumes",
	} {
		for _, want := range []int{429, 500, 502, 503, 504} {
			id, err := cloud.Control().AddFault(mockcloud.FaultRule{Status: want, Message: "Later."})
			require.NoError(t, err)
			r := httptest.NewRequest(http.MethodGet, path, nil)
			r.Header.Set("X-Auth-Token", token)
			w := httptest.NewRecorder()
			cloud.ServeHTTP(w, r)
			assert.Equal(t, want, w.Code, operation)
			assert.Contains(t, w.Body.String(), "Later.", operation)
			assert.True(t, cloud.Control().RemoveFault(id))
		}
	}
	assert.Zero(t, cloudcontrol.Of(cloud).Journal().Bugs())
}

// A rule for an operation that is none would never strike, and a test would not notice.
func TestAFaultRuleForAnUnknownOperationIsRefused(t *testing.T) {
	cloud, err := mockcloud.New()
	require.NoError(t, err)
	t.Cleanup(func() { _ = cloud.Close() })
	for _, operation := range []string{"", "servers.create", "servers.rebuilt", "stacks.create"} {
		_, err := cloud.Control().AddFault(mockcloud.FaultRule{Operation: operation, Status: 503})
		assert.NoError(t, err, operation)
	}
	_, err = cloud.Control().AddFault(mockcloud.FaultRule{Operation: "servers.creat", Status: 503})
	assert.EqualError(t, err, `no operation or work is called "servers.creat": GET /_plumbline/places lists them`)
	_, err = cloud.Control().ReplaceFault(cloud.Control().Faults()[0].ID, mockcloud.FaultRule{Operation: "servers.creat", Status: 503})
	assert.Error(t, err)
	assert.Len(t, cloud.Control().Faults(), 4)
}
