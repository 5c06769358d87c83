package clients

import (
	"context"
	"strconv"
	"testing"

	"plumbline/mockcloud"

	"github.com/gophercloud/gophercloud/v2/openstack"
	"github.com/gophercloud/gophercloud/v2/openstack/compute/v2/aggregates"
	"github.com/gophercloud/gophercloud/v2/openstack/compute/v2/hypervisors"
	"github.com/gophercloud/gophercloud/v2/openstack/compute/v2/services"
	"github.com/gophercloud/gophercloud/v2/openstack/placement/v1/resourceproviders"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTheStockClientLooksAfterHosts(t *testing.T) {
	for _, version := range []string{"2.52", "2.53", "2.92"} {
		got := newSession(t).run("mock-admin", version,
			"hypervisor list -f json", "hypervisor show host1 -f json",
			"aggregate create ours -f json", "aggregate add host ours host3 -f json", "aggregate set --property filter_tenant_id=x ours",
			"aggregate show ours -f json", "aggregate remove host ours host3 -f json", "aggregate delete ours", "aggregate list -f json",
			"compute service set --disable --disable-reason broken host2 nova-compute", "compute service list --service nova-compute --long -f json",
			"compute service set --enable host2 nova-compute", "compute service list -f json")
		require.Len(t, got, 9, version)
		assert.Equal(t, []string{"host1", "host2", "host3.plumbline.test"}, column(got[0], "Hypervisor Hostname"), version)
		assert.Equal(t, "host1", got[1].(object)["hypervisor_hostname"], version)
		assert.Equal(t, []any{"host3"}, got[3].(object)["hosts"], version)
		assert.Equal(t, "x", got[4].(object)["properties"].(object)["filter_tenant_id"], version)
		assert.Equal(t, []string{"az1", "az2"}, column(got[6], "Name"), version)
		assert.Equal(t, []string{"enabled", "disabled", "enabled"}, column(got[7], "Status"), version)
		assert.Equal(t, []string{"nova-conductor", "nova-scheduler", "nova-compute", "nova-compute", "nova-compute"},
			column(got[8], "Binary"), version)
	}
}

func TestGophercloudLooksAfterHosts(t *testing.T) {
	ctx := context.Background()
	provider := login(t, mockcloud.Start(t), "admin")
	compute := client(t, openstack.NewComputeV2, provider)
	compute.Microversion = "2.53"

	pages, err := hypervisors.List(compute, hypervisors.ListOpts{}).AllPages(ctx)
	require.NoError(t, err)
	all, err := hypervisors.ExtractHypervisors(pages)
	require.NoError(t, err)
	require.Len(t, all, 3)
	assert.Equal(t, "host1", all[0].HypervisorHostname)

	made, err := aggregates.Create(ctx, compute, aggregates.CreateOpts{Name: "ours"}).Extract()
	require.NoError(t, err)
	made, err = aggregates.AddHost(ctx, compute, made.ID, aggregates.AddHostOpts{Host: "host3"}).Extract()
	require.NoError(t, err)
	assert.Equal(t, []string{"host3"}, made.Hosts, strconv.Itoa(made.ID))

	list, err := services.List(compute, services.ListOpts{Binary: "nova-compute"}).AllPages(ctx)
	require.NoError(t, err)
	found, err := services.ExtractServices(list)
	require.NoError(t, err)
	changed, err := services.Update(ctx, compute, found[0].ID, services.UpdateOpts{Status: services.ServiceDisabled}).Extract()
	require.NoError(t, err)
	assert.Equal(t, "disabled", changed.Status)

	placement := client(t, openstack.NewPlacementV1, provider)
	placement.Microversion = "1.20"
	rp, err := resourceproviders.List(placement, resourceproviders.ListOpts{Name: all[2].HypervisorHostname}).AllPages(ctx)
	require.NoError(t, err)
	providers, err := resourceproviders.ExtractResourceProviders(rp)
	require.NoError(t, err)
	require.Len(t, providers, 1)
	assert.Equal(t, all[2].ID, providers[0].UUID, "the hypervisor's id is the provider's")
	usages, err := resourceproviders.GetUsages(ctx, placement, providers[0].UUID).Extract()
	require.NoError(t, err)
	assert.Equal(t, 0, usages.Usages["VCPU"])
}
