package embedded_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/cloudcontrol"
	"plumbline/internal/mockcloud/embedded"
	"plumbline/internal/openapi"
	"plumbline/mockcloud"
	"plumbline/mockcloud/clock"
	"plumbline/mockcloud/faults"
)

// Whatever happened since is gone: records, work that was due, time, rules, settings, versions and the journal.
func TestACheckpointBringsEverythingBack(t *testing.T) {
	own := clock.NewManual(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))
	cloud, err := mockcloud.New(mockcloud.WithClock(own), mockcloud.WithLifecycle(clock.After(time.Second)))
	require.NoError(t, err)
	ask := func(method, path, body, token string) (int, string, map[string]any) {
		r := httptest.NewRequest(method, path, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("X-Auth-Token", token)
		w := httptest.NewRecorder()
		cloud.ServeHTTP(w, r)
		var answer map[string]any
		_ = json.Unmarshal(w.Body.Bytes(), &answer)
		return w.Code, w.Header().Get("X-Subject-Token"), answer
	}
	login, err := json.Marshal(map[string]any{"auth": map[string]any{
		"identity": map[string]any{"methods": []string{"password"}, "password": map[string]any{"user": map[string]any{
			"name": cloud.ClientConfig("member").Username, "password": cloud.ClientConfig("member").Password,
			"domain": map[string]any{"name": "Default"},
		}}},
		"scope": map[string]any{"project": map[string]any{
			"name": cloud.ClientConfig("member").ProjectName, "domain": map[string]any{"name": "Default"},
		}},
	}})
	require.NoError(t, err)
	status, token, _ := ask(http.MethodPost, "/identity/v3/auth/tokens", string(login), "")
	require.Equal(t, http.StatusCreated, status)
	pair := func(name string) int {
		status, _, _ := ask(http.MethodPost, "/compute/v2.1/os-keypairs", `{"keypair": {"name": "`+name+`"}}`, token)
		return status
	}
	require.Equal(t, 200, pair("before"))
	flavors, images := cloud.Control().Seed().Flavors, cloud.Control().Seed().Images
	status, _, made := ask(http.MethodPost, "/compute/v2.1/servers", fmt.Sprintf(
		`{"server": {"name": "s", "flavorRef": %q, "imageRef": %q}}`, flavors[0].ID, images[0].ID), token)
	require.Equal(t, http.StatusAccepted, status, made)
	server := made["server"].(map[string]any)["id"].(string)
	state := func(token string) any {
		_, _, shown := ask(http.MethodGet, "/compute/v2.1/servers/"+server, "", token)
		return shown["server"].(map[string]any)["status"]
	}
	_, err = cloud.Control().AddFault(faults.Rule{Operation: "keypairs.show", Status: 500, Times: 1})
	require.NoError(t, err)
	chosen := cloud.Control().Settings()
	at, rules, said := own.Now(), cloud.Control().Faults(), len(cloud.Control().Journal())
	back := embedded.Checkpoint(cloud, own)

	for range 2 { // as often as wanted
		require.Equal(t, 200, pair("after"))
		status, _, _ = ask(http.MethodDelete, "/compute/v2.1/os-keypairs/before", "", token)
		require.Equal(t, 202, status)
		status, _, _ = ask(http.MethodGet, "/compute/v2.1/os-keypairs/before", "", token)
		require.Equal(t, 500, status, "the fault rule strikes once")
		other := chosen
		other.ShelvedOffloadTime = 77 * time.Second
		cloud.Control().Choose(other)
		require.NoError(t, cloud.Control().SetMaximum(openapi.Compute, "2.53"))
		cloud.Control().Advance(time.Hour)
		require.Equal(t, "ACTIVE", state(token))
		_, token2, _ := ask(http.MethodPost, "/identity/v3/auth/tokens", string(login), "")

		back()
		assert.Equal(t, at, own.Now())
		assert.Equal(t, rules, cloud.Control().Faults())
		assert.Equal(t, chosen, cloud.Control().Settings())
		assert.Len(t, cloud.Control().Journal(), said)
		assert.NotEqual(t, openapi.MustVersion("2.53"), cloudcontrol.Of(cloud).NewestMicroversions()[openapi.Compute])
		status, _, list := ask(http.MethodGet, "/compute/v2.1/os-keypairs", "", token2)
		require.Equal(t, 200, status, "a token that was issued since is good")
		pairs, _ := list["keypairs"].([]any)
		require.Len(t, pairs, 1)
		assert.Equal(t, "before", pairs[0].(map[string]any)["keypair"].(map[string]any)["name"])
		require.Equal(t, "BUILD", state(token2), "work is due again")
		cloud.Control().Advance(time.Hour)
		require.Equal(t, "ACTIVE", state(token2))
		back()
	}
}
