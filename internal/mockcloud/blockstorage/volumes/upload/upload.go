package upload

import (
	"fmt"
	"strings"

	"plumbline/internal/mockcloud/blockstorage/images"
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
	"plumbline/internal/openapi/python"
)

// uploadVisibility is the first microversion in which a request sets the visibility and protection of the image.
var uploadVisibility = openapi.MustVersion("3.1")

// workUploaded is the scheduled work that writes the image's data.
const workUploaded = "volumes.uploaded"

// upload holds the values that the steps of volumes.upload share.
type upload struct {
	Request struct {
		Name       string           `json:"image_name"`
		Disk       body.Opt[string] `json:"disk_format"`
		Container  body.Opt[string] `json:"container_format"`
		Visibility body.Opt[string] `json:"visibility"`
		Protected  body.Bool        `json:"protected"`
	} `body:"os-volume_upload_image"`
	// visibility is "" if the microversion does not have it.
	visibility string
	protected  bool
	imageID    string
}

// Operations holds volumes.upload, and its scheduled work.
func Operations() pipeline.OperationSet {
	return pipeline.OperationSet{
		Operations: map[string]pipeline.Operation{
			"volumes.upload": pipeline.OperationOf[upload]{
				Steps: []pipeline.StepOf[upload]{
					{Name: "may make it public", Run: mayPublish},
					{Name: "the volume is available", Run: isAvailable},
					{Name: "ask for an image", Run: askForImage},
					{Name: "begin to write", Run: begin},
				},
				Answer: answer,
			}.Operation(),
		},
		Async: map[string]pipeline.Async{
			workUploaded: pipeline.AsyncOf[string]{
				Steps:  []pipeline.StepOf[string]{{Name: "write the image", Run: write}},
				Failed: failUpload,
			}.Async(),
		},
	}
}

func mayPublish(x *pipeline.Exchange, w *upload) *pipeline.Fault {
	if !x.Version.AtLeast(uploadVisibility) {
		return nil
	}
	w.visibility, w.protected = w.Request.Visibility.Or("private"), bool(w.Request.Protected)
	if w.visibility == "public" {
		return x.Demand("volume_extension:volume_actions:upload_public")
	}
	return nil
}

func isAvailable(x *pipeline.Exchange, _ *upload) *pipeline.Fault {
	if v := record.Volume(x); v.Status != state.VolumeAvailable {
		return record.InvalidVolume("Volume %s status must be available", v.ID)
	}
	return nil
}

// image is the body of the request to the image service.
type image struct {
	Name       string `json:"name"`
	Protected  bool   `json:"protected"`
	Disk       string `json:"disk_format"`
	Container  string `json:"container_format"`
	Visibility string `json:"visibility,omitempty"`
}

// askForImage creates an image without data, with the properties in the volume's image metadata.
func askForImage(x *pipeline.Exchange, w *upload) *pipeline.Fault {
	r, properties := w.Request, map[string]string{}
	for key, value := range record.Volume(x).ImageMetadata {
		switch key {
		case "image_id", "image_name", "checksum", "container_format", "disk_format", "min_disk", "min_ram", "size", "signature_verified":
		default:
			properties[key] = value
		}
	}
	reply := x.Call(pipeline.Call{Service: openapi.Image, Method: "POST", Path: "/images", Body: body.MergeObject(properties, image{
		Name: r.Name, Protected: w.protected, Disk: r.Disk.Or("raw"), Container: r.Container.Or("bare"), Visibility: w.visibility,
	})})
	if !reply.OK() {
		said := reply.Fault.Message
		container := python.Repr(r.Container.Or("bare"))
		if _, reason, own := strings.Cut(said, "'image': "+container); own { // the client of the image service asks for the schema itself
			said = fmt.Sprintf("Unable to set 'container_format' to %s. Reason: %s%s", container, container, reason)
		}
		return pipeline.BadRequest("%s", said)
	}
	w.imageID = reply.Text("id")
	return nil
}

func begin(x *pipeline.Exchange, w *upload) *pipeline.Fault {
	v := record.Change(x, func(v *state.Volume) { v.PreviousStatus, v.Status = v.Status, state.VolumeUploading })
	x.Schedule(workUploaded, v.ID, w.imageID, w.imageID)
	return nil
}

func answer(x *pipeline.Exchange, w *upload) (*pipeline.Response, *pipeline.Fault) {
	v := record.Volume(x)
	kind := state.VolumeTypes.Get(x.Txn, v.TypeID)
	return pipeline.Answer(202, "os-volume_upload_image", &shown{
		ID: v.ID, ImageID: w.imageID, ImageName: w.Request.Name, Status: v.Status, Size: v.Size, Container: w.Request.Container.Or("bare"),
		Disk: w.Request.Disk.Or("raw"), Description: v.Description, Updated: record.Time(v.Updated), Visibility: w.visibility,
		Protected: w.protected, Type: shownType{
			ID: kind.ID, Name: kind.Name, Description: kind.Description, Specs: kind.ExtraSpecs, Public: kind.Public,
			Created: record.Stamp(kind.Created),
		},
	}), nil
}

// shown is the answer to an upload.
type shown struct {
	ID          string             `json:"id"`
	ImageID     string             `json:"image_id"`
	ImageName   string             `json:"image_name"`
	Status      state.VolumeStatus `json:"status"`
	Size        int                `json:"size"`
	Container   string             `json:"container_format"`
	Disk        string             `json:"disk_format"`
	Description *string            `json:"display_description"`
	Updated     *string            `json:"updated_at"`
	Visibility  string             `json:"visibility"`
	Protected   bool               `json:"protected"`
	Type        shownType          `json:"volume_type"`
}

// shownType is the volume's type with the fields of the database record.
type shownType struct {
	ID          string            `json:"id"`
	Name        string            `json:"name"`
	Description *string           `json:"description"`
	Specs       map[string]string `json:"extra_specs"`
	Public      bool              `json:"is_public"`
	QoS         *string           `json:"qos_specs_id"`
	Created     string            `json:"created_at"`
	Updated     *string           `json:"updated_at"`
	Deleted     bool              `json:"deleted"`
	DeletedAt   *string           `json:"deleted_at"`
}

// write sets the image's size and content to the volume's. The data is only that of the image that was last written to the volume;
// the remaining bytes are not stored.
func write(x *pipeline.Exchange, image *string) *pipeline.Fault {
	v, i := record.DueVolume(x), state.Images.Get(x.Txn, *image)
	if v == nil {
		return nil
	}
	if i == nil {
		return images.NotFound(*image)
	}
	full, size := *i, int64(v.Size)<<30
	full.Status, full.Size, full.VirtualSize, full.Updated = "active", &size, &size, x.Now()
	full.Checksum, full.Data = v.Content, leadingBytes(x, v)
	state.Images.Insert(x.Txn, &full)
	restore(x, v)
	return nil
}

func failUpload(x *pipeline.Exchange, _ *string, _ *pipeline.Fault) {
	if v := record.DueVolume(x); v != nil {
		restore(x, v)
	}
}

func restore(x *pipeline.Exchange, v *state.Volume) {
	record.Put(x, v, func(v *state.Volume) { v.Status, v.PreviousStatus = v.PreviousStatus, "" })
}

// leadingBytes is the data at the beginning of a volume: that of an image with the same content marker, or the marker itself if there
// is no such image.
func leadingBytes(x *pipeline.Exchange, v *state.Volume) []byte {
	for i := range state.Images.All(x.Txn) {
		if i.Content() == v.Content && len(i.Data) > 0 {
			return i.Data
		}
	}
	return []byte(v.Content)
}
