package snapshot

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/compute/images"
	"plumbline/internal/mockcloud/compute/quota"
	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

var (
	// noQuota is the microversion from which compute no longer limits an image's metadata (the image service does); told the one from
	// which the image's id is in the body.
	noQuota = openapi.MustVersion("2.39")
	told    = openapi.MustVersion("2.45")
)

const (
	workSnapshot = "servers.snapshot-taken"
	workBackup   = "servers.backed-up"
)

// creation is a request for an image, and the image's id.
type creation struct {
	Request struct {
		Name     string            `json:"name"`
		Metadata map[string]string `json:"metadata"`
	} `body:"createImage"`
	image string
}

// backup is a request for an image of a kind, of which only a number (rotation) are kept.
type backup struct {
	Request struct {
		Name     string            `json:"name"`
		Kind     string            `json:"backup_type"`
		Rotation body.Int          `json:"rotation"`
		Metadata map[string]string `json:"metadata"`
	} `body:"createBackup"`
	image string
}

// copied is the payload of the work that copies a server's disk: the image, and for a backup its kind and how many are kept.
type copied struct {
	Image, Kind string
	Rotation    int
}

// Operations holds createImage and createBackup, and their scheduled work.
func Operations(q quota.Limits) pipeline.OperationSet {
	return pipeline.OperationSet{
		Operations: map[string]pipeline.Operation{
			"servers.create-image": pipeline.OperationOf[creation]{
				Steps: []pipeline.StepOf[creation]{
					{Name: "quota of an image's metadata", Run: func(x *pipeline.Exchange, w *creation) *pipeline.Fault {
						return metadataQuota(x, q, w.Request.Metadata)
					}},
					{Name: "begin to copy", Run: create},
				},
				Answer: func(x *pipeline.Exchange, w *creation) (*pipeline.Response, *pipeline.Fault) {
					return answer(x, w.image, x.Root+"/image/images/")
				},
			}.Operation(),
			"servers.create-backup": pipeline.OperationOf[backup]{
				Steps: []pipeline.StepOf[backup]{
					{Name: "quota of an image's metadata", Run: func(x *pipeline.Exchange, w *backup) *pipeline.Fault {
						return metadataQuota(x, q, w.Request.Metadata)
					}},
					{Name: "begin to copy", Run: backUp},
				},
				Answer: func(x *pipeline.Exchange, w *backup) (*pipeline.Response, *pipeline.Fault) {
					if w.Request.Rotation == 0 && x.Version.Less(told) {
						return unnamed(pipeline.Status(202)), nil
					}
					return answer(x, w.image, x.Base+"/images/")
				},
			}.Operation(),
		},
		Async: map[string]pipeline.Async{
			workSnapshot: pipeline.AsyncOf[copied]{Steps: []pipeline.StepOf[copied]{{Name: "copy the disk", Run: finishSnapshot}}}.Async(),
			workBackup: pipeline.AsyncOf[copied]{Steps: []pipeline.StepOf[copied]{
				{Name: "copy the disk", Run: finishSnapshot},
				{Name: "delete the oldest", Run: rotate},
			}}.Async(),
		},
	}
}

func metadataQuota(x *pipeline.Exchange, q quota.Limits, metadata map[string]string) *pipeline.Fault {
	if x.Version.Less(noQuota) && q.ImageMeta >= 0 && len(metadata) > q.ImageMeta {
		return pipeline.Forbidden("Image metadata limit exceeded")
	}
	return nil
}

// unnamed gives an answer the media type that Nova's answers without a body have where it does not name one.
func unnamed(r *pipeline.Response) *pipeline.Response {
	r.ContentType = "text/html; charset=UTF-8"
	return r
}

func answer(x *pipeline.Exchange, image, below string) (*pipeline.Response, *pipeline.Fault) {
	if x.Version.Less(told) {
		return unnamed(pipeline.Status(202).WithHeader("Location", below+image)), nil
	}
	return pipeline.Answer(202, "image_id", image), nil
}

func create(x *pipeline.Exchange, w *creation) (f *pipeline.Fault) {
	s := record.Server(x)
	if s.VolumeBacked() {
		w.image, f = ofVolumes(x, s, w)
		return f
	}
	if w.image, f = images.Reserve(x, s, w.Request.Name, w.Request.Metadata); f != nil {
		return f
	}
	record.Change(x, func(s *state.Server) { s.TaskState = state.TaskSnapshotPending })
	record.ActionBegan(x, s.ID, "createImage")
	x.Schedule(workSnapshot, s.ID, copied{Image: w.image}, w.image)
	return nil
}

func backUp(x *pipeline.Exchange, w *backup) (f *pipeline.Fault) {
	s := record.Server(x)
	if s.VolumeBacked() {
		return pipeline.BadRequest("Backup is not supported for volume-backed instances.")
	}
	more := maps.Clone(w.Request.Metadata)
	if more == nil {
		more = map[string]string{}
	}
	maps.Copy(more, map[string]string{"backup_type": w.Request.Kind, "image_type": "backup"})
	if w.image, f = images.Reserve(x, s, w.Request.Name, more); f != nil {
		return f
	}
	record.Change(x, func(s *state.Server) { s.TaskState = state.TaskBackup })
	record.ActionBegan(x, s.ID, "createBackup")
	x.Schedule(workBackup, s.ID, copied{Image: w.image, Kind: w.Request.Kind, Rotation: int(w.Request.Rotation)}, w.image)
	return nil
}

