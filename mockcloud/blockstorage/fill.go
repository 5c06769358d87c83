package blockstorage

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"strconv"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
	"plumbline/openapi"
)

// Host is where all volumes are, with the pool.
const Host = "controller@file#file"

// imageOfSnapshot is the first microversion that makes volumes of images that stand for a snapshot.
var imageOfSnapshot = openapi.MustVersion("3.46")

// filling says what a new volume is made of: one of them, or nothing.
type filling struct{ Volume, Snapshot, Image string }

var volumeWork = map[string]pipeline.Async{
	"volumes.created": {
		Steps: []pipeline.Step{
			{Name: "find a host", Run: findHost},
			{Name: "take what is on the source", Run: fill},
		},
		Failed: failed,
	},
	"volumes.filled": {
		Steps: []pipeline.Step{
			{Name: "unpack the image", Run: unpackFirstImage},
			{Name: "write the image", Run: fillFromImage},
		},
		Failed: failed,
	},
	"volumes.deleted": {Steps: []pipeline.Step{{Name: "delete the volume", Run: removeVolume}}},
}

// dueVolume is the volume that work is about, nil when it is gone.
func dueVolume(x *pipeline.Exchange) *state.Volume { return state.Volumes.Get(x.Txn, x.Event.Resource) }

// failed puts a volume into error.
func failed(x *pipeline.Exchange, _ *pipeline.Fault) {
	if v := dueVolume(x); v != nil {
		put(x, v, func(v *state.Volume) { v.Status = state.VolumeError })
	}
}

func findHost(x *pipeline.Exchange) *pipeline.Fault {
	if v := dueVolume(x); v != nil {
		put(x, v, func(v *state.Volume) { v.Host = Host })
	}
	return nil
}

// fill makes the volume what its source is; from an image it takes a second piece of work.
func fill(x *pipeline.Exchange) *pipeline.Fault {
	v := dueVolume(x)
	if v == nil {
		return nil
	}
	from := pipeline.Payload[filling](x)
	if from.Image != "" {
		put(x, v, func(v *state.Volume) { v.Status = state.VolumeDownloading })
		x.Later("volumes.filled", v.ID, from)
		return nil
	}
	content, metadata, bootable := "blank "+v.ID, map[string]string(nil), false
	switch {
	case from.Volume != "":
		source := state.Volumes.Get(x.Txn, from.Volume)
		if source == nil {
			return noVolume(from.Volume)
		}
		content, metadata, bootable = source.Content, source.ImageMetadata, source.Bootable
	case from.Snapshot != "":
		source := state.VolumeSnapshots.Get(x.Txn, from.Snapshot)
		if source == nil {
			return noSnapshot(from.Snapshot)
		}
		content, metadata, bootable = source.Content, source.ImageMetadata, source.Bootable
	}
	put(x, v, func(v *state.Volume) {
		v.Status, v.Content, v.ImageMetadata, v.Bootable = state.VolumeAvailable, content, maps.Clone(metadata), bootable
	})
	return nil
}

func fillFromImage(x *pipeline.Exchange) *pipeline.Fault {
	v := dueVolume(x)
	if v == nil {
		return nil
	}
	id := pipeline.Payload[filling](x).Image
	i := state.Images.Get(x.Txn, id)
	if i == nil {
		return pipeline.NotFound("Image %s could not be found.", id)
	}
	put(x, v, func(v *state.Volume) {
		v.Status = state.VolumeAvailable
		write(x, v, i)
		v.ImageMetadata["signature_verified"] = "False"
	})
	return nil
}

// write puts an image on a volume: what was there is gone (contract 40, BFV-19).
func write(x *pipeline.Exchange, v *state.Volume, i *state.Image) {
	v.Content, v.Bootable, v.ImageMetadata = i.Content(), true, imageMetadata(i)
	if s := state.VolumeSnapshots.Get(x.Txn, snapshotOf(i)); s != nil {
		v.Content = s.Content
	}
}

// imageMetadata is what a volume knows of the image on it.
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

// snapshotOf answers the id of the snapshot that an image stands for, "" for images with data of their own: compute
// writes block devices into a property of the image, the boot device first.
func snapshotOf(i *state.Image) string {
	if i.Size != nil && *i.Size > 0 {
		return ""
	}
	var devices []map[string]any
	if json.Unmarshal([]byte(i.Properties["block_device_mapping"]), &devices) != nil {
		return ""
	}
	for _, d := range devices {
		if d["source_type"] == "snapshot" && fmt.Sprint(d["boot_index"]) == "0" {
			id, _ := d["snapshot_id"].(string)
			return id
		}
	}
	return ""
}

func imageCall(path string) pipeline.Call {
	return pipeline.Call{Service: openapi.Image, Method: "GET", Path: path}
}

func queryText(s string) string { return url.QueryEscape(s) }
