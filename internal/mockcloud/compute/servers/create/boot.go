package create

import (
	"net/url"
	"strconv"

	"plumbline/internal/mockcloud/compute/disks"
	"plumbline/internal/mockcloud/compute/images"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// bootImage finds the image that a server boots from if imageRef names none: the image that its root volume is made from or contains.
// w.image stays nil if there is none (the root volume is blank).
func bootImage(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	if len(w.Request.Server.Certificates) > 0 {
		return pipeline.BadRequest("Image certificate validation is not supported when booting from volume")
	}
	d := w.root()
	if d == nil {
		return nil
	}
	volume := d.VolumeID
	switch {
	case d.ImageID != "":
		if w.image = images.Visible(x, d.ImageID); w.image == nil {
			return badDisk("failed to get image " + d.ImageID + ".")
		}
		return nil
	case d.SnapshotID != "":
		s, fault := snapshotOf(x, d.SnapshotID)
		if fault != nil {
			return pipeline.BadRequest("%s", fault.Message)
		}
		volume = s.VolumeID
	case volume == "":
		return nil
	}
	v, fault := disks.VolumeOf(x, volume)
	switch {
	case fault != nil:
		return badDisk("failed to get volume " + volume + ".")
	case !v.Bootable:
		return pipeline.BadRequest("Block Device %s is not bootable.", volume)
	}
	w.image = imageOn(v)
	return nil
}

// snapshotOf fetches a snapshot of a volume from block storage.
func snapshotOf(x *pipeline.Exchange, id string) (*state.VolumeSnapshot, *pipeline.Fault) {
	r := disks.CallBlockStorage(x, disks.VolumesAt, "GET", "/snapshots/"+url.PathEscape(id), nil)
	s := state.VolumeSnapshots.Get(x.Txn, r.Text("snapshot", "id"))
	if !r.OK() || s == nil {
		return nil, pipeline.NotFound("Snapshot %s could not be found.", id)
	}
	return s, nil
}

// imageOn makes an image of a volume's image metadata, complete enough for the checks of an image. Its size is the volume's.
func imageOn(v *state.Volume) *state.Image {
	size := int64(v.Size) * images.Gigabyte
	image := &state.Image{ID: v.ImageMetadata["image_id"], Status: "active", Size: &size, Properties: map[string]string{}}
	image.MinDisk, _ = strconv.Atoi(v.ImageMetadata["min_disk"])
	image.MinRAM, _ = strconv.Atoi(v.ImageMetadata["min_ram"])
	for name, value := range v.ImageMetadata {
		if !imageAttributes[name] {
			image.Properties[name] = value
		}
	}
	return image
}

// imageAttributes lists the image's attributes in a volume's image metadata; the rest are the image's properties.
var imageAttributes = map[string]bool{
	"image_id": true, "image_name": true, "size": true, "checksum": true,
	"container_format": true, "disk_format": true, "min_ram": true, "min_disk": true,
}
