package lifecycles

import (
	"fmt"

	"github.com/gophercloud/gophercloud/v2/openstack/blockstorage/v3/qos"
	"github.com/gophercloud/gophercloud/v2/openstack/blockstorage/v3/quotasets"
	"github.com/gophercloud/gophercloud/v2/openstack/blockstorage/v3/snapshots"
	"github.com/gophercloud/gophercloud/v2/openstack/blockstorage/v3/volumes"
	"github.com/gophercloud/gophercloud/v2/openstack/blockstorage/v3/volumetypes"
)

func readVolume(w *world, id string) error {
	return failed(volumes.Get(w.ctx, w.storage, id).Extract())
}

func removeVolume(w *world, id string) error {
	return volumes.Delete(w.ctx, w.storage, id, nil).ExtractErr()
}

// readyVolume waits until a volume rests.
func readyVolume(w *world, id string) error {
	var status string
	err := w.until(func() bool {
		v, err := volumes.Get(w.ctx, w.storage, id).Extract()
		if err == nil {
			status = v.Status
		}
		return err == nil && (status == "available" || status == "in-use" || status == "error")
	})
	if err == nil && status == "error" {
		return fmt.Errorf("volume %s is in error", id)
	}
	return err
}

// aVolume is an available one of 1 GiB.
func (w *world) aVolume() string {
	w.t.Helper()
	id, err := made(volumes.Create(w.ctx, w.storage, volumes.CreateOpts{Name: w.named("source"), Size: 1}, nil).Extract())
	w.keep(id, err, func(id string) error {
		if err := removeVolume(w, id); err != nil {
			return err
		}
		return w.until(func() bool { return gone(readVolume(w, id)) })
	})
	if err := readyVolume(w, id); err != nil {
		w.t.Fatal(err)
	}
	return id
}

func (w *world) aVolumeType() string {
	w.t.Helper()
	id, err := made(volumetypes.Create(w.ctx, w.admin.storage, volumetypes.CreateOpts{Name: w.named("type")}).Extract())
	return w.keep(id, err, func(id string) error { return volumetypes.Delete(w.ctx, w.admin.storage, id).ExtractErr() })
}

func changeVolume(opts volumes.UpdateOpts) func(*world, string) error {
	return func(w *world, id string) error { return failed(volumes.Update(w.ctx, w.storage, id, opts).Extract()) }
}

func readySnapshot(w *world, id string) error {
	return w.until(func() bool {
		s, err := snapshots.Get(w.ctx, w.storage, id).Extract()
		return err == nil && s.Status == "available"
	})
}

func encrypted(w *world, id string) error {
	e, err := volumetypes.GetEncryption(w.ctx, w.storage, id).Extract()
	if err == nil && e.EncryptionID == "" {
		return errNone
	}
	return err
}

