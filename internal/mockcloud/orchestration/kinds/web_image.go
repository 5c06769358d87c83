package kinds

import (
	"maps"

	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/kinds/remote"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// patchType is the media type of changes to an image.
const patchType = "application/openstack-images-v2.1-json-patch"

// patch is one change to an image.
type patch struct {
	Op    string `json:"op"`
	Path  string `json:"path"`
	Value any    `json:"value"`
}

// webImage is OS::Glance::WebImage: an image of the mock. Nothing is downloaded from its location: the text of the location is the
// image's data.
func webImage() *kind.Kind {
	onLock, onUnlock := guardHandlers(protectedImage, setProtected(true), setProtected(false))
	return &kind.Kind{
		Does: map[string]kind.Handler{
			record.Create: {Begin: createImage}, record.Update: {Begin: updateImage},
			record.Delete: {Begin: deleteImage}, record.Check: {Begin: checkImage},
			record.Lock: onLock, record.Unlock: onUnlock,
		},
		Shows: func(t *kind.Task) map[string]any {
			reply := onImage(t, "GET", "", nil, "")
			if !reply.OK() {
				return map[string]any{}
			}
			return map[string]any{"show": reply.Object()}
		},
	}
}

func onImage(t *kind.Task, method, path string, body any, kind string) pipeline.Reply {
	at := "/images/" + t.Resource.PhysicalID + path
	return t.Call(pipeline.Call{Service: openapi.Image, Method: method, Path: at, Body: body, ContentType: kind})
}

func createImage(t *kind.Task) *kind.Failure {
	p := t.Resource.Properties
	body := map[string]any{"name": record.PhysicalName(t.Exchange, t.Stack, t.Resource.Name)}
	for _, key := range []string{
		"name", "id", "min_disk", "min_ram", "protected", "disk_format", "container_format", "visibility", "tags",
		"architecture", "os_distro", "os_version",
	} {
		if value, ok := p[key]; ok && value != nil && value != "" {
			body[key] = value
		}
	}
	maps.Copy(body, decodeProperties[map[string]any](p["extra_properties"]))
	reply := t.Call(pipeline.Call{Service: openapi.Image, Method: "POST", Path: "/images", Body: body})
	if !reply.OK() {
		return remote.Refused("HTTP"+remote.ErrorName(reply.Status), reply)
	}
	t.Resource.PhysicalID = reply.Text("id")
	if reply := onImage(t, "PUT", "/file", p["location"], "application/octet-stream"); !reply.OK() {
		return remote.Refused("HTTP"+remote.ErrorName(reply.Status), reply)
	}
	return nil
}

// updateImage changes the properties of an image that can be updated.
func updateImage(t *kind.Task) *kind.Failure {
	var entries []patch
	for key := range kind.Changes(t.Before, t.Resource.Properties) {
		switch key {
		case "protected", "visibility", "tags", "architecture", "os_distro", "os_version":
			entries = append(entries, patch{Op: "add", Path: "/" + key, Value: t.Resource.Properties[key]})
		}
	}
	if entries == nil {
		return nil
	}
	if reply := onImage(t, "PATCH", "", entries, patchType); !reply.OK() {
		return remote.Refused("HTTP"+remote.ErrorName(reply.Status), reply)
	}
	return nil
}

func deleteImage(t *kind.Task) *kind.Failure {
	if reply := onImage(t, "DELETE", "", nil, ""); !reply.OK() && reply.Status != 404 {
		return remote.Refused("HTTP"+remote.ErrorName(reply.Status), reply)
	}
	return nil
}

func checkImage(t *kind.Task) *kind.Failure {
	i := state.Images.Get(t.Txn, t.Resource.PhysicalID)
	if i == nil {
		return kind.Failf("HTTPNotFound", "No image found with ID %s (HTTP 404)", t.Resource.PhysicalID)
	}
	if i.Status != "active" {
		return kind.Failf("Error", "'status': expected 'active', got '%s'", i.Status)
	}
	return nil
}

// protectedImage tells whether the image is protected.
func protectedImage(t *kind.Task) (bool, *kind.Failure) {
	i := state.Images.Get(t.Txn, t.Resource.PhysicalID)
	if i == nil {
		return false, kind.Failf("HTTPNotFound", "No image found with ID %s (HTTP 404)", t.Resource.PhysicalID)
	}
	return i.Protected, nil
}

// setProtected sets the image's protected flag in the name of the stack's owner. For an image that is gone, removing the flag does
// nothing.
func setProtected(on bool) func(t *kind.Task) *kind.Failure {
	return func(t *kind.Task) *kind.Failure {
		reply := t.Call(pipeline.Call{
			Service: openapi.Image, Method: "PATCH", Path: "/images/" + t.Resource.PhysicalID, ContentType: patchType,
			Body: []patch{{Op: "replace", Path: "/protected", Value: on}}, Caller: t.Owner(),
		})
		if reply.OK() || !on && reply.Status == 404 {
			return nil
		}
		return remote.Refused("HTTP"+remote.ErrorName(reply.Status), reply)
	}
}
