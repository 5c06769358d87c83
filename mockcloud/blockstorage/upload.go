package blockstorage

import (
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
	"plumbline/openapi"
)

// uploadWords is the first microversion in which a request to make an image says who may see it.
var uploadWords = openapi.MustVersion("3.1")

// upload is an image on its way.
type upload struct {
	name, disk, container, visibility string
	protected                         bool
	imageID                           string
}

var uploadOperations = map[string]pipeline.Operation{
	"volumes.upload": {
		Steps: []pipeline.Step{
			{Name: "may make it public", Run: readUpload},
			{Name: "the volume is available", Run: func(x *pipeline.Exchange) *pipeline.Fault {
				if v := pipeline.Subject[state.Volume](x); v.Status != state.VolumeAvailable {
					return invalidVolume("Volume %s status must be available", v.ID)
				}
				return nil
			}},
			{Name: "ask for an image", Run: askForImage},
			{Name: "begin to write", Run: func(x *pipeline.Exchange) *pipeline.Fault {
				v := change(x, func(v *state.Volume) { v.PreviousStatus, v.Status = v.Status, state.VolumeUploading })
				x.Later("volumes.uploaded", v.ID, pipeline.Work[upload](x).imageID)
				return nil
			}},
		},
		Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Answer(202, "os-volume_upload_image", viewUpload(x)), nil
		},
	},
}

var uploadWork = map[string]pipeline.Async{
	"volumes.uploaded": {
		Steps: []pipeline.Step{{Name: "write the image", Run: uploaded}},
		Failed: func(x *pipeline.Exchange, _ *pipeline.Fault) {
			if v := dueVolume(x); v != nil {
				put(x, v, func(v *state.Volume) { v.Status, v.PreviousStatus = v.PreviousStatus, "" })
			}
		},
	},
}

func readUpload(x *pipeline.Exchange) *pipeline.Fault {
	given, u := x.Inner("os-volume_upload_image"), pipeline.Work[upload](x)
	field := func(key, otherwise string) string {
		if s, ok := given[key].(string); ok {
			return s
		}
		return otherwise
	}
	u.name, u.disk, u.container = field("image_name", ""), field("disk_format", "raw"), field("container_format", "bare")
	if !x.Version.AtLeast(uploadWords) {
		return nil
	}
	u.visibility, u.protected = field("visibility", "private"), truth(given["protected"])
	if u.visibility == "public" {
		return x.Demand("volume_extension:volume_actions:upload_public")
	}
	return nil
}

// askForImage makes an image without data, with what is known of the image that is on the volume.
func askForImage(x *pipeline.Exchange) *pipeline.Fault {
	u, v := pipeline.Work[upload](x), pipeline.Subject[state.Volume](x)
	body := map[string]any{"name": u.name, "disk_format": u.disk, "container_format": u.container, "protected": u.protected}
	if u.visibility != "" {
		body["visibility"] = u.visibility
	}
	for key, value := range v.ImageMetadata {
		switch key {
		case "image_id", "image_name", "checksum", "container_format", "disk_format", "min_disk", "min_ram", "size", "signature_verified":
		default:
			body[key] = value
		}
	}
	reply := x.Call(pipeline.Call{Service: openapi.Image, Method: "POST", Path: "/images", Body: body})
	if !reply.OK() {
		return pipeline.BadRequest("%s", reply.Fault.Message)
	}
	u.imageID = reply.Text("id")
	return nil
}

// uploaded gives the image the volume's size and content. The bytes are not there; their marker is.
func uploaded(x *pipeline.Exchange) *pipeline.Fault {
	v, i := dueVolume(x), state.Images.Get(x.Txn, pipeline.Payload[string](x))
	if v == nil {
		return nil
	}
	if i == nil {
		return pipeline.NotFound("Image %s could not be found.", pipeline.Payload[string](x))
	}
	full, size := *i, int64(v.Size)<<30
	full.Status, full.Size, full.VirtualSize, full.Checksum, full.Data, full.Updated = "active", &size, &size, v.Content, []byte(v.Content), x.Now()
	state.Images.Insert(x.Txn, &full)
	put(x, v, func(v *state.Volume) { v.Status, v.PreviousStatus = v.PreviousStatus, "" })
	return nil
}

func viewUpload(x *pipeline.Exchange) map[string]any {
	u, v := pipeline.Work[upload](x), pipeline.Subject[state.Volume](x)
	kind := state.VolumeTypes.Get(x.Txn, v.TypeID)
	return map[string]any{
		"id": v.ID, "image_id": u.imageID, "image_name": u.name, "status": string(v.Status), "size": v.Size, "container_format": u.container,
		"disk_format": u.disk, "display_description": v.Description, "updated_at": stamp(v.Updated), "visibility": u.visibility, "protected": u.protected,
		"volume_type": map[string]any{
			"id": kind.ID, "name": kind.Name, "description": kind.Description, "extra_specs": kind.ExtraSpecs, "is_public": kind.Public,
			"qos_specs_id": nil, "created_at": stamp(&kind.Created), "updated_at": nil, "deleted": false, "deleted_at": nil,
		},
	}
}
