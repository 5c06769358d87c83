package mockcloud_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/cloudcontrol"
	"plumbline/mockcloud"
	"plumbline/mockcloud/faults"
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
			id, err := cloud.Control().AddFault(faults.Rule{Status: want, Message: "Later."})
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
		_, err := cloud.Control().AddFault(faults.Rule{Operation: operation, Status: 503})
		assert.NoError(t, err, operation)
	}
	_, err = cloud.Control().AddFault(faults.Rule{Operation: "servers.creat", Status: 503})
	assert.EqualError(t, err, `no operation or work is called "servers.creat" `+
		`(did you mean servers.create or servers.create-backup or servers.create-image?): GET /_plumbline/places lists them`)
	_, err = cloud.Control().ReplaceFault(cloud.Control().Faults()[0].ID, faults.Rule{Operation: "servers.creat", Status: 503})
	assert.Error(t, err)
	assert.Len(t, cloud.Control().Faults(), 4)
}

// A rule for a step that is none would never strike either; neither would one for a step of no operation.
func TestAFaultRuleForAnUnknownStepIsRefused(t *testing.T) {
	cloud, err := mockcloud.New()
	require.NoError(t, err)
	t.Cleanup(func() { _ = cloud.Close() })
	for _, row := range []struct{ operation, step, refused string }{
		{"servers.rebuild.reserve", "reserve the volumes anew", ""},
		{"volumes.reimage-told", "say that it failed", ""}, // no step: it is done otherwise
		{
			"servers.rebuild.reserve", "reserve the volume anew",
			`servers.rebuild.reserve has no step "reserve the volume anew" ` +
				`(did you mean reserve the volumes anew?): GET /_plumbline/places lists them`,
		},
		{"servers.rebuild.reserve", "xyz", `servers.rebuild.reserve has no step "xyz": GET /_plumbline/places lists them`},
		{"servers.create", "reserve the volumes anew", `servers.create has no step "reserve the volumes anew"`},
		{"", "reserve the volumes anew", `a fault rule for the step "reserve the volumes anew" needs the operation, or the work, that has it`},
	} {
		_, err := cloud.Control().AddFault(faults.Rule{Operation: row.operation, Step: row.step, Status: 503})
		if row.refused == "" {
			assert.NoError(t, err, row.step)
			continue
		}
		assert.ErrorContains(t, err, row.refused)
	}
	assert.Len(t, cloud.Control().Faults(), 2)
}