// mapping describes a disk in the image of a server that boots from a volume.
type mapping struct {
	SnapshotID          string  `json:"snapshot_id"`
	SourceType          string  `json:"source_type"`
	DestinationType     string  `json:"destination_type"`
	BootIndex           *int    `json:"boot_index"`
	DeviceName          *string `json:"device_name"`
	DeviceType          *string `json:"device_type"`
	DiskBus             *string `json:"disk_bus"`
	Size                int     `json:"volume_size"`
	VolumeID            *string `json:"volume_id"`
	ImageID             *string `json:"image_id"`
	NoDevice            *bool   `json:"no_device"`
	GuestFormat         *string `json:"guest_format"`
	Tag                 *string `json:"tag"`
	DeleteOnTermination bool    `json:"delete_on_termination"`
}

// snapshotRequest is the request to block storage for a snapshot.
type snapshotRequest struct {
	Snapshot struct {
		VolumeID string `json:"volume_id"`
		Name     string `json:"name"`
		Force    bool   `json:"force"`
	} `json:"snapshot"`
}

// ofVolumes takes a snapshot of each volume and makes an image without data that names them.
func ofVolumes(x *pipeline.Exchange, s *state.Server, w *creation) (string, *pipeline.Fault) {
	if f := x.Demand("os_compute_api:servers:create_image:allow_volume_backed"); f != nil {
		return "", f
	}
	var disks []mapping
	for i := range s.BlockDevices {
		d := &s.BlockDevices[i]
		if d.VolumeID == "" {
			continue
		}
		ask := snapshotRequest{}
		ask.Snapshot.VolumeID, ask.Snapshot.Name, ask.Snapshot.Force = d.VolumeID, "snapshot for "+w.Request.Name, true
		made := x.Call(pipeline.Call{Service: openapi.BlockStorage, Method: http.MethodPost, Path: "/snapshots", Body: ask})
		if !made.OK() {
			return "", made.Fault
		}
		m := mapping{
			SnapshotID: made.Text("snapshot", "id"), SourceType: "snapshot", DestinationType: "volume",
			DeviceName: record.NonEmpty(d.Device), DeleteOnTermination: d.DeleteOnTermination,
		}
		if v := state.Volumes.Get(x.Txn, d.VolumeID); v != nil {
			m.Size = v.Size
		}
		if d.Root() {
			m.BootIndex = new(int)
		}
		disks = append(disks, m)
	}
	text, err := json.Marshal(disks)
	if err != nil {
		return "", pipeline.Refuse(500, "%v", err)
	}
	more := maps.Clone(w.Request.Metadata)
	if more == nil {
		more = map[string]string{}
	}
	maps.Copy(more, map[string]string{"block_device_mapping": string(text), "bdm_v2": "True", "root_device_name": s.RootDevice})
	id, f := images.Reserve(x, s, w.Request.Name, more)
	if f != nil {
		return "", f
	}
	record.ActionBegan(x, s.ID, "createImage")
	record.EventEnded(x, s.ID, "api_snapshot_instance", record.Controller, record.Succeeded)
	return id, images.FillReserved(x, id, "")
}

func finishSnapshot(x *pipeline.Exchange, w *copied) *pipeline.Fault {
	s := record.Server(x)
	if s == nil {
		return nil
	}
	event := "compute_snapshot_instance"
	if w.Kind != "" {
		event = "compute_backup_instance"
	}
	record.Notify(x, s, "snapshot.start")
	if f := images.FillReserved(x, w.Image, "the disk of "+s.ID); f != nil {
		record.EventEnded(x, s.ID, event, s.Host, record.Failed)
		record.Change(x, func(s *state.Server) { s.TaskState = state.TaskNone })
		return nil
	}
	s = record.Change(x, func(s *state.Server) { s.TaskState = state.TaskNone })
	record.EventEnded(x, s.ID, event, s.Host, record.Succeeded)
	record.Notify(x, s, "snapshot.end")
	return nil
}

// rotate deletes all backups of a kind but the latest.
func rotate(x *pipeline.Exchange, w *copied) *pipeline.Fault {
	s := record.Server(x)
	if s == nil {
		return nil
	}
	var all []*state.Image
	for i := range state.Images.All(x.Txn) {
		p := i.Properties
		if p["instance_uuid"] == s.ID && p["image_type"] == "backup" && p["backup_type"] == w.Kind {
			all = append(all, i)
		}
	}
	slices.SortFunc(all, func(a, b *state.Image) int { return b.Created.Compare(a.Created) })
	for _, i := range all[min(w.Rotation, len(all)):] {
		x.Call(pipeline.Call{Service: openapi.Image, Method: http.MethodDelete, Path: "/images/" + i.ID})
	}
	return nil
}
