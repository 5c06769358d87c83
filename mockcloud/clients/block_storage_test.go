package clients

import (
	"context"
	"testing"

	"plumbline/mockcloud"

	"github.com/gophercloud/gophercloud/v2/openstack"
	"github.com/gophercloud/gophercloud/v2/openstack/blockstorage/v3/attachments"
	"github.com/gophercloud/gophercloud/v2/openstack/blockstorage/v3/limits"
	"github.com/gophercloud/gophercloud/v2/openstack/blockstorage/v3/quotasets"
	"github.com/gophercloud/gophercloud/v2/openstack/blockstorage/v3/services"
	"github.com/gophercloud/gophercloud/v2/openstack/blockstorage/v3/snapshots"
	"github.com/gophercloud/gophercloud/v2/openstack/blockstorage/v3/volumes"
	"github.com/gophercloud/gophercloud/v2/openstack/blockstorage/v3/volumetypes"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestGophercloudKeepsVolumes(t *testing.T) {
	ctx := context.Background()
	cloud := mockcloud.Start(t)
	provider := login(t, cloud, "member")
	storage := client(t, openstack.NewBlockStorageV3, provider)
	image := imageNamed(t, provider, "cirros-a")

	made, err := volumes.Create(ctx, storage, volumes.CreateOpts{Name: "one", Size: 1, ImageID: image.ID}, nil).Extract()
	require.NoError(t, err)
	require.NoError(t, volumes.WaitForStatus(ctx, storage, made.ID, "available"))
	one, err := volumes.Get(ctx, storage, made.ID).Extract()
	require.NoError(t, err)
	assert.Equal(t, "true", one.Bootable)
	assert.Equal(t, image.ID, one.VolumeImageMetadata["image_id"])
	assert.False(t, one.CreatedAt.IsZero())

	snapshot, err := snapshots.Create(ctx, storage, snapshots.CreateOpts{VolumeID: one.ID, Name: "s"}).Extract()
	require.NoError(t, err)
	require.NoError(t, snapshots.WaitForStatus(ctx, storage, snapshot.ID, "available"))
	two, err := volumes.Create(ctx, storage, volumes.CreateOpts{Name: "two", SnapshotID: snapshot.ID}, nil).Extract()
	require.NoError(t, err)
	assert.Equal(t, 1, two.Size)
	require.NoError(t, volumes.ExtendSize(ctx, storage, two.ID, volumes.ExtendSizeOpts{NewSize: 2}).ExtractErr())
	renamed, err := volumes.Update(ctx, storage, two.ID, volumes.UpdateOpts{Name: ptr("second")}).Extract()
	require.NoError(t, err)
	assert.Equal(t, "second", renamed.Name)

	pages, err := volumes.List(storage, volumes.ListOpts{Limit: 1, Sort: "name:asc"}).AllPages(ctx)
	require.NoError(t, err)
	all, err := volumes.ExtractVolumes(pages)
	require.NoError(t, err)
	require.Len(t, all, 2, "a page at a time")
	assert.Equal(t, "one", all[0].Name)

	storage.Microversion = "3.54"
	attachment, err := attachments.Create(ctx, storage,
		attachments.CreateOpts{VolumeUUID: two.ID, InstanceUUID: "22222222-2222-4222-8222-222222222222", Mode: "rw"}).Extract()
	require.NoError(t, err)
	_, err = attachments.Update(ctx, storage, attachment.ID,
		attachments.UpdateOpts{Connector: map[string]any{"host": "h", "mountpoint": "/dev/vdb"}}).Extract()
	require.NoError(t, err)
	require.NoError(t, attachments.Complete(ctx, storage, attachment.ID).ExtractErr())
	inUse, err := volumes.Get(ctx, storage, two.ID).Extract()
	require.NoError(t, err)
	assert.Equal(t, "in-use", inUse.Status)
	require.Len(t, inUse.Attachments, 1)
	assert.Equal(t, "/dev/vdb", inUse.Attachments[0].Device)
	require.NoError(t, attachments.Delete(ctx, storage, attachment.ID).ExtractErr())

	storage.Microversion = "3.68"
	require.NoError(t, volumes.ReImage(ctx, storage, one.ID,
		volumes.ReImageOpts{ImageID: imageNamed(t, provider, "cirros-b").ID}).ExtractErr())
	storage.Microversion = ""
	have, err := limits.Get(ctx, storage).Extract()
	require.NoError(t, err)
	assert.Equal(t, 2, have.Absolute.TotalVolumesUsed)
	require.NoError(t, snapshots.Delete(ctx, storage, snapshot.ID).ExtractErr())
	for _, v := range all {
		require.NoError(t, volumes.Delete(ctx, storage, v.ID, volumes.DeleteOpts{}).ExtractErr())
	}

	admin := client(t, openstack.NewBlockStorageV3, login(t, cloud, "admin"))
	kind, err := volumetypes.Create(ctx, admin,
		volumetypes.CreateOpts{Name: "shared", ExtraSpecs: map[string]string{"multiattach": "<is> True"}}).Extract()
	require.NoError(t, err)
	shared, err := volumes.Create(ctx, storage, volumes.CreateOpts{Size: 1, VolumeType: "shared"}, nil).Extract()
	require.NoError(t, err)
	assert.True(t, shared.Multiattach)
	require.Error(t, volumetypes.Delete(ctx, admin, kind.ID).ExtractErr(), "it is in use")
	require.NoError(t, volumes.Delete(ctx, storage, shared.ID, volumes.DeleteOpts{}).ExtractErr())
	require.NoError(t, volumetypes.Delete(ctx, admin, kind.ID).ExtractErr())
	quota, err := quotasets.Update(ctx, admin, one.TenantID, quotasets.UpdateOpts{Volumes: ptr(3)}).Extract()
	require.NoError(t, err)
	assert.Equal(t, 3, quota.Volumes)
	rows, err := services.List(admin, services.ListOpts{}).AllPages(ctx)
	require.NoError(t, err)
	parts, err := services.ExtractServices(rows)
	require.NoError(t, err)
	assert.Len(t, parts, 2)
}

func ptr[T any](v T) *T { return &v }

func TestTheStockClientKeepsVolumes(t *testing.T) {
	got := newSession(t).run("mock", "",
		"volume create --size 1 --image cirros-a --property a=b one -f json", "volume list -f json", "volume show one -f json",
		"volume set --name first --size 2 --description text one", "volume show first -f json",
		"volume snapshot create --volume first s -f json", "volume snapshot list -f json", "volume create --snapshot s two -f json",
		"volume snapshot delete s", "volume type list -f json", "volume type list --default -f json", "volume set --bootable two",
		"volume unset --property a first", "volume show first -f json", "volume delete first two", "volume list -f json",
		"availability zone list --volume -f json", "limits show --absolute -f json")
	require.Len(t, got, 13)
	one := got[2].(object)
	assert.Equal(t, "available", one["status"])
	assert.Equal(t, "true", one["bootable"])
	assert.Equal(t, object{"a": "b"}, one["properties"])
	assert.Equal(t, []string{"one"}, column(got[1], "Name"))
	assert.Equal(t, 2.0, got[3].(object)["size"])
	assert.Equal(t, "text", got[3].(object)["description"])
	assert.Equal(t, []string{"s"}, column(got[5], "Name"))
	assert.Equal(t, 2.0, got[6].(object)["size"])
	assert.ElementsMatch(t, []string{"multiattach", "file", "__DEFAULT__"}, column(got[7], "Name"))
	assert.Equal(t, []string{"file"}, column(got[8], "Name"))
	assert.Equal(t, object{}, got[9].(object)["properties"])
	assert.Empty(t, got[10], "all are gone")
	assert.Equal(t, []string{"nova"}, column(got[11], "Zone Name"))
}
