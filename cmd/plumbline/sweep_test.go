package main

import (
	"bytes"
	"context"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/cmd/plumbline/internal/certify"
	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/mockcloud"
	"plumbline/openapi"
	"plumbline/openapi/redact"
	"plumbline/reports/eventlog"
	"plumbline/steps"
	"plumbline/steps/fixtures"
	"plumbline/steps/probe"
	"plumbline/steps/session"
	"plumbline/steps/target"
	"plumbline/steps/world"
)

// TestSweepTakesWhatRunsMadeAndNothingElse leaves a run's users, projects, server and key pair behind,
// beside an operator's own things whose lists an administrator sees, too.
func TestSweepTakesWhatRunsMadeAndNothingElse(t *testing.T) {
	cloud := mockcloud.Start(t)
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("clouds.yaml", cloud.CloudsYAML("mock"), 0o600))
	env := []string{"OS_CLIENT_CONFIG_FILE=clouds.yaml"}
	call := func(args ...string) string {
		var out, stderr bytes.Buffer
		require.Equal(t, cli.ExitOK, run(context.Background(), append(args, "--os-cloud", "mock-admin"), env, &out, &stderr), stderr.String())
		return out.String()
	}
	left := leaveBehind(t, cloud)
	before := records(cloud)

	assert.Contains(t, call("sweep", "--dry-run"), "would remove project plumbline-left-p")
	assert.Equal(t, before, records(cloud), "a dry run changes nothing")
	assert.Equal(t, "nothing was left behind\n", call("sweep", "--run", "another"))
	out := call("sweep", "--run", "left")
	for _, gone := range []string{
		"server plumbline-left-", "keypair plumbline-left-", "user plumbline-left-reader",
		"project plumbline-left-q",
	} {
		assert.Contains(t, out, "removed "+gone)
	}
	assert.NotContains(t, out, "private", "a network of somebody else")
	assert.NotContains(t, out, "precious", "a key pair of the operator")
	reply, err := left.Main.Call(context.Background(), session.Call{Service: openapi.Compute, Method: "GET", Path: "/os-keypairs/precious"})
	require.NoError(t, err)
	assert.Equal(t, 200, reply.Status)
	assert.Equal(t, "nothing was left behind\n", call("sweep"))
}

// records counts what there is beside tokens.
func records(cloud *mockcloud.Cloud) map[string]int {
	out := cloud.Control().Records()
	delete(out, "tokens")
	return out
}

// leaveBehind makes what a run makes and forgets to clean up.
func leaveBehind(t *testing.T, cloud *mockcloud.Cloud) *target.Target {
	t.Helper()
	ctx := context.Background()
	config := target.Config{
		Name: "mock", Kind: target.Mock, RunID: "left", Profile: openapi.Shipped,
		Login: certify.MockLogin(cloud.ClientConfig("admin")),
	}
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
