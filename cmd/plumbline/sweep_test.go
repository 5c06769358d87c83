package main

import (
	"bytes"
	"context"
	"os"
	"testing"

	"github.com/gophercloud/gophercloud/v2"
	"github.com/gophercloud/gophercloud/v2/openstack"
	"github.com/gophercloud/gophercloud/v2/openstack/compute/v2/keypairs"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/cmd/plumbline/internal/certify"
	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/mockcloud"
)

// What a sweep says: what it would remove, what it removed, and that there was nothing. What it removes is tested where it acts.
func TestSweepSaysWhatItRemoves(t *testing.T) {
	cloud := mockcloud.Start(t)
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("clouds.yaml", cloud.CloudsYAML("mock"), 0o600))
	call := func(args ...string) string {
		var out, stderr bytes.Buffer
		args = append(append([]string{"sweep"}, args...), "--os-cloud", "mock-admin")
		code := run(context.Background(), args, []string{"OS_CLIENT_CONFIG_FILE=clouds.yaml"}, &out, &stderr)
		require.Equal(t, cli.ExitOK, code, stderr.String())
		return out.String()
	}
	assert.Equal(t, "nothing was left behind\n", call())
	importKey(t, cloud, "plumbline-left-k1")
	assert.Contains(t, call("--dry-run"), "would remove keypair plumbline-left-k1 (")
	assert.Equal(t, "nothing was left behind\n", call("--run", "another"))
	assert.Contains(t, call("--run", "left"), "removed keypair plumbline-left-k1 (")
	assert.Equal(t, "nothing was left behind\n", call())
}

// importKey makes a key pair of the administrator.
func importKey(t *testing.T, cloud *mockcloud.Cloud, name string) {
	t.Helper()
	provider, err := openstack.AuthenticatedClient(t.Context(), certify.MockLogin(cloud.ClientConfig("admin")).Options)
	require.NoError(t, err)
	compute, err := openstack.NewComputeV2(provider, gophercloud.EndpointOpts{})
	require.NoError(t, err)
	_, err = keypairs.Create(t.Context(), compute, keypairs.CreateOpts{Name: name}).Extract()
	require.NoError(t, err)
}
