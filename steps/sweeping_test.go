package steps_test

import (
	"context"
	"strings"
	"testing"

	"github.com/gophercloud/gophercloud/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi"
	"plumbline/internal/openapi/redact"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/probe"
	"plumbline/internal/steps/session"
	"plumbline/internal/steps/sweeping"
	"plumbline/internal/steps/target"
	"plumbline/internal/steps/world"
	"plumbline/mockcloud"
	"plumbline/steps"
)

// TestSweepTakesWhatRunsMadeAndNothingElse leaves a run's users, projects, server and key pair behind,
// beside an operator's own things whose lists an administrator sees, too.
func TestSweepTakesWhatRunsMadeAndNothingElse(t *testing.T) {
	cloud := mockcloud.Start(t)
	left := leaveBehind(t, cloud)
	before := records(cloud)

	assert.Contains(t, swept(t, cloud, "", true), "project plumbline-left-p")
	assert.Equal(t, before, records(cloud), "a dry run changes nothing")
	assert.Empty(t, swept(t, cloud, "another", false))
	gone := swept(t, cloud, "left", false)
	for _, name := range []string{"user plumbline-left-reader", "project plumbline-left-q"} {
		assert.Contains(t, gone, name)
	}
	out := strings.Join(gone, "\n")
	for _, prefix := range []string{"server plumbline-left-", "keypair plumbline-left-"} {
		assert.Contains(t, out, prefix)
	}
	assert.NotContains(t, out, "private", "a network of somebody else")
	assert.NotContains(t, out, "precious", "a key pair of the operator")
	reply, err := left.Main.Call(context.Background(), session.Call{Service: openapi.Compute, Method: "GET", Path: "/os-keypairs/precious"})
	require.NoError(t, err)
	assert.Equal(t, 200, reply.Status)
	assert.Empty(t, swept(t, cloud, "", false))
}

// records counts what there is beside tokens.
func records(cloud *mockcloud.Cloud) map[string]int {
	out := cloud.Control().Records()
	delete(out, "tokens")
	return out
}

// swept is what a sweep by an administrator removes or, dry, would remove: kind and name of each thing.
func swept(t *testing.T, cloud *mockcloud.Cloud, run string, dry bool) (gone []string) {
	t.Helper()
	require.NoError(t, sweeping.Sweep{
		Target: mockTarget(cloud), Clock: world.Machine{}, Redact: redact.New(), Run: run, Dry: dry, Gone: func(s target.Swept) {
			require.NoError(t, s.Err, "%s %s", s.Kind, s.Name)
			gone = append(gone, s.Kind+" "+s.Name)
		},
	}.Do(context.Background()))
	return gone
}

// mockTarget is a mock over loopback, as its administrator.
func mockTarget(cloud *mockcloud.Cloud) steps.Target {
	c := cloud.ClientConfig("admin")
	return steps.Target{
		Name: "mock", Kind: steps.Mock, Login: steps.Login{Region: c.Region, Interface: "public", Options: gophercloud.AuthOptions{
			IdentityEndpoint: c.AuthURL, Username: c.Username, Password: c.Password, DomainName: c.UserDomainName,
			Scope: &gophercloud.AuthScope{ProjectName: c.ProjectName, DomainName: c.ProjectDomainName},
		}},
	}
}

// leaveBehind makes what a run makes and forgets to clean up.
func leaveBehind(t *testing.T, cloud *mockcloud.Cloud) *target.Target {
	t.Helper()
	ctx := context.Background()
	config := mockTarget(cloud)
	config.RunID, config.Profile = "left", openapi.Shipped
	found, err := target.Connect(ctx, config, target.Tools{
		Log: forgetful{}, Redact: redact.New(), Now: world.Machine{}.Now, Secret: func() string { return "Made-up-1" },
	})
	require.NoError(t, err)
	require.NoError(t, probe.Prepare(ctx, found))
	w := world.New(ctx, &world.Env{
		RunID: "left", Profile: openapi.Shipped, Target: found, Log: forgetful{}, Clock: world.Machine{}, Timeouts: world.DefaultTimeouts(),
		Max: found.Max, Resources: found.Resources,
	}, steps.Progress{}.Case)
	_, err = fixtures.ImportKey(w, fixtures.KeySpec{Name: "K1"})
	require.NoError(t, err)
	_, err = fixtures.BootServer(w, fixtures.ServerSpec{Key: "K1"})
	require.NoError(t, err)
	material, err := fixtures.PublicKey(w)
	require.NoError(t, err)
	reply, err := found.Main.Call(ctx, session.Call{Service: openapi.Compute, Method: "POST", Path: "/os-keypairs", Body: map[string]any{
		"keypair": map[string]any{"name": "precious", "public_key": material},
	}})
	require.NoError(t, err)
	require.Less(t, reply.Status, 300)
	return found
}

// forgetful is a log that keeps nothing.
type forgetful struct{}

func (forgetful) Append(eventlog.Payload) error { return nil }
