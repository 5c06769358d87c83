package compute

import (
	"maps"
	"net/http"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
	"plumbline/openapi"
)

// reserveShelvedImage has the image service keep a place for a copy of the server's disk. A server that boots
// from a volume needs none.
func reserveShelvedImage(x *pipeline.Exchange) *pipeline.Fault {
	s := serverOf(x)
	if volumeBacked(s) {
		return nil
	}
	body, format := map[string]any{}, "qcow2"
	if base := state.Images.Get(x.Txn, s.Image); base != nil {
		for key, value := range base.Properties {
			body[key] = value
		}
		if base.DiskFormat != nil {
			format = *base.DiskFormat
		}
	}
	maps.Copy(body, map[string]any{
		"name": s.Name + "-shelved", "visibility": "private", "disk_format": format, "container_format": "bare", "min_disk": s.Flavor.Disk,
		"base_image_ref": s.Image, "image_type": "snapshot", "instance_uuid": s.ID, "user_id": s.UserID, "boot_roles": "reader,member",
	})
	if user := state.Users.Get(x.Txn, x.Caller.UserID); user != nil {
		body["owner_user_name"] = user.Name
	}
	if project := state.Projects.Get(x.Txn, x.Caller.ProjectID); project != nil {
		body["owner_project_name"] = project.Name
	}
	made := x.Call(pipeline.Call{Service: openapi.Image, Method: http.MethodPost, Path: "/images", Body: body})
	if !made.OK() {
		return made.Fault
	}
	change(x, func(s *state.Server) { s.ShelvedImage = made.Text("id") })
	return nil
}

// fillShelvedImage copies the disk.
func fillShelvedImage(x *pipeline.Exchange) *pipeline.Fault {
	s := serverOf(x)
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

// dropShelvedImage takes the copy away; that it cannot be taken away keeps nobody from anything.
func dropShelvedImage(x *pipeline.Exchange, s *state.Server) {
	if s.ShelvedImage != "" {
		x.Call(pipeline.Call{Service: openapi.Image, Method: http.MethodDelete, Path: "/images/" + s.ShelvedImage})
	}
}
