package images

import (
	"maps"
	"net/http"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// Reserve creates an image without data in the image service for a copy of the server's disk, and answers the image's id. The
// properties are those of the server's own image, those of a snapshot, and the given ones, which win.
func Reserve(x *pipeline.Exchange, s *state.Server, name string, more map[string]string) (string, *pipeline.Fault) {
	texts := map[string]string{}
	format := "qcow2"
	if base := state.Images.Get(x.Txn, s.Image); base != nil {
		maps.Copy(texts, base.Properties)
		if base.DiskFormat != nil {
			format = *base.DiskFormat
		}
	}
	maps.Copy(texts, map[string]string{
		"disk_format": format, "container_format": "bare", "base_image_ref": s.Image, "image_type": "snapshot",
		"instance_uuid": s.ID, "user_id": s.UserID, "boot_roles": "reader,member",
	})
	if user := state.Users.Get(x.Txn, x.Caller.UserID); user != nil {
		texts["owner_user_name"] = user.Name
	}
	if project := state.Projects.Get(x.Txn, x.Caller.ProjectID); project != nil {
		texts["owner_project_name"] = project.Name
	}
	maps.Copy(texts, more)
	maps.Copy(texts, map[string]string{"name": name, "visibility": "private"})
	delete(texts, "min_disk")
	made := x.Call(pipeline.Call{
		Service: openapi.Image, Method: http.MethodPost, Path: "/images", Body: body.MergeObject(texts, needs{s.Flavor.Disk}),
	})
	if !made.OK() {
		return "", made.Fault
	}
	return made.Text("id"), nil
}

// FillReserved uploads the data of an image made by Reserve.
func FillReserved(x *pipeline.Exchange, id, data string) *pipeline.Fault {
	return x.Call(pipeline.Call{
		Service: openapi.Image, Method: http.MethodPut, Path: "/images/" + id + "/file", ContentType: "application/octet-stream", Body: data,
	}).Fault
}

// needs is an image's demands on the disk (GiB).
type needs struct {
	MinDisk int `json:"min_disk"`
}
