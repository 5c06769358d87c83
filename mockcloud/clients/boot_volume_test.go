package clients

import (
	"context"
	"testing"

	"plumbline/mockcloud"

	"github.com/gophercloud/gophercloud/v2"
	"github.com/gophercloud/gophercloud/v2/openstack"
	"github.com/gophercloud/gophercloud/v2/openstack/blockstorage/v3/volumes"
	"github.com/gophercloud/gophercloud/v2/openstack/compute/v2/instanceactions"
	"github.com/gophercloud/gophercloud/v2/openstack/compute/v2/servers"
	"github.com/gophercloud/gophercloud/v2/openstack/compute/v2/volumeattach"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func imageOf(volume any) any {
	metadata, _ := volume.(object)["volume_image_metadata"].(object)
	return metadata["image_name"]
}

func TestTheStockClientBootsFromVolumes(t *testing.T) {
	got := newSession(t).run("mock", "2.92",
		"volume create --image cirros-a --size 1 root -f json",
		"server create --volume root --flavor m1.tiny --nic none --wait one -f json",
		"server create --image cirros-b --boot-from-volume 2 --flavor m1.tiny --nic none --wait two -f json",
		"server volume list one -f json", "server volume list two -f json", "volume show root -f json", "volume list -f json",
		"volume create --size 1 data -f json", "server add volume two data -f json", "server volume list two -f json",
		"server remove volume two data", "server volume list two -f json",
		"server rebuild --image cirros-a --wait one -f json",
		"server delete --wait one two", "volume show root -f json", "server list -f json")
	require.Len(t, got, 14)
	assert.Equal(t, "N/A (booted from volume)", at(got, 1, "image"))
	assert.Equal(t, "ACTIVE", at(got, 2, "status"))
	root := got[5].(object)
	assert.Equal(t, []string{root["id"].(string)}, column(got[3], "Volume ID"))
	assert.Equal(t, "in-use", root["status"])
	assert.Equal(t, "true", root["bootable"])
	assert.Equal(t, "cirros-a", imageOf(root))
	assert.ElementsMatch(t, []string{"in-use", "in-use"}, column(got[6], "Status"))
	assert.Contains(t, []any{1.0, 2.0}, got[6].([]any)[0].(object)["Size"])
	assert.Len(t, column(got[9], "Device"), 2)
	assert.Len(t, column(got[10], "Device"), 1)
	assert.Equal(t, "available", at(got, 12, "status"), "the volume outlives its server")
	assert.Empty(t, got[13])
}

func TestANewerStockClientRebuildsABootVolume(t *testing.T) {
	s := newerSession(t)
	s.needs("server rebuild", "--reimage-boot-volume")
	got := s.run("mock-admin", "2.93",
		"server create --image cirros-a --boot-from-volume 1 --flavor m1.tiny --nic none --wait one -f json",
		"server volume list one -f json",
		"server rebuild --image cirros-b --reimage-boot-volume --wait one -f json",
		"server show one -f json", "server volume list one -f json", "volume list --long -f json")
	require.Len(t, got, 6)
	assert.Equal(t, "ACTIVE", at(got, 3, "status"))
	assert.Equal(t, column(got[1], "Volume ID"), column(got[4], "Volume ID"))
	assert.NotEqual(t, column(got[1], "Attachment ID"), column(got[4], "Attachment ID"), "it was attached anew")
	assert.Equal(t, []string{"in-use"}, column(got[5], "Status"))
	again := s.run("mock-admin", "2.93", "volume show "+column(got[4], "Volume ID")[0]+" -f json")
	assert.Equal(t, "cirros-b", imageOf(again[0]))
}

func TestGophercloudRebuildsABootVolume(t *testing.T) {
	ctx := context.Background()
	provider := login(t, mockcloud.Start(t), "member")
	compute, storage := client(t, openstack.NewComputeV2, provider), client(t, openstack.NewBlockStorageV3, provider)
	compute.Microversion = "2.93"
	before, after := imageNamed(t, provider, "cirros-a"), imageNamed(t, provider, "cirros-b")
	made, err := servers.Create(ctx, compute,
		servers.CreateOpts{Name: "vm", FlavorRef: "1", Networks: "none", BlockDevice: []servers.BlockDevice{{
			SourceType: servers.SourceImage, DestinationType: servers.DestinationVolume, UUID: before.ID, VolumeSize: 1, DeleteOnTermination: true,
		}}}, nil).Extract()
	require.NoError(t, err)
	require.NoError(t, servers.WaitForStatus(ctx, compute, made.ID, "ACTIVE"))
	attached := func() volumeattach.VolumeAttachment {
		pages, err := volumeattach.List(compute, made.ID).AllPages(ctx)
		require.NoError(t, err)
		all, err := volumeattach.ExtractVolumeAttachments(pages)
		require.NoError(t, err)
		require.Len(t, all, 1)
		return all[0]
	}
	root := attached()
	volume, err := volumes.Get(ctx, storage, root.VolumeID).Extract()
	require.NoError(t, err)
	assert.Equal(t, before.ID, volume.VolumeImageMetadata["image_id"])
	first := volume.Attachments[0].AttachmentID

	compute.Microversion = "2.92"
	_, err = servers.Rebuild(ctx, compute, made.ID, servers.RebuildOpts{ImageRef: after.ID}).Extract()
	assert.True(t, gophercloud.ResponseCodeIs(err, 400), "%v", err)
	compute.Microversion = "2.93"
	_, err = servers.Rebuild(ctx, compute, made.ID, servers.RebuildOpts{ImageRef: after.ID}).Extract()
	require.NoError(t, err)
	require.NoError(t, servers.WaitForStatus(ctx, compute, made.ID, "ACTIVE"))
	assert.Equal(t, root.VolumeID, attached().VolumeID)
	volume, err = volumes.Get(ctx, storage, root.VolumeID).Extract()
	require.NoError(t, err)
	assert.Equal(t, "in-use", volume.Status)
	assert.Equal(t, after.ID, volume.VolumeImageMetadata["image_id"])
	assert.NotEqual(t, first, volume.Attachments[0].AttachmentID, "it was attached anew")

	pages, err := instanceactions.List(compute, made.ID, nil).AllPages(ctx)
	require.NoError(t, err)
	actions, err := instanceactions.ExtractInstanceActions(pages)
	require.NoError(t, err)
	assert.Equal(t, "rebuild", actions[0].Action)
	require.NoError(t, servers.Delete(ctx, compute, made.ID).ExtractErr())
	_, err = volumes.Get(ctx, storage, root.VolumeID).Extract()
	assert.True(t, gophercloud.ResponseCodeIs(err, 404), "%v", err)
}
