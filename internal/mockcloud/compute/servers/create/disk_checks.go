package create

import (
	"fmt"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/compute/disks"
	"plumbline/internal/mockcloud/compute/images"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// disksTransformed refuses disks that this kind of request does not allow, before any of them is checked by itself.
func disksTransformed(_ *pipeline.Exchange, w *creation) *pipeline.Fault {
	for _, d := range w.disks {
		if w.Request.Server.Image != "" && d.Destination == "volume" && stripped(d.Device) == rootName {
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

// volumesExist refuses volumes that block storage does not have.
func volumesExist(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	for _, d := range w.disks {
		if d.VolumeID != "" {
			if _, fault := disks.VolumeOf(x, d.VolumeID); fault != nil {
				return pipeline.BadRequest("%s", fault.Message)
			}
		}
	}
	return nil
}

// zoneOfVolumes demands that the volumes that are there have one zone, the server's, if the deployment does. A server without a zone gets
// theirs, unless that is the default one.
func zoneOfVolumes(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	if x.Env.Settings().CrossAZAttach {
		return nil
	}
	var zones []string
	for _, d := range w.disks {
		if v := state.Volumes.Get(x.Txn, d.VolumeID); v != nil {
			zones = append(zones, v.Zone)
		}
	}
	const mismatch = "The availability zone between the server and its attached volumes do not match: %s."
	switch {
	case len(zones) == 0:
		return nil
	case len(slices.Compact(slices.Sorted(slices.Values(zones)))) > 1:
		return pipeline.BadRequest(mismatch, "Volumes are in different availability zones: "+strings.Join(zones, ","))
	case w.zone == nil && zones[0] != state.DefaultZone:
		w.zone = &zones[0]
	case w.zone != nil && *w.zone != zones[0]:
		return pipeline.BadRequest(mismatch, fmt.Sprintf(
			"Server and volumes are not in the same availability zone. Server is in: %s. Volumes are in: %s", *w.zone, zones[0]))
	}
	return nil
}

// bootOrder refuses boot indexes other than 0, 1, 2 …
func bootOrder(_ *pipeline.Exchange, w *creation) *pipeline.Fault {
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

// diskSources checks each disk in turn: its type, its source, and that an existing volume can be reserved for the server.
func diskSources(x *pipeline.Exchange, w *creation) *pipeline.Fault {
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
		if images.Visible(x, d.ImageID) == nil {
			return badDisk("failed to get image " + d.ImageID + ".")
		}
		if d.Destination == "volume" && d.Size == 0 {
			return pipeline.BadRequest("Images with destination_type 'volume' need to have a non-zero size specified")
		}
	case d.VolumeID != "":
		return w.reserveVolume(x, d)
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

// reserveVolume reserves an existing volume.
func (w *creation) reserveVolume(x *pipeline.Exchange, d *state.BlockDevice) *pipeline.Fault {
	v, fault := disks.VolumeOf(x, d.VolumeID)
	if fault != nil {
		return badDisk("failed to get volume " + d.VolumeID + ".")
	}
	if v.Multiattach && x.Version.Less(disks.SharedVolumes) {
		return pipeline.BadRequest("Multiattach volumes are only supported starting with compute API version 2.60.")
	}
	id, fault := disks.Reserve(x, v.ID, w.firstID)
	if fault != nil {
		return pipeline.BadRequest("Invalid volume: %s", disks.RefusedByVolumes(x, fault))
	}
	d.AttachmentID, d.Size = id, v.Size
	return nil
}

// volumeTypes is block storage's list of volume types.
type volumeTypes struct {
	Types []struct {
		ID   string `json:"id"`
		Name string `json:"name"`
	} `json:"volume_types"`
}

// volumeTypeNamed finds the name of a volume type by id or name, "" when there is none.
func volumeTypeNamed(x *pipeline.Exchange, wanted string) string {
	var known volumeTypes
	disks.CallBlockStorage(x, disks.VolumesAt, "GET", "/types", nil).Read(&known)
	for _, t := range known.Types {
		if t.ID == wanted || t.Name == wanted {
			return t.Name
		}
	}
	return ""
}

// localDisks refuses local disks larger than the flavor allows.
func localDisks(_ *pipeline.Exchange, w *creation) *pipeline.Fault {
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
		return pipeline.BadRequest("Ephemeral disks requested are larger than the instance type allows. If no size is given " +
			"in one block device mapping, flavor ephemeral size will be used.")
	case swaps > 1:
		return badDisk("More than one swap drive requested.")
	case swap > w.flavor.Swap:
		return pipeline.BadRequest("Swap drive requested is larger than instance type allows.")
	}
	return nil
}
