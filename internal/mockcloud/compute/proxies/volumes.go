package proxies

import (
	"net/http"
	"net/url"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/compute/disks"
	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
)

// volume is what block storage says of a volume, as far as compute passes it on.
type volume struct {
	ID          string            `json:"id"`
	Status      string            `json:"status"`
	Size        int               `json:"size"`
	Zone        *string           `json:"availability_zone"`
	Created     string            `json:"created_at"`
	Name        *string           `json:"name"`
	Description *string           `json:"description"`
	Type        *string           `json:"volume_type"`
	SnapshotID  *string           `json:"snapshot_id"`
	Metadata    map[string]string `json:"metadata"`
	Attachments []struct {
		Server string `json:"server_id"`
		Device string `json:"device"`
	} `json:"attachments"`
}

type volumeView struct {
	ID          string            `json:"id"`
	Status      string            `json:"status"`
	Size        int               `json:"size"`
	Zone        *string           `json:"availabilityZone"`
	Created     string            `json:"createdAt"`
	Name        *string           `json:"displayName"`
	Description *string           `json:"displayDescription"`
	Type        *string           `json:"volumeType"`
	SnapshotID  *string           `json:"snapshotId"`
	Metadata    map[string]string `json:"metadata"`
	Attachments []volumeUser      `json:"attachments"`
}

// volumeUser is the server that a volume is attached to, without fields when there is none.
type volumeUser struct {
	ID       string `json:"id,omitzero"`
	VolumeID string `json:"volumeId,omitzero"`
	ServerID string `json:"serverId,omitzero"`
	Device   string `json:"device,omitzero"`
}

func (v *volume) view() volumeView {
	out := volumeView{
		ID: v.ID, Status: v.Status, Size: v.Size, Zone: v.Zone, Created: v.Created, Name: v.Name, Description: v.Description, Type: v.Type,
		SnapshotID: v.SnapshotID, Metadata: v.Metadata, Attachments: []volumeUser{{}},
	}
	if len(v.Attachments) > 0 {
		out.Attachments[0] = volumeUser{ID: v.ID, VolumeID: v.ID, ServerID: v.Attachments[0].Server, Device: v.Attachments[0].Device}
	}
	if out.Metadata == nil {
		out.Metadata = map[string]string{}
	}
	return out
}

// volumeCreation holds the values that the steps of volumes.create share: a request to compute, and the same to block storage.
type volumeCreation struct {
	Request struct {
		Size        any               `json:"size"`
		Name        *string           `json:"display_name"`
		Description *string           `json:"display_description"`
		Type        *string           `json:"volume_type"`
		Zone        *string           `json:"availability_zone"`
		SnapshotID  *string           `json:"snapshot_id"`
		Metadata    map[string]string `json:"metadata"`
	} `body:"volume"`
	made volume
}

type newVolume struct {
	Size        any               `json:"size"`
	Name        *string           `json:"name,omitzero"`
	Description *string           `json:"description,omitzero"`
	Type        *string           `json:"volume_type,omitzero"`
	Zone        *string           `json:"availability_zone,omitzero"`
	SnapshotID  *string           `json:"snapshot_id,omitzero"`
	Metadata    map[string]string `json:"metadata,omitzero"`
}

func volumeOperations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{
		"volumes.list":   {Answer: listVolumes},
		"volumes.detail": {Answer: listVolumes},
		"volumes.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			id := x.Params.Get("volume_id")
			r := storage(x, http.MethodGet, "/volumes/"+url.PathEscape(id), nil)
			if !r.OK() {
				return nil, noVolume(id)
			}
			v := read[volume](r, "volume")
			return pipeline.Answer(200, "volume", v.view()), nil
		}},
		"volumes.create": pipeline.OperationOf[volumeCreation]{
			Steps: []pipeline.StepOf[volumeCreation]{
				{Name: "find the snapshot", Run: func(x *pipeline.Exchange, w *volumeCreation) *pipeline.Fault {
					if id := w.Request.SnapshotID; id != nil && !storage(x, http.MethodGet, "/snapshots/"+url.PathEscape(*id), nil).OK() {
						return noSnapshot(*id)
					}
					return nil
				}},
				{Name: "create the volume", Run: createVolume},
			},
			Answer: func(x *pipeline.Exchange, w *volumeCreation) (*pipeline.Response, *pipeline.Fault) {
				return pipeline.Answer(200, "volume", w.made.view()).
					WithHeader("Location", x.Base+record.InProject(x)+"/os-volumes/"+w.made.ID), nil
			},
		}.Operation(),
		"volumes.delete": {
			Steps: []pipeline.Step{{Name: "begin to delete the volume", Run: func(x *pipeline.Exchange) *pipeline.Fault {
				id := x.Params.Get("volume_id")
				return storageFault(x, storage(x, http.MethodDelete, "/volumes/"+url.PathEscape(id), nil), noVolume(id))
			}}},
			Answer: record.Accepted,
		},
	}
}

// storage makes a request to block storage.
func storage(x *pipeline.Exchange, method, path string, body any) pipeline.Reply {
	x.DoNotKeep()
	return disks.CallBlockStorage(x, disks.VolumesAt, method, path, body)
}

// storageFault is compute's fault for a refusal of block storage, nil for none; missing is the one for 404.
func storageFault(x *pipeline.Exchange, r pipeline.Reply, missing *pipeline.Fault) *pipeline.Fault {
	switch {
	case r.OK():
		return nil
	case r.Status == http.StatusNotFound:
		return missing
	case r.Status == http.StatusRequestEntityTooLarge:
		return pipeline.Forbidden("%s", r.Fault.Message)
	case r.Status == http.StatusForbidden:
		return pipeline.Forbidden("%s (HTTP 403) (Request-ID: %s)", r.Fault.Message, x.RequestID)
	}
	return pipeline.BadRequest("%s", disks.RefusedByVolumes(x, r.Fault))
}

// read is what an answer has under a key.
func read[T any](r pipeline.Reply, key string) T { return body.As[T](r.Get(key)) }

func noVolume(id string) *pipeline.Fault {
	return pipeline.NotFound("Volume %s could not be found.", id)
}

func noSnapshot(id string) *pipeline.Fault {
	return pipeline.NotFound("Snapshot %s could not be found.", id)
}

func listVolumes(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	r := storage(x, http.MethodGet, "/volumes/detail", nil)
	if f := storageFault(x, r, record.UnexpectedFault("cinderclient.exceptions.NotFound")); f != nil {
		return nil, f
	}
	out := []volumeView{}
	for _, v := range page(x, read[[]volume](r, "volumes")) {
		out = append(out, v.view())
	}
	return pipeline.Answer(200, "volumes", out), nil
}

func createVolume(x *pipeline.Exchange, w *volumeCreation) *pipeline.Fault {
	r := storage(x, http.MethodPost, "/volumes", map[string]newVolume{"volume": newVolume(w.Request)})
	w.made = read[volume](r, "volume")
	return storageFault(x, r, record.UnexpectedFault("nova.exception.NotFound"))
}
