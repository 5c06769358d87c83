package shelve

import (
	"encoding/json"
	"maps"
	"net/http"

	"plumbline/mockcloud/internal/compute/record"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
	"plumbline/openapi"
)

// reserveShelvedImage has the image service keep a place for a copy of the server's disk. A server that boots
// from a volume needs none.
func reserveShelvedImage(x *pipeline.Exchange) *pipeline.Fault {
	s := record.Server(x)
	if record.VolumeBacked(s) {
		return nil
	}
	body := shelvedImage{minDisk: s.Flavor.Disk, texts: map[string]string{}}
	format := "qcow2"
	if base := state.Images.Get(x.Txn, s.Image); base != nil {
		maps.Copy(body.texts, base.Properties)
		if base.DiskFormat != nil {
			format = *base.DiskFormat
		}
	}
	maps.Copy(body.texts, map[string]string{
		"name": s.Name + "-shelved", "visibility": "private", "disk_format": format, "container_format": "bare",
		"base_image_ref": s.Image, "image_type": "snapshot", "instance_uuid": s.ID, "user_id": s.UserID, "boot_roles": "reader,member",
	})
	if user := state.Users.Get(x.Txn, x.Caller.UserID); user != nil {
		body.texts["owner_user_name"] = user.Name
	}
	if project := state.Projects.Get(x.Txn, x.Caller.ProjectID); project != nil {
		body.texts["owner_project_name"] = project.Name
	}
	made := x.Call(pipeline.Call{Service: openapi.Image, Method: http.MethodPost, Path: "/images", Body: body})
	if !made.OK() {
		return made.Fault
	}
	record.Change(x, func(s *state.Server) { s.ShelvedImage = made.Text("id") })
	return nil
}

// shelvedImage is the request for the image: its properties, of any names, and the disk that it needs (GiB).
type shelvedImage struct {
	minDisk int
	texts   map[string]string
}

// MarshalJSON puts the properties beside the attributes, as images have them.
func (i shelvedImage) MarshalJSON() ([]byte, error) {
	out := map[string]any{"min_disk": i.minDisk}
	for name, value := range i.texts {
		if name != "min_disk" {
			out[name] = value
		}
	}
	return json.Marshal(out)
}

// fillShelvedImage copies the disk.
func fillShelvedImage(x *pipeline.Exchange) *pipeline.Fault {
	s := record.Server(x)
	if s == nil || s.ShelvedImage == "" {
		return nil
	}
	return x.Call(pipeline.Call{
		Service: openapi.Image, Method: http.MethodPut, Path: "/images/" + s.ShelvedImage + "/file", ContentType: "application/octet-stream",
		Body: "the disk of " + s.ID,
	}).Fault
}

// shelvedImageThere asks for the copy.
func shelvedImageThere(x *pipeline.Exchange, s *state.Server) bool {
	return x.Call(pipeline.Call{Service: openapi.Image, Method: http.MethodGet, Path: "/images/" + s.ShelvedImage}).OK()
}

// DropShelvedImage takes the copy away; that it cannot be taken away keeps nobody from anything.
func DropShelvedImage(x *pipeline.Exchange, s *state.Server) {
	if s.ShelvedImage != "" {
		x.Call(pipeline.Call{Service: openapi.Image, Method: http.MethodDelete, Path: "/images/" + s.ShelvedImage})
	}
}
