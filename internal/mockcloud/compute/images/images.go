package images

import (
	"strconv"
	"strings"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// FitsVolume refuses a flavor with too little memory for the image, and a volume smaller (GiB) than the image's minimum;
// a size of 0 is not known yet.
func FitsVolume(f state.FlavorCopy, size int, image *state.Image) *pipeline.Fault {
	if f.RAM < image.MinRAM {
		return pipeline.BadRequest("Flavor's memory is too small for requested image.")
	}
	if size > 0 && image.MinDisk > size {
		return pipeline.BadRequest("Volume is smaller than the minimum size specified in image metadata. Volume size is %d "+
			"bytes, minimum size is %d bytes.",
			size*Gigabyte, image.MinDisk*Gigabyte)
	}
	return nil
}

// Visible finds an image by its id, nil when the caller can see none with it.
func Visible(x *pipeline.Exchange, id string) *state.Image {
	image := state.Images.Get(x.Txn, strings.ToLower(id))
	if image == nil || image.Visibility == "private" && image.Owner != x.Caller.ProjectID && !x.Caller.Admin() {
		return nil
	}
	return image
}

// CheckActive refuses an image that is not active.
func CheckActive(image *state.Image) *pipeline.Fault {
	if image.Status != "active" {
		return pipeline.BadRequest("Image %s is not active.", image.ID)
	}
	return nil
}

// Gigabyte is 1 GiB in bytes, the unit of disk sizes.
const Gigabyte = 1 << 30

// FitsFlavor refuses a flavor with too little memory or disk for the image; a flavor without a disk holds an image of any size.
func FitsFlavor(f state.FlavorCopy, image *state.Image) *pipeline.Fault {
	if f.RAM < image.MinRAM {
		return pipeline.BadRequest("Flavor's memory is too small for requested image.")
	}
	if f.Disk > 0 && f.Disk < image.MinDisk {
		return pipeline.BadRequest("Flavor's disk is smaller than the minimum size specified in image metadata. "+
			"Flavor disk is %d bytes, minimum size is %d bytes.", f.Disk*Gigabyte, image.MinDisk*Gigabyte)
	}
	if image.Size != nil && f.Disk > 0 && *image.Size > int64(f.Disk)*Gigabyte {
		return pipeline.BadRequest("Flavor's disk is too small for requested image. Flavor disk is %d bytes, image is %d bytes.",
			f.Disk*Gigabyte, *image.Size)
	}
	return nil
}

// KeptProperties answers what a server keeps of its image, all as text (2.98): the image's own properties, its formats, its id, and
// as smallest disk the flavor's.
func KeptProperties(image *state.Image, f state.FlavorCopy) map[string]string {
	disk := f.Disk
	if disk == 0 {
		disk = image.MinDisk
	}
	out := map[string]string{
		"min_ram": strconv.Itoa(image.MinRAM), "min_disk": strconv.Itoa(disk), "base_image_ref": image.ID,
	}
	if image.DiskFormat != nil {
		out["disk_format"] = *image.DiskFormat
	}
	if image.ContainerFormat != nil {
		out["container_format"] = *image.ContainerFormat
	}
	for k, v := range image.Properties {
		out[k] = v
	}
	return out
}
