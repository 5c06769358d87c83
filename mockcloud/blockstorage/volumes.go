package blockstorage

import (
	"maps"
	"net/http"
	"strings"
	"time"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/policy"
	"plumbline/mockcloud/state"
)

var volumeOperations = map[string]pipeline.Operation{
	"volumes.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		return listVolumes(x, viewVolumeBriefly)
	}},
	"volumes.detail": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) { return listVolumes(x, viewVolume) }},
	"volumes.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		return pipeline.Answer(200, "volume", viewVolume(x, pipeline.Subject[state.Volume](x))), nil
	}},
	"volumes.create": {
		Steps: []pipeline.Step{
			{Name: "read the names", Run: readNames},
			{Name: "find the type", Run: findRequestedType},
			{Name: "find the source", Run: findSource},
			{Name: "find the image", Run: findImage},
			{Name: "several servers are a matter of the type", Run: refuseMultiattachFlag},
			{Name: "may create", Run: mayCreate},
			{Name: "there is a size", Run: readSize},
			{Name: "the type fits the source", Run: typeFitsSource},
			{Name: "one source", Run: oneSource},
			{Name: "the source is ready", Run: sourceReady},
			{Name: "the size fits the source", Run: sizeFitsSource},
			{Name: "the image fits", Run: imageFits},
			{Name: "the zone is there", Run: zoneThere},
			{Name: "quota", Run: quotaAllows},
			{Name: "create the volume", Run: createVolume},
		},
		Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Answer(202, "volume", viewVolume(x, pipeline.Subject[state.Volume](x))), nil
		},
	},
	"volumes.update": {
		Steps: []pipeline.Step{{Name: "not in maintenance", Run: notInMaintenance}, {Name: "change the volume", Run: updateVolume}},
		Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Answer(200, "volume", viewVolume(x, pipeline.Subject[state.Volume](x))), nil
		},
	},
	"volumes.delete": {
		Steps: []pipeline.Step{
			{Name: "the volume can go", Run: canGo},
			{Name: "delete the volume", Run: deleteVolume},
		},
		Policy: mayDelete,
		Answer: gone,
	},
	"volumes.force-delete": {
		Steps: []pipeline.Step{
			{Name: "by force", Run: func(x *pipeline.Exchange) *pipeline.Fault { pipeline.Work[deletion](x).force = true; return nil }},
			{Name: "the volume can go", Run: canGo},
			{Name: "delete the volume", Run: deleteVolume},
		},
		Answer: accepted,
	},
}

// gone accepts a deletion, as the framework answers by itself: as a page, and without the older request id.
func gone(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	return &pipeline.Response{Status: 202, ContentType: "text/html; charset=UTF-8", Header: http.Header{"X-Compute-Request-Id": nil}}, nil
}

func accepted(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Status(202), nil
}

func done(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) { return pipeline.Status(200), nil }

// findVolume finds a volume that the caller may know of: of their project, or any for administrators.
func findVolume(x *pipeline.Exchange, id string) *pipeline.Fault {
	v := volumeFor(x, id)
	if v == nil {
		return noVolume(id)
	}
	x.Found(v, policy.Target{ProjectID: v.ProjectID, UserID: v.UserID})
	return nil
}

func volumeFor(x *pipeline.Exchange, id string) *state.Volume {
	v := state.Volumes.Get(x.Txn, id)
	if v == nil || !x.Caller.Admin() && v.ProjectID != x.Caller.ProjectID {
		return nil
	}
	return v
}

func noVolume(id string) *pipeline.Fault {
	return pipeline.NotFound("Volume %s could not be found.", id)
}

// change replaces the volume that the exchange is about by a changed copy.
func change(x *pipeline.Exchange, how func(*state.Volume)) *state.Volume {
	v := put(x, pipeline.Subject[state.Volume](x), how)
	x.Found(v, policy.Target{ProjectID: v.ProjectID, UserID: v.UserID})
	return v
}

// put replaces a volume by a changed copy.
func put(x *pipeline.Exchange, before *state.Volume, how func(*state.Volume)) *state.Volume {
	v := *before
	how(&v)
	now := x.Now()
	v.Updated = &now
	state.Volumes.Insert(x.Txn, &v)
	return &v
}

func notInMaintenance(x *pipeline.Exchange) *pipeline.Fault {
	if pipeline.Subject[state.Volume](x).Status == state.VolumeMaintenance {
		return invalidVolume("The volume cannot be updated during maintenance.")
	}
	return nil
}

