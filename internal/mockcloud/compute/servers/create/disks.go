package create

import (
	"cmp"
	"strings"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// rootName is the name in requests of the device that a server boots from.
const rootName = "vda"

// createDisks reads the requested disks, in either of the two forms.
func createDisks(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	r := &w.Request.Server
	if len(r.LegacyDisks) > 0 && len(r.Disks) > 0 {
		return pipeline.BadRequest("Using different block_device_mapping syntaxes is not allowed in the same request.")
	}
	w.oldForm = len(r.LegacyDisks) > 0
	for _, entry := range append(r.LegacyDisks, r.Disks...) {
		read := entry.disk
		if w.oldForm {
			read = entry.legacyDisk
		}
		d, fault := read(r.Image != "")
		if fault != nil && !w.oldForm {
			return fault
		}
		if w.diskFault = cmp.Or(w.diskFault, fault); fault == nil && d != nil {
			w.disks = append(w.disks, *d)
		}
	}
	w.findRoot(r.Image)
	if len(r.LegacyDisks)+len(r.Disks) == 0 {
		return nil
	}
	return x.Demand("os_compute_api:servers:create:attach_volume")
}

// findRoot sets the boot order of disks in the old form, which follows from their names.
func (w *creation) findRoot(image string) {
	if !w.oldForm {
		return
	}
	none, first := -1, 0
	for i := range w.disks {
		d := &w.disks[i]
		d.BootIndex = &none
		if d.Source != "blank" && stripped(d.Device) == rootName {
			d.BootIndex = &first
		}
	}
	if w.root() == nil && image != "" {
		w.disks = append([]state.BlockDevice{{Source: "image", Destination: "local", ImageID: image, BootIndex: &first}}, w.disks...)
	}
}

// root is the disk to boot from, nil when none is named.
func (w *creation) root() *state.BlockDevice {
	for i := range w.disks {
		if w.disks[i].Root() {
			return &w.disks[i]
		}
	}
	return nil
}

// fromVolume tells whether the new servers will boot from a volume.
func (w *creation) fromVolume() bool {
	r := w.root()
	return r != nil && r.Destination == "volume"
}

func stripped(device string) string { return strings.TrimPrefix(device, "/dev/") }

func prefixed(device string) string {
	if device == "" || strings.HasPrefix(device, "/") {
		return device
	}
	return "/dev/" + device
}

func badDisk(details string) *pipeline.Fault {
	return pipeline.BadRequest("Block Device Mapping is Invalid: %s", details)
}

// disk reads an entry of block_device_mapping_v2; nil for an entry that removes a device.
func (r diskRequest) disk(imageGiven bool) (*state.BlockDevice, *pipeline.Fault) {
	if r.TakesAway {
		return nil, nil
	}
	d := r.commonDevice()
	d.Source, d.Destination, d.ImageID, d.VolumeType = r.Source, r.Destination, r.ImageID, r.VolumeType
	d.DiskBus, d.DeviceType, d.GuestFormat = r.DiskBus, r.DeviceType, r.GuestFormat
	d.Tag, d.BootIndex = r.Tag.Pointer(), r.BootIndex.orNil()
	switch {
	case d.Source == "blank" && r.ID != "":
		return nil, badDisk("Invalid device UUID.")
	case d.Source != "blank" && r.ID == "":
		return nil, badDisk("Missing device UUID.")
	case d.Source == "image" && d.Destination == "local" && !(imageGiven && d.Root()):
		return nil, badDisk("Mapping image to local is not supported.")
	case d.Destination == "local" && d.VolumeType != "":
		return nil, badDisk("Specifying a volume_type with destination_type=local is not supported.")
	case d.Source == "volume" && d.VolumeType != "":
		return nil, badDisk("Specifying volume type to existing volume is not supported.")
	}
	switch d.Source {
	case "image":
		d.ImageID = r.ID
	case "volume":
		d.VolumeID = r.ID
	case "snapshot":
		d.SnapshotID = r.ID
	case "":
		return nil, badDisk("Some required fields are missing")
	}
	return &d, nil
}

// legacyDisk reads an entry of block_device_mapping.
func (r diskRequest) legacyDisk(bool) (*state.BlockDevice, *pipeline.Fault) {
	d := r.commonDevice()
	switch {
	case r.Virtual == "swap" || strings.HasPrefix(r.Virtual, "ephemeral"):
		d.Source, d.Destination, d.DeleteOnTermination = "blank", "local", true
		if r.Virtual == "swap" {
			d.GuestFormat = r.Virtual
		}
	case d.SnapshotID != "":
		d.Source, d.Destination = "snapshot", "volume"
	case d.VolumeID != "":
		d.Source, d.Destination = "volume", "volume"
	case bool(r.TakesAway):
		return nil, nil
	default:
		return nil, badDisk("Unrecognized legacy format.")
	}
	return &d, nil
}

// commonDevice reads the fields that both forms have.
func (r diskRequest) commonDevice() state.BlockDevice {
	return state.BlockDevice{
		VolumeID: r.VolumeID, SnapshotID: r.SnapshotID, Device: prefixed(r.Device), Size: r.Size.or(0),
		DeleteOnTermination: bool(r.DeleteOnTermination),
	}
}