var storageRows = []resource{
	{
		name: "volume", ready: readyVolume,
		create: func(w *world) (string, error) {
			return made(volumes.Create(w.ctx, w.storage, volumes.CreateOpts{
				Size: 1, Name: w.named("volume"), Description: "a volume", AvailabilityZone: "nova", Metadata: map[string]string{"a": "b", "c": "d"},
				VolumeType: "file",
			}, nil).Extract())
		},
		read: readVolume, remove: removeVolume,
		updates: []update{
			{name: "rename", change: changeVolume(volumes.UpdateOpts{
				Name: on("renamed"), Description: on(""), Metadata: map[string]string{"c": "e"},
			})},
			{name: "no name", change: changeVolume(volumes.UpdateOpts{Name: on("")})},
			{name: "extend", change: func(w *world, id string) error {
				return volumes.ExtendSize(w.ctx, w.storage, id, volumes.ExtendSizeOpts{NewSize: 2}).ExtractErr()
			}, follows: []string{"size"}, shown: func(any) any { return map[string]any{"size": 2.0} }},
			{
				name: "retype", change: func(w *world, id string) error {
					return volumes.ChangeType(w.ctx, w.storage, id, volumes.ChangeTypeOpts{NewType: "multiattach", MigrationPolicy: "never"}).ExtractErr()
				}, follows: []string{"volume_type_id", "volume_type", "multiattach", "status"},
				shown: func(any) any { return map[string]any{"multiattach": true, "volume_type": "multiattach"} },
			},
			{name: "bootable", change: func(w *world, id string) error {
				return volumes.SetBootable(w.ctx, w.storage, id, volumes.BootableOpts{Bootable: true}).ExtractErr()
			}, follows: []string{"bootable"}, shown: func(any) any { return map[string]any{"bootable": "true"} }},
		},
	},
	{
		name: "volume of an image", ready: readyVolume,
		create: func(w *world) (string, error) {
			return made(volumes.Create(w.ctx, w.storage, volumes.CreateOpts{Size: 1, ImageID: w.imageNamed("cirros-a")}, nil).Extract())
		},
		hidden: []string{"imageRef"}, read: readVolume, remove: removeVolume,
		apart: []string{"checksum", "size", "container_format", "disk_format", "volume_image_metadata"}, // the clouds' images are not the same
	},
	{
		name: "volume of a volume", ready: readyVolume,
		create: func(w *world) (string, error) {
			return made(volumes.Create(w.ctx, w.storage, volumes.CreateOpts{Size: 2, SourceVolID: w.aVolume()}, nil).Extract())
		},
		read: readVolume, remove: removeVolume,
	},
	{
		name: "volume of a snapshot", ready: readyVolume,
		create: func(w *world) (string, error) {
			id, err := made(snapshots.Create(w.ctx, w.storage, snapshots.CreateOpts{VolumeID: w.aVolume()}).Extract())
			w.keep(id, err, func(id string) error {
				if err := snapshots.Delete(w.ctx, w.storage, id).ExtractErr(); err != nil {
					return err
				}
				return w.until(func() bool { return gone(failed(snapshots.Get(w.ctx, w.storage, id).Extract())) })
			})
			if err := readySnapshot(w, id); err != nil {
				return "", err
			}
			return made(volumes.Create(w.ctx, w.storage, volumes.CreateOpts{Size: 1, SnapshotID: id}, nil).Extract())
		},
		read: readVolume, remove: removeVolume,
	},
	{
		name: "snapshot", ready: readySnapshot, hidden: []string{"force"},
		create: func(w *world) (string, error) {
			return made(snapshots.Create(w.ctx, w.storage, snapshots.CreateOpts{
				VolumeID: w.aVolume(), Name: w.named("snapshot"), Description: "a snapshot", Metadata: map[string]string{"a": "b"},
			}).Extract())
		},
		read: func(w *world, id string) error { return failed(snapshots.Get(w.ctx, w.storage, id).Extract()) },
		updates: []update{
			{name: "rename", change: func(w *world, id string) error {
				return failed(snapshots.Update(w.ctx, w.storage, id, snapshots.UpdateOpts{Name: on("renamed"), Description: on("")}).Extract())
			}},
			{name: "metadata", change: func(w *world, id string) error {
				return failed(snapshots.UpdateMetadata(w.ctx, w.storage, id, snapshots.UpdateMetadataOpts{Metadata: map[string]any{"c": "d"}}).
					ExtractMetadata())
			}, shown: func(sent any) any { return map[string]any{"metadata": sent} }},
		},
		remove: func(w *world, id string) error { return snapshots.Delete(w.ctx, w.storage, id).ExtractErr() },
	},
	{
		name: "volume type", admin: true,
		create: func(w *world) (string, error) {
			return made(volumetypes.Create(w.ctx, w.storage, volumetypes.CreateOpts{
				Name: w.named("type"), Description: "a type", IsPublic: on(false), ExtraSpecs: map[string]string{"volume_backend_name": "file"},
			}).Extract())
		},
		read: func(w *world, id string) error { return failed(volumetypes.Get(w.ctx, w.storage, id).Extract()) },
		updates: []update{
			{name: "change", change: func(w *world, id string) error {
				return failed(volumetypes.Update(w.ctx, w.storage, id, volumetypes.UpdateOpts{
					Name: on(w.named("renamed")), Description: on("another"), IsPublic: on(true),
				}).Extract())
			}, follows: []string{"os-volume-type-access:is_public"}},
			{name: "specs", change: func(w *world, id string) error {
				return failed(volumetypes.CreateExtraSpecs(w.ctx, w.storage, id, volumetypes.ExtraSpecsOpts{"capabilities": "gpu"}).Extract())
			}, follows: []string{"extra_specs"}, shown: func(any) any {
				return map[string]any{"extra_specs": map[string]any{"capabilities": "gpu", "volume_backend_name": "file"}}
			}},
		},
		remove: func(w *world, id string) error { return volumetypes.Delete(w.ctx, w.storage, id).ExtractErr() },
	},
	{
		name: "encryption of a volume type", admin: true, gone: errNone,
		create: func(w *world) (string, error) {
			id := w.aVolumeType()
			return id, failed(volumetypes.CreateEncryption(w.ctx, w.storage, id, volumetypes.CreateEncryptionOpts{
				KeySize: 256, Provider: "luks", ControlLocation: "front-end", Cipher: "aes-xts-plain64",
			}).Extract())
		},
		read: encrypted,
		updates: []update{{name: "change", change: func(w *world, id string) error {
			e, err := volumetypes.GetEncryption(w.ctx, w.storage, id).Extract()
			if err != nil {
				return err
			}
			return failed(volumetypes.UpdateEncryption(w.ctx, w.storage, id, e.EncryptionID, volumetypes.UpdateEncryptionOpts{
				KeySize: 128, Provider: "luks2", ControlLocation: "back-end", Cipher: "aes-cbc",
			}).Extract())
		}}},
		remove: func(w *world, id string) error {
			e, err := volumetypes.GetEncryption(w.ctx, w.storage, id).Extract()
			if err != nil {
				return err
			}
			return volumetypes.DeleteEncryption(w.ctx, w.storage, id, e.EncryptionID).ExtractErr()
		},
	},
	{
		name: "quality of service of volumes", admin: true,
		create: func(w *world) (string, error) {
			return made(qos.Create(w.ctx, w.storage, qos.CreateOpts{
				Name: w.named("qos"), Consumer: qos.ConsumerBack, Specs: map[string]string{"read_iops_sec": "100", "write_iops_sec": "50"},
			}).Extract())
		},
		shown: specs,
		read:  func(w *world, id string) error { return failed(qos.Get(w.ctx, w.storage, id).Extract()) },
		updates: []update{{name: "change", change: func(w *world, id string) error {
			return failed(qos.Update(w.ctx, w.storage, id, qos.UpdateOpts{
				Consumer: qos.ConsumerFront, Specs: map[string]string{"read_iops_sec": "200"},
			}).Extract())
		}, follows: []string{"specs"}}},
		remove: func(w *world, id string) error {
			return qos.Delete(w.ctx, w.storage, id, qos.DeleteOpts{}).ExtractErr()
		},
	},
	{
		name: "quotas of volumes", admin: true, stays: true, hidden: []string{"force"},
		create: func(w *world) (string, error) {
			id := w.aProject()
			return id, failed(quotasets.Update(w.ctx, w.storage, id, quotasets.UpdateOpts{
				Volumes: on(1), Snapshots: on(2), Gigabytes: on(3), PerVolumeGigabytes: on(4), Backups: on(5), BackupGigabytes: on(6), Groups: on(7),
				Extra: map[string]any{"volumes_file": 8, "gigabytes_file": 9, "snapshots_file": -1},
			}).Extract())
		},
		read: func(w *world, id string) error { return failed(quotasets.Get(w.ctx, w.storage, id).Extract()) },
		updates: []update{{name: "raise", change: func(w *world, id string) error {
			return failed(quotasets.Update(w.ctx, w.storage, id, quotasets.UpdateOpts{Volumes: on(-1), Gigabytes: on(0)}).Extract())
		}}},
		remove: func(w *world, id string) error { return quotasets.Delete(w.ctx, w.storage, id).ExtractErr() },
	},
}

// specs puts the keys that are specifications into an object of their own, as they are read.
func specs(sent any) any {
	m, all := map[string]any{}, map[string]any{}
	for k, v := range sent.(map[string]any) {
		if k == "name" || k == "consumer" {
			m[k] = v
		} else {
			all[k] = v
		}
	}
	m["specs"] = all
	return m
}
