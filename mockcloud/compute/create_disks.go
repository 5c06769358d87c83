package compute

import (
	"cmp"
	"strconv"
	"strings"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// rootName is what the device that a server boots from is called in requests.
const rootName = "vda"

// createDisks reads the disks that were asked for, in either of the two forms.
func createDisks(x *pipeline.Exchange) *pipeline.Fault {
	w := creating(x)
	legacy, _ := w.body["block_device_mapping"].([]any)
	given, _ := w.body["block_device_mapping_v2"].([]any)
	if len(legacy) > 0 && len(given) > 0 {
		return pipeline.BadRequest("Using different block_device_mapping syntaxes is not allowed in the same request.")
	}
	image, _ := w.body["imageRef"].(string)
	w.oldForm = len(legacy) > 0
	for _, g := range append(legacy, given...) {
		entry, _ := g.(map[string]any)
		read := readDisk
		if w.oldForm {
			read = readLegacyDisk
		}
		d, fault := read(entry, image != "")
		if fault != nil && !w.oldForm {
			return fault
		}
		if w.diskFault = cmp.Or(w.diskFault, fault); fault == nil && d != nil {
			w.disks = append(w.disks, *d)
		}
	}
	w.findRoot(image)
	if len(legacy)+len(given) == 0 {
		return nil
	}
	return x.Demand("os_compute_api:servers:create:attach_volume")
}

// findRoot gives the disks of the old form the boot order that follows from their names.
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

// root is the disk that is booted from, nil when none is named.
func (w *creation) root() *state.BlockDevice {
	for i := range w.disks {
		if w.disks[i].Root() {
			return &w.disks[i]
		}
	}
	return nil
}

// fromVolume tells whether the servers are going to boot from a volume.
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

// readDisk reads an entry of block_device_mapping_v2; nil for one that takes a device away.
func readDisk(entry map[string]any, imageGiven bool) (*state.BlockDevice, *pipeline.Fault) {
	if entry["no_device"] != nil && entry["no_device"] != false {
		return nil, nil
	}
	d := commonDisk(entry)
	setText(entry, "source_type", &d.Source)
	setText(entry, "destination_type", &d.Destination)
	setText(entry, "image_id", &d.ImageID)
	setText(entry, "volume_type", &d.VolumeType)
	setText(entry, "disk_bus", &d.DiskBus)
	setText(entry, "device_type", &d.DeviceType)
	setText(entry, "guest_format", &d.GuestFormat)
	setTextOrNull(entry, "tag", &d.Tag)
	d.BootIndex = bootIndex(entry["boot_index"])
	id, _ := entry["uuid"].(string)
	switch {
	case d.Source == "blank" && id != "":
		return nil, badDisk("Invalid device UUID.")
	case d.Source != "blank" && id == "":
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
		d.ImageID = id
	case "volume":
		d.VolumeID = id
	case "snapshot":
		d.SnapshotID = id
	case "":
		return nil, badDisk("Some required fields are missing")
	}
	return &d, nil
}

// readLegacyDisk reads an entry of block_device_mapping.
func readLegacyDisk(entry map[string]any, _ bool) (*state.BlockDevice, *pipeline.Fault) {
	d := commonDisk(entry)
	virtual, _ := entry["virtual_name"].(string)
	switch {
	case virtual == "swap" || strings.HasPrefix(virtual, "ephemeral"):
		d.Source, d.Destination, d.DeleteOnTermination = "blank", "local", true
		if virtual == "swap" {
			d.GuestFormat = virtual
		}
	case d.SnapshotID != "":
		d.Source, d.Destination = "snapshot", "volume"
	case d.VolumeID != "":
		d.Source, d.Destination = "volume", "volume"
	case entry["no_device"] != nil && entry["no_device"] != false:
		return nil, nil
	default:
		return nil, badDisk("Unrecognized legacy format.")
	}
	return &d, nil
}

// commonDisk reads what both forms have.
func commonDisk(entry map[string]any) (d state.BlockDevice) {
	setText(entry, "volume_id", &d.VolumeID)
	setText(entry, "snapshot_id", &d.SnapshotID)
	setText(entry, "device_name", &d.Device)
	d.Device = prefixed(d.Device)
	d.Size = count(entry["volume_size"], 0)
	d.DeleteOnTermination = truth(entry["delete_on_termination"])
	return d
}

// bootIndex reads a place in the boot order, which may be written as a text; nil for null and nothing.
func bootIndex(v any) *int {
	switch v := v.(type) {
	case float64:
		n := int(v)
		return &n
	case string:
		if n, err := strconv.Atoi(v); err == nil {
			return &n
		}
	}
	return nil
}