func updateVolume(x *pipeline.Exchange) *pipeline.Fault {
	body := x.Inner("volume")
	change(x, func(v *state.Volume) {
		v.Name, v.Description = names(body, v.Name, v.Description)
		if given, ok := body["metadata"].(map[string]any); ok {
			v.Metadata = texts(given)
		}
	})
	return nil
}

// names reads a name and a description, which have two keys each, without blanks around them.
func names(body map[string]any, name, description *string) (*string, *string) {
	read := func(into **string, keys ...string) {
		for _, key := range keys {
			if value, given := body[key]; given {
				*into = nil
				if text, ok := value.(string); ok {
					text = strings.TrimSpace(text)
					*into = &text
				}
			}
		}
	}
	read(&name, "display_name", "name")
	read(&description, "display_description", "description")
	return name, description
}

func texts(values map[string]any) map[string]string {
	out := map[string]string{}
	for k, v := range values {
		out[k], _ = v.(string)
	}
	return out
}

func viewVolumeBriefly(x *pipeline.Exchange, v *state.Volume) map[string]any {
	return map[string]any{"id": v.ID, "name": v.Name, "links": links(x, "volumes", v.ID)}
}

// serviceID is the uuid of the part of the service that has all volumes.
const serviceID = "5f7b2e8c-2d1e-4c6b-9a57-0c1de4a0f001"

func viewVolume(x *pipeline.Exchange, v *state.Volume) map[string]any {
	view := viewVolumeBriefly(x, v)
	kind := state.VolumeTypes.Get(x.Txn, v.TypeID)
	metadata := map[string]string{}
	maps.Copy(metadata, v.Metadata)
	maps.Copy(metadata, v.AdminMetadata)
	maps.Copy(view, map[string]any{
		"status": string(v.Status), "size": v.Size, "availability_zone": text(v.Zone), "created_at": stamp(&v.Created), "updated_at": stamp(v.Updated),
		"description": v.Description, "volume_type": kind.Name, "volume_type_id": kind.ID, "snapshot_id": text(v.SnapshotID),
		"source_volid": text(v.SourceVolumeID), "metadata": metadata, "user_id": v.UserID, "bootable": word(v.Bootable), "encrypted": false,
		"replication_status": nil, "consistencygroup_id": nil, "multiattach": v.Multiattach, "attachments": viewAttached(x, v),
		"migration_status": nil, "group_id": nil, "provider_id": nil, "cluster_name": nil, "consumes_quota": true,
		"shared_targets": v.Host == "", "service_uuid": nil,
		"os-vol-tenant-attr:tenant_id": v.ProjectID, "os-vol-host-attr:host": text(v.Host),
		"os-vol-mig-status-attr:migstat": nil, "os-vol-mig-status-attr:name_id": nil,
	})
	if v.Host != "" {
		view["service_uuid"] = serviceID
	}
	if len(v.ImageMetadata) > 0 {
		view["volume_image_metadata"] = maps.Clone(v.ImageMetadata)
	}
	return view
}

// viewAttached are the servers that have the volume; who only reserved it is not among them.
func viewAttached(x *pipeline.Exchange, v *state.Volume) []any {
	out := []any{}
	for _, a := range attachmentsOf(x, v.ID) {
		if a.Status != state.AttachAttached {
			continue
		}
		view := map[string]any{
			"id": v.ID, "attachment_id": a.ID, "volume_id": v.ID, "server_id": text(a.ServerID), "host_name": nil,
			"device": text(a.Mountpoint), "attached_at": stamp(a.Attached),
		}
		if x.Caller.Admin() {
			view["host_name"] = text(a.Host)
		}
		out = append(out, view)
	}
	return out
}

// links are a record's two: with the version, and without.
func links(x *pipeline.Exchange, plural, id string) []any {
	project := ""
	if x.PathProject != "" {
		project = "/" + x.PathProject
	}
	return []any{
		map[string]any{"rel": "self", "href": x.Base + project + "/" + plural + "/" + id},
		map[string]any{"rel": "bookmark", "href": x.Root + Prefix + project + "/" + plural + "/" + id},
	}
}

// stamp writes a time as block storage does: UTC, with microseconds, without a zone; null for none.
func stamp(t *time.Time) any {
	if t == nil {
		return nil
	}
	return t.UTC().Format("2006-01-02T15:04:05.000000")
}

func text(s string) any {
	if s == "" {
		return nil
	}
	return s
}

func word(b bool) string {
	if b {
		return "true"
	}
	return "false"
}
