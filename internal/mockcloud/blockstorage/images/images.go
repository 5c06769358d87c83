package images

import (
	"maps"
	"net/url"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// FindByRef finds an image that the caller names by id (which may be the end of a URL) or by name, with a request to the image
// service in the caller's name. Nil when there is none.
func FindByRef(x *pipeline.Exchange, ref string) *state.Image {
	if id := ref[strings.LastIndexByte(ref, '/')+1:]; uuid.Validate(id) == nil {
		if i, seen := findShown(x, id); seen {
			return i
		}
	}
	if ref == "" {
		return nil
	}
	var found struct {
		Images []struct {
			ID string `json:"id"`
		} `json:"images"`
	}
	body.Read(get(x, "/images?name="+url.QueryEscape(ref)).Object(), &found)
	if len(found.Images) == 0 {
		return nil
	}
	return state.Images.Get(x.Txn, found.Images[0].ID)
}

// Find finds an image by id, if the image service shows it to the caller.
func Find(x *pipeline.Exchange, id string) (*state.Image, *pipeline.Fault) {
	if i, _ := findShown(x, id); i != nil {
		return i, nil
	}
	return nil, NotFound(id)
}

// NotFound is the fault for an image that does not exist.
func NotFound(id string) *pipeline.Fault {
	return pipeline.NotFound("Image %s could not be found.", id)
}

// findShown finds an image by id; seen tells whether the image service shows it to the caller.
func findShown(x *pipeline.Exchange, id string) (i *state.Image, seen bool) {
	if !get(x, "/images/"+id).OK() {
		return nil, false
	}
	return state.Images.Get(x.Txn, id), true
}

func get(x *pipeline.Exchange, path string) pipeline.Reply {
	return x.Call(pipeline.Call{Service: openapi.Image, Method: "GET", Path: path})
}

// CheckFits refuses images that are not active or too large for a volume of a size (GiB).
func CheckFits(i *state.Image, size int) *pipeline.Fault {
	const gib = 1 << 30
	switch {
	case i.Status != "active":
		return record.InvalidInput("Image %s is not active.", i.ID)
	case i.Size != nil && *i.Size > int64(size)*gib:
		return record.InvalidInput("Size of specified image %dGB is larger than volume size %dGB.", (*i.Size+gib-1)/gib, size)
	case i.MinDisk > size:
		return record.InvalidInput("Volume size %dGB cannot be smaller than the image minDisk size %dGB.", size, i.MinDisk)
	}
	return nil
}

// imageMetadata is the image metadata of a volume with the image on it.
func imageMetadata(i *state.Image) map[string]string {
	out := map[string]string{}
	maps.Copy(out, i.Properties)
	out["image_id"], out["min_disk"], out["min_ram"] = i.ID, strconv.Itoa(i.MinDisk), strconv.Itoa(i.MinRAM)
	for key, value := range map[string]*string{"image_name": i.Name, "disk_format": i.DiskFormat, "container_format": i.ContainerFormat} {
		if value != nil {
			out[key] = *value
		}
	}
	if i.Checksum != "" {
		out["checksum"] = i.Checksum
	}
	if i.Size != nil {
		out["size"] = strconv.FormatInt(*i.Size, 10)
	}
	return out
}
