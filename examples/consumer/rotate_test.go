package consumer

import (
	"plumbline/mockcloud"
	"testing"

	"github.com/gophercloud/gophercloud/v2"
	"github.com/gophercloud/gophercloud/v2/openstack"
	"github.com/gophercloud/gophercloud/v2/openstack/compute/v2/keypairs"
	"github.com/gophercloud/gophercloud/v2/openstack/compute/v2/servers"
	"github.com/gophercloud/gophercloud/v2/openstack/image/v2/images"
	"github.com/stretchr/testify/require"
)

// publicKey is a throw-away key; nobody has its private half.
const publicKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f example"

func TestRotateKey(t *testing.T) {
	ctx := t.Context()
	cloud := mockcloud.Start(t) // a whole cloud, gone when the test ends
	compute, server := aServer(t, cloud)

	require.NoError(t, RotateKey(ctx, compute, server, "new"))

	rotated, err := servers.Get(ctx, compute, server).Extract()
	require.NoError(t, err)
	require.Equal(t, "new", rotated.KeyName)
	require.ErrorContains(t, RotateKey(ctx, compute, server, "unknown"), "Invalid key_name provided.")
}

// aServer logs in and makes two keys, and a server with the key old.
func aServer(t *testing.T, cloud *mockcloud.Cloud) (compute *gophercloud.ServiceClient, id string) {
	t.Helper()
	ctx, as := t.Context(), cloud.ClientConfig("member")
	provider, err := openstack.AuthenticatedClient(ctx, gophercloud.AuthOptions{
		IdentityEndpoint: as.AuthURL, Username: as.Username, Password: as.Password,
		DomainName: as.UserDomainName, TenantName: as.ProjectName,
	})
	require.NoError(t, err)
	compute, err = openstack.NewComputeV2(provider, gophercloud.EndpointOpts{Region: as.Region})
	require.NoError(t, err)
	compute.Microversion = "2.54"

	for _, name := range []string{"old", "new"} {
		_, err := keypairs.Create(ctx, compute, keypairs.CreateOpts{Name: name, PublicKey: publicKey}).Extract()
		require.NoError(t, err)
	}
	server, err := servers.Create(ctx, compute, keypairs.CreateOptsExt{KeyName: "old", CreateOptsBuilder: servers.CreateOpts{
		Name: "vm", ImageRef: anyImage(t, provider), FlavorRef: "1", Networks: "none",
	}}, nil).Extract()
	require.NoError(t, err)
	require.NoError(t, servers.WaitForStatus(ctx, compute, server.ID, "ACTIVE"))
	return compute, server.ID
}

func anyImage(t *testing.T, provider *gophercloud.ProviderClient) string {
	t.Helper()
	client, err := openstack.NewImageV2(provider, gophercloud.EndpointOpts{Region: "RegionOne"})
	require.NoError(t, err)
	pages, err := images.List(client, images.ListOpts{Name: "cirros-a"}).AllPages(t.Context())
	require.NoError(t, err)
	found, err := images.ExtractImages(pages)
	require.NoError(t, err)
	require.NotEmpty(t, found)
	return found[0].ID
}
