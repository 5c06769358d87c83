package compute

import (
	"fmt"
	"slices"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
	"plumbline/openapi"
)

// sharedVolumes is the microversion from which a server can have a volume that others have too.
var sharedVolumes = openapi.MustVersion("2.60")

// createDisksTransformed refuses disks that go with no request of this kind, before any of them is looked at.
func createDisksTransformed(x *pipeline.Exchange) *pipeline.Fault {
	w := creating(x)
	image, _ := w.body["imageRef"].(string)
	for _, d := range w.disks {
		if image != "" && d.Destination == "volume" && stripped(d.Device) == rootName {
			return pipeline.BadRequest("The volume cannot be assigned the same device name as the root device %s", rootName)
		}
	}
	if w.diskFault != nil {
		return w.diskFault
	}
	if w.most > 1 && slices.ContainsFunc(w.disks, func(d state.BlockDevice) bool { return d.Source == "volume" }) {
		return pipeline.BadRequest("Cannot attach one or more volumes to multiple instances")
	}
	return nil
}

// createVolumesExist asks for all volumes that are named.
func createVolumesExist(x *pipeline.Exchange) *pipeline.Fault {
	for _, d := range creating(x).disks {
		if d.VolumeID != "" {
			if _, fault := volumeOf(x, d.VolumeID); fault != nil {
				return pipeline.BadRequest("%s", fault.Message)
			}
		}
	}
	return nil
}

// createBootOrder wants the places in the boot order to be 0, 1, 2 …
func createBootOrder(x *pipeline.Exchange) *pipeline.Fault {
	w := creating(x)
	if len(w.disks) == 0 {
		return nil
	}
	var places []int
	for _, d := range w.disks {
		if d.BootIndex != nil && *d.BootIndex >= 0 {
			places = append(places, *d.BootIndex)
		}
	}
	slices.Sort(places)
	for i, place := range places {
		if i != place {
			places = nil
		}
	}
	if len(places) == 0 {
		return badDisk("Boot sequence for the instance and image/block device mapping combination is not valid.")
	}
	return nil
}

// createDiskSources looks at each disk in turn: its type, what it is made from, and that a volume which exists can
// be reserved for the server.
func createDiskSources(x *pipeline.Exchange) *pipeline.Fault {
	w := creating(x)
	if len(w.disks) > 0 {
		w.firstID = x.Env.IDs.UUID()
	}
	for i := range w.disks {
		if fault := w.source(x, &w.disks[i]); fault != nil {
			return fault
		}
	}
	return nil
}

func (w *creation) source(x *pipeline.Exchange, d *state.BlockDevice) *pipeline.Fault {
	if d.VolumeType != "" {
		name := volumeTypeNamed(x, d.VolumeType)
		if name == "" {
			return pipeline.BadRequest("Volume type %s could not be found.", d.VolumeType)
		}
		d.VolumeType = name
	}
	switch {
	case d.ImageID != "":
		if imageFor(x, d.ImageID) == nil {
			return badDisk("failed to get image " + d.ImageID + ".")
		}
		if d.Destination == "volume" && d.Size == 0 {
			return pipeline.BadRequest("Images with destination_type 'volume' need to have a non-zero size specified")
		}
	case d.VolumeID != "":
		return w.take(x, d)
	case d.SnapshotID != "":
		s, fault := snapshotOf(x, d.SnapshotID)
		if fault != nil {
			return badDisk("failed to get snapshot " + d.SnapshotID + ".")
		}
		if d.Size == 0 {
			d.Size = s.Size
		}
	case d.Source == "blank" && d.Destination == "volume" && d.Size == 0:
		return pipeline.BadRequest("Blank volumes (source: 'blank', dest: 'volume') need to have non-zero size")
	}
	return nil
}

// take reserves a volume that exists.
func (w *creation) take(x *pipeline.Exchange, d *state.BlockDevice) *pipeline.Fault {
	v, fault := volumeOf(x, d.VolumeID)
	if fault != nil {
		return badDisk("failed to get volume " + d.VolumeID + ".")
	}
	if v.Multiattach && x.Version.Less(sharedVolumes) {
		return pipeline.BadRequest("Multiattach volumes are only supported starting with compute API version 2.60.")
	}
	id, fault := reserve(x, v.ID, w.firstID)
	if fault != nil {
		return pipeline.BadRequest("Invalid volume: %s", refusedByVolumes(x, fault))
	}
	d.AttachmentID, d.Size = id, v.Size
	return nil
}

// refusedByVolumes is how compute passes on what block storage said.
func refusedByVolumes(x *pipeline.Exchange, f *pipeline.Fault) string {
	return fmt.Sprintf("Invalid input received: %s (HTTP %d) (Request-ID: %s)", f.Message, f.Status, x.RequestID)
}

// volumeTypeNamed is the name of the volume type of an id or name, "" when there is none.
func volumeTypeNamed(x *pipeline.Exchange, wanted string) string {
	r := askVolumes(x, volumesAt, "GET", "/types", nil)
	types, _ := r.Get("volume_types").([]any)
	for _, t := range types {
		entry, _ := t.(map[string]any)
		name, _ := entry["name"].(string)
		if entry["id"] == wanted || name == wanted {
			return name
		}
	}
	return ""
}

// createLocalDisks bounds the disks that are on the host by what the flavor has.
func createLocalDisks(x *pipeline.Exchange) *pipeline.Fault {
	w := creating(x)
	ephemeral, swap, swaps := 0, 0, 0
	for _, d := range w.disks {
		switch {
		case d.Source != "blank" || d.Destination != "local":
		case d.GuestFormat == "swap":
			swap, swaps = d.Size, swaps+1
		case d.Size > 0:
			ephemeral += d.Size
		default:
			ephemeral += w.flavor.Ephemeral
		}
	}
	switch {
	case ephemeral > w.flavor.Ephemeral:
		return pipeline.BadRequest("Ephemeral disks requested are larger than the instance type allows. If no size is given in one block device mapping, flavor ephemeral size will be used.")
	case swaps > 1:
		return badDisk("More than one swap drive requested.")
	case swap > w.flavor.Swap:
		return pipeline.BadRequest("Swap drive requested is larger than instance type allows.")
	}
	return nil
}
