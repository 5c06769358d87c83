package target_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/gophercloud/gophercloud/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/session"
	"plumbline/internal/steps/target"
	"plumbline/mockcloud"
)

func TestTheControlTokenOfAMock(t *testing.T) {
	cloud := mockcloud.Start(t, mockcloud.WithControlToken("a-token-of-the-mock"))
	resp, err := http.Get(cloud.URL() + "/_plumbline/health")
	require.NoError(t, err)
	defer resp.Body.Close() //nolint:errcheck // read
	var health map[string]any
	require.NoError(t, json.NewDecoder(resp.Body).Decode(&health))
	assert.Equal(t, map[string]any{"status": "ok", "token": "required"}, health)
	for _, tc := range []struct {
		name, token string
		steers      bool
		why         string
	}{
		{"the right one", "a-token-of-the-mock", true, ""},
		{"none", "", false, ""},
		{"a wrong one", "a-token-of-another", false, "the token of its control API is another than --control-token"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			actor := cloud.ClientConfig("admin")
			log := &tape{}
			used := tools(log)
			to, err := target.Connect(t.Context(), target.Config{
				Name: "mock", Kind: target.Mock, RunID: "r", Profile: openapi.Shipped, ControlToken: tc.token,
				Login: session.Login{Region: actor.Region, Interface: "public", Options: gophercloud.AuthOptions{
					IdentityEndpoint: actor.AuthURL, Username: actor.Username, Password: actor.Password, DomainName: actor.UserDomainName,
					Scope: &gophercloud.AuthScope{ProjectName: actor.ProjectName, DomainName: actor.ProjectDomainName},
				}},
			}, used)
			if tc.why != "" {
				require.ErrorContains(t, err, tc.why)
				require.ErrorIs(t, err, session.ErrRefused)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, tc.steers, to.Control != nil)
			if tc.steers {
				_, err := to.Control.Settings(t.Context())
				assert.NoError(t, err)
				assert.NotContains(t, used.Redact.Text("it is "+tc.token), tc.token, "it is never written down")
			}
		})
	}
}
