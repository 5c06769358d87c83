package clients

import (
	"context"
	"strings"
	"testing"

	"plumbline/mockcloud"

	"github.com/gophercloud/gophercloud/v2"
	"github.com/gophercloud/gophercloud/v2/openstack"
	"github.com/gophercloud/gophercloud/v2/openstack/compute/v2/availabilityzones"
	"github.com/gophercloud/gophercloud/v2/openstack/compute/v2/flavors"
	"github.com/gophercloud/gophercloud/v2/openstack/compute/v2/keypairs"
	"github.com/gophercloud/gophercloud/v2/openstack/compute/v2/servers"
	"github.com/gophercloud/gophercloud/v2/openstack/identity/v3/projects"
	"github.com/gophercloud/gophercloud/v2/openstack/identity/v3/roles"
	"github.com/gophercloud/gophercloud/v2/openstack/identity/v3/tokens"
	"github.com/gophercloud/gophercloud/v2/openstack/identity/v3/users"
	"github.com/gophercloud/gophercloud/v2/openstack/image/v2/imagedata"
	"github.com/gophercloud/gophercloud/v2/openstack/image/v2/images"
	"github.com/gophercloud/gophercloud/v2/openstack/networking/v2/networks"
	"github.com/gophercloud/gophercloud/v2/openstack/orchestration/v1/stacks"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// login authenticates an actor of the cloud as any program would.
func login(t *testing.T, cloud *mockcloud.Cloud, actor string) *gophercloud.ProviderClient {
	t.Helper()
	c := cloud.ClientConfig(actor)
	provider, err := openstack.AuthenticatedClient(context.Background(), gophercloud.AuthOptions{
		IdentityEndpoint: c.AuthURL, Username: c.Username, Password: c.Password, DomainName: c.UserDomainName,
		TenantName: c.ProjectName, AllowReauth: true,
	})
	require.NoError(t, err)
	return provider
}

var region = gophercloud.EndpointOpts{Region: "RegionOne"}

func client(t *testing.T,
	make func(*gophercloud.ProviderClient, gophercloud.EndpointOpts) (*gophercloud.ServiceClient,
		error), p *gophercloud.ProviderClient,
) *gophercloud.ServiceClient {
	t.Helper()
	c, err := make(p, region)
	require.NoError(t, err)
	return c
}

func TestGophercloudRebuildsAServerWithAnotherKey(t *testing.T) {
	ctx := context.Background()
	provider := login(t, mockcloud.Start(t), "member")
	compute := client(t, openstack.NewComputeV2, provider)
	compute.Microversion = "2.54"
	for _, name := range []string{"k1", "k2"} {
		_, err := keypairs.Create(ctx, compute, keypairs.CreateOpts{Name: name, PublicKey: publicKey}).Extract()
		require.NoError(t, err)
	}
	image := imageNamed(t, provider, "cirros-a")
	server, err := servers.Create(ctx, compute, keypairs.CreateOptsExt{KeyName: "k1", CreateOptsBuilder: servers.CreateOpts{
		Name: "vm", ImageRef: image.ID, FlavorRef: "1", Networks: "none",
	}}, nil).Extract()
	require.NoError(t, err)
	require.NoError(t, servers.WaitForStatus(ctx, compute, server.ID, "ACTIVE"))

	// The library has no field for the key of a rebuild, so the body is the program's own.
	_, err = servers.Rebuild(ctx, compute, server.ID, withKey{servers.RebuildOpts{ImageRef: image.ID}, "k2"}).Extract()
	require.NoError(t, err)
	require.NoError(t, servers.WaitForStatus(ctx, compute, server.ID, "ACTIVE"))
	server, err = servers.Get(ctx, compute, server.ID).Extract()
	require.NoError(t, err)
	assert.Equal(t, "k2", server.KeyName)

	pages, err := servers.List(compute, servers.ListOpts{Name: "vm"}).AllPages(ctx)
	require.NoError(t, err)
	found, err := servers.ExtractServers(pages)
	require.NoError(t, err)
	assert.Len(t, found, 1)

	require.NoError(t, servers.Delete(ctx, compute, server.ID).ExtractErr())
	_, err = servers.Get(ctx, compute, server.ID).Extract()
	assert.True(t, gophercloud.ResponseCodeIs(err, 404), "%v", err)
	require.NoError(t, keypairs.Delete(ctx, compute, "k1", nil).ExtractErr())
	keys, err := keypairs.List(compute, nil).AllPages(ctx)
	require.NoError(t, err)
	left, err := keypairs.ExtractKeyPairs(keys)
	require.NoError(t, err)
	require.Len(t, left, 1)
	assert.Equal(t, "k2", left[0].Name)
}

// withKey adds the key to the body of a rebuild.
type withKey struct {
	servers.RebuildOpts
	key string
}

func (w withKey) ToServerRebuildMap() (map[string]any, error) {
	body, err := w.RebuildOpts.ToServerRebuildMap()
	if err == nil {
		body["rebuild"].(map[string]any)["key_name"] = w.key
	}
	return body, err
}

func imageNamed(t *testing.T, provider *gophercloud.ProviderClient, name string) images.Image {
	t.Helper()
	pages, err := images.List(client(t, openstack.NewImageV2, provider), images.ListOpts{Name: name}).AllPages(context.Background())
	require.NoError(t, err)
	found, err := images.ExtractImages(pages)
	require.NoError(t, err)
	require.Len(t, found, 1)
	return found[0]
}

func TestGophercloudLooksAround(t *testing.T) {
	ctx := context.Background()
	provider := login(t, mockcloud.Start(t), "member")
	identity := client(t, openstack.NewIdentityV3, provider)
	token := tokens.Get(ctx, identity, provider.Token())
	roles, err := token.ExtractRoles()
	require.NoError(t, err)
	assert.Len(t, roles, 2)
	catalog, err := token.ExtractServiceCatalog()
	require.NoError(t, err)
	assert.Len(t, catalog.Entries, 8, "block storage is there under two types")

	compute := client(t, openstack.NewComputeV2, provider)
	pages, err := flavors.ListDetail(compute, nil).AllPages(ctx)
	require.NoError(t, err)
	sizes, err := flavors.ExtractFlavors(pages)
	require.NoError(t, err)
	assert.NotEmpty(t, sizes)
	pages, err = availabilityzones.List(compute).AllPages(ctx)
	require.NoError(t, err)
	zones, err := availabilityzones.ExtractAvailabilityZones(pages)
	require.NoError(t, err)
	assert.Len(t, zones, 3)

	network := client(t, openstack.NewNetworkV2, provider)
	made, err := networks.Create(ctx, network, networks.CreateOpts{Name: "mine"}).Extract()
	require.NoError(t, err)
	pages, err = networks.List(network, networks.ListOpts{Name: "mine"}).AllPages(ctx)
	require.NoError(t, err)
	nets, err := networks.ExtractNetworks(pages)
	require.NoError(t, err)
	assert.Len(t, nets, 1)
	require.NoError(t, networks.Delete(ctx, network, made.ID).ExtractErr())
}

func TestGophercloudMakesAnImage(t *testing.T) {
	ctx := context.Background()
	glance := client(t, openstack.NewImageV2, login(t, mockcloud.Start(t), "member"))
	image, err := images.Create(ctx, glance,
		images.CreateOpts{Name: "mine", DiskFormat: "raw", ContainerFormat: "bare", Properties: map[string]string{"a": "b"}}).Extract()
	require.NoError(t, err)
	assert.Equal(t, images.ImageStatusQueued, image.Status)
	require.NoError(t, imagedata.Upload(ctx, glance, image.ID, strings.NewReader("some data")).ExtractErr())
	image, err = images.Update(ctx, glance, image.ID, images.UpdateOpts{images.ReplaceImageName{NewName: "yours"}}).Extract()
	require.NoError(t, err)
	assert.Equal(t, "yours", image.Name)
	assert.Equal(t, images.ImageStatusActive, image.Status)
	assert.Equal(t, int64(9), image.SizeBytes)
	assert.Equal(t, "b", image.Properties["a"])
	require.NoError(t, images.Delete(ctx, glance, image.ID).ExtractErr())
	_, err = images.Get(ctx, glance, image.ID).Extract()
	assert.True(t, gophercloud.ResponseCodeIs(err, 404), "%v", err)
}

func TestGophercloudMakesAnActor(t *testing.T) {
	ctx := context.Background()
	cloud := mockcloud.Start(t)
	identity := client(t, openstack.NewIdentityV3, login(t, cloud, "admin"))
	project, err := projects.Create(ctx, identity, projects.CreateOpts{Name: "new"}).Extract()
	require.NoError(t, err)
	user, err := users.Create(ctx, identity, users.CreateOpts{Name: "new", Password: "p", DefaultProjectID: project.ID}).Extract()
	require.NoError(t, err)
	pages, err := roles.List(identity, roles.ListOpts{Name: "member"}).AllPages(ctx)
	require.NoError(t, err)
	found, err := roles.ExtractRoles(pages)
	require.NoError(t, err)
	require.Len(t, found, 1)
	require.NoError(t, roles.Assign(ctx, identity, found[0].ID, roles.AssignOpts{UserID: user.ID, ProjectID: project.ID}).ExtractErr())
	provider, err := openstack.AuthenticatedClient(ctx, gophercloud.AuthOptions{
		IdentityEndpoint: cloud.ClientConfig("admin").AuthURL, UserID: user.ID, Password: "p", TenantID: project.ID,
	})
	require.NoError(t, err)
	pages, err = servers.List(client(t, openstack.NewComputeV2, provider), nil).AllPages(ctx)
	require.NoError(t, err)
	empty, err := pages.IsEmpty()
	require.NoError(t, err)
	assert.True(t, empty)
	require.NoError(t, users.Delete(ctx, identity, user.ID).ExtractErr())
	require.NoError(t, projects.Delete(ctx, identity, project.ID).ExtractErr())
}

func TestGophercloudMakesAStack(t *testing.T) {
	ctx := context.Background()
	provider := login(t, mockcloud.Start(t), "member")
	heat := client(t, openstack.NewOrchestrationV1, provider)
	template := &stacks.Template{TE: stacks.TE{Bin: []byte(`heat_template_version: 2018-08-31
resources:
  server:
    type: OS::Nova::Server
    properties: {image: cirros-a, flavor: m1.tiny, networks: [{allocate_network: none}]}
`)}}
	made, err := stacks.Create(ctx, heat, stacks.CreateOpts{Name: "s", TemplateOpts: template}).Extract()
	require.NoError(t, err)
	stack, err := stacks.Get(ctx, heat, "s", made.ID).Extract()
	require.NoError(t, err)
	assert.Equal(t, "CREATE_COMPLETE", stack.Status)
	stack, err = stacks.Find(ctx, heat, "s").Extract()
	require.NoError(t, err)
	assert.Equal(t, made.ID, stack.ID)
	require.NoError(t, stacks.Delete(ctx, heat, "s", made.ID).ExtractErr())
	pages, err := servers.List(client(t, openstack.NewComputeV2, provider), nil).AllPages(ctx)
	require.NoError(t, err)
	empty, err := pages.IsEmpty()
	require.NoError(t, err)
	assert.True(t, empty)
}
