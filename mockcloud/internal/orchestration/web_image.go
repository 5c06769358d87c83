package orchestration

import (
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
	"plumbline/openapi"
)

// patchType is the media type of changes to an image.
const patchType = "application/openstack-images-v2.1-json-patch"

// webImage is OS::Glance::WebImage: an image of the mock whose data is what its location names. Nothing is fetched: the
// location itself stands for the data.
func webImage() *kind {
	onLock, onUnlock := guard(protectedImage, protect(true), protect(false))
	return &kind{
		properties: map[string]property{
			"name": text(), "id": text(), "min_disk": integer().in(from(0)).or(0.0), "min_ram": integer().in(from(0)).or(0.0),
			"protected":        boolean().may().or(false),
			"disk_format":      text().must().one("ami", "ari", "aki", "vhd", "vhdx", "vmdk", "raw", "qcow2", "vdi", "iso", "ploop"),
			"container_format": text().must().one("ami", "ari", "aki", "bare", "ovf", "ova", "docker"),
			"location":         text().must(), "tags": listing().may(), "architecture": text().may(), "kernel_id": text().may(), "os_distro": text().may(),
			"os_version": text().may(), "owner": text().may(), "extra_properties": mapping().may().or(map[string]any{}),
			"visibility": text().may().or("private").one("public", "private", "community", "shared"), "ramdisk_id": text().may(),
			"active": boolean().may().or(true), "members": listing().may().or([]any{}),
		},
		attributes: map[string]string{"show": "Detailed information about resource."},
		does: map[string]handler{
			create: {begin: createImage}, update: {begin: updateImage}, remove: {begin: deleteImage}, check: {begin: checkImage},
			lock: onLock, unlock: onUnlock,
		},
		shows: func(t *task) map[string]any {
			reply := t.onImage("GET", "", nil, "")
			if !reply.OK() {
				return map[string]any{}
			}
			return map[string]any{"show": reply.Object()}
		},
	}
}

func (t *task) onImage(method, path string, body any, kind string) pipeline.Reply {
	return t.Call(pipeline.Call{Service: openapi.Image, Method: method, Path: "/images/" + t.r.PhysicalID + path, Body: body, ContentType: kind})
}

func createImage(t *task) *failure {
	p := t.r.Properties
	body := map[string]any{"name": physicalName(t.Exchange, t.s, t.r.Name)}
	for _, key := range []string{"name", "id", "min_disk", "min_ram", "protected", "disk_format", "container_format", "visibility", "tags", "architecture", "os_distro", "os_version"} {
		if value, ok := p[key]; ok && value != nil && value != "" {
			body[key] = value
		}
	}
	if more, ok := p["extra_properties"].(map[string]any); ok {
		for key, value := range more {
			body[key] = value
		}
	}
	reply := t.Call(pipeline.Call{Service: openapi.Image, Method: "POST", Path: "/images", Body: body})
	if !reply.OK() {
		return refusal("HTTP"+raised(reply.Status), reply)
	}
	id, _ := reply.Object()["id"].(string)
	t.r.PhysicalID = id
	if reply := t.onImage("PUT", "/file", p["location"], "application/octet-stream"); !reply.OK() {
		return refusal("HTTP"+raised(reply.Status), reply)
	}
	return nil
}

// updateImage changes the properties that an image lets change.
func updateImage(t *task) *failure {
	var entries []any
	for key := range changes(t.before, t.r.Properties) {
		switch key {
		case "protected", "visibility", "tags", "architecture", "os_distro", "os_version":
			entries = append(entries, map[string]any{"op": "add", "path": "/" + key, "value": t.r.Properties[key]})
		}
	}
	if entries == nil {
		return nil
	}
	if reply := t.onImage("PATCH", "", entries, patchType); !reply.OK() {
		return refusal("HTTP"+raised(reply.Status), reply)
	}
	return nil
}

func deleteImage(t *task) *failure {
	if reply := t.onImage("DELETE", "", nil, ""); !reply.OK() && reply.Status != 404 {
		return refusal("HTTP"+raised(reply.Status), reply)
	}
	return nil
}

func checkImage(t *task) *failure {
	i := state.Images.Get(t.Txn, t.r.PhysicalID)
	if i == nil {
		return fails("HTTPNotFound", "No image found with ID %s (HTTP 404)", t.r.PhysicalID)
	}
	if i.Status != "active" {
		return fails("Error", "'status': expected 'active', got '%s'", i.Status)
	}
	return nil
}

// protectedImage tells whether the image is protected already.
func protectedImage(t *task) (bool, *failure) {
	i := state.Images.Get(t.Txn, t.r.PhysicalID)
	if i == nil {
		return false, fails("HTTPNotFound", "No image found with ID %s (HTTP 404)", t.r.PhysicalID)
	}
	return i.Protected, nil
}

// protect sets the image's flag in the name of the stack's owner. There is nothing to take back about one that is gone.
func protect(on bool) func(t *task) *failure {
	return func(t *task) *failure {
		reply := t.Call(pipeline.Call{
			Service: openapi.Image, Method: "PATCH", Path: "/images/" + t.r.PhysicalID, ContentType: patchType,
			Body: []any{map[string]any{"op": "replace", "path": "/protected", "value": on}}, Caller: t.owner(),
		})
		if reply.OK() || !on && reply.Status == 404 {
			return nil
		}
		return refusal("HTTP"+raised(reply.Status), reply)
	}
}
