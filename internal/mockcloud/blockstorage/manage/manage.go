package manage

import (
	"slices"
	"strings"

	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/blockstorage/snapshots"
	"plumbline/internal/mockcloud/blockstorage/volumes"
	"plumbline/internal/mockcloud/blockstorage/volumes/deletion"
	"plumbline/internal/mockcloud/blockstorage/volumetypes"
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// Scheduled work on what is managed, and on what is to be managed no more.
const (
	workManaged         = "volumes.managed"
	workSnapshotManaged = "snapshots.managed"
	workUnmanaged       = "volumes.unmanaged"
)

// reference names something in the storage.
type reference struct {
	Name string `json:"source-name"`
}

// managing holds the values that the steps of a request to manage a volume share.
type managing struct {
	Request struct {
		record.Names
		Ref      reference         `json:"ref"`
		Host     body.Opt[string]  `json:"host"`
		Cluster  body.Opt[string]  `json:"cluster"`
		Type     body.Opt[string]  `json:"volume_type"`
		Bootable body.Bool         `json:"bootable"`
		Metadata map[string]string `json:"metadata"`
	} `body:"volume"`
	kind *state.VolumeType
}

// managingSnapshot holds the values that the steps of a request to manage a snapshot share.
type managingSnapshot struct {
	Request struct {
		record.Names
		Ref      reference         `json:"ref"`
		VolumeID string            `json:"volume_id"`
		Metadata map[string]string `json:"metadata"`
	} `body:"snapshot"`
	made *state.VolumeSnapshot
}

// Operations holds the operations to manage and to unmanage, under both of their names.
func Operations() pipeline.OperationSet {
	volume := pipeline.OperationOf[managing]{
		Steps: []pipeline.StepOf[managing]{
			{Name: "a host is named", Run: hostNamed},
			{Name: "find the type", Run: findType},
			{Name: "the host is there", Run: hostThere},
			{Name: "manage the volume", Run: manage},
		},
		Answer: func(x *pipeline.Exchange, _ *managing) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Answer(202, "volume", volumes.View(x, record.Volume(x))), nil
		},
	}.Operation()
	snapshot := pipeline.OperationOf[managingSnapshot]{
		Steps: []pipeline.StepOf[managingSnapshot]{{Name: "manage the snapshot", Run: manageSnapshot}},
		Answer: func(_ *pipeline.Exchange, w *managingSnapshot) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Answer(202, "snapshot", snapshots.View(w.made)), nil
		},
	}.Operation()
	return pipeline.OperationSet{
		Operations: map[string]pipeline.Operation{
			"volume-manage.manage": volume, "manageable-volumes.manage": volume,
			"snapshot-manage.manage": snapshot, "manageable-snapshots.manage": snapshot,
			"volume-manage.list": {Answer: listVolumes(false)}, "manageable-volumes.list": {Answer: listVolumes(false)},
			"volume-manage.detail": {Answer: listVolumes(true)}, "manageable-volumes.detail": {Answer: listVolumes(true)},
			"snapshot-manage.list": {Answer: listSnapshots(false)}, "manageable-snapshots.list": {Answer: listSnapshots(false)},
			"snapshot-manage.detail": {Answer: listSnapshots(true)}, "manageable-snapshots.detail": {Answer: listSnapshots(true)},
			"volumes.unmanage": pipeline.OperationOf[pipeline.Nothing]{
				Steps:  []pipeline.StepOf[pipeline.Nothing]{{Name: "forget the volume", Run: unmanage}},
				Answer: record.Accepted[pipeline.Nothing],
			}.Operation(),
		},
		Async: map[string]pipeline.Async{
			workManaged:         {Steps: []pipeline.Step{{Name: "find the volume in the storage", Run: managed}}},
			workSnapshotManaged: {Steps: []pipeline.Step{{Name: "find the snapshot in the storage", Run: snapshotManaged}}},
			workUnmanaged:       {Steps: []pipeline.Step{{Name: "forget the volume", Run: forget}}},
		},
	}
}

// managedClusters is the first microversion in which a cluster can be named.
var managedClusters = openapi.MustVersion("3.16")

func hostNamed(x *pipeline.Exchange, w *managing) *pipeline.Fault {
	host, cluster := w.Request.Host.Or(""), w.Request.Cluster.Or("")
	switch {
	case x.Version.AtLeast(managedClusters) && (host == "") == (cluster == ""):
		return record.InvalidInput(oneOfThem)
	case host == "" && cluster == "":
		return record.InvalidInput("Host field is missing.")
	}
	return nil
}

// hostThere finds the storage, by its host with or without the names of the storage and the pool. There are no clusters.
func hostThere(_ *pipeline.Exchange, w *managing) *pipeline.Fault {
	if host := w.Request.Host.Or(""); host != "" {
		if !onHost(host) {
			return pipeline.BadRequest("Host '%s' not found", host)
		}
		return nil
	}
	return pipeline.BadRequest("Cluster '%s' not found", w.Request.Cluster.Or(""))
}

// onHost tells whether a host is the one that has the volumes.
func onHost(host string) bool {
	service, _, _ := strings.Cut(host, "#")
	return service == record.VolumeService
}

func findType(x *pipeline.Exchange, w *managing) (f *pipeline.Fault) {
	if name := w.Request.Type.Or(""); name != "" {
		if w.kind, f = volumetypes.ByNameOrID(x, name); f != nil {
			return pipeline.BadRequest("Invalid volume type: Cannot find requested '%s' volume type", name)
		}
		return nil
	}
	w.kind, f = volumetypes.Default(x)
	return f
}

func manage(x *pipeline.Exchange, w *managing) *pipeline.Fault {
	r := w.Request
	v := &state.Volume{
		ID: x.Env.IDs.UUID(), Serial: x.Txn.Next("volumes"), TypeID: w.kind.ID, Multiattach: w.kind.Multiattach(), ProjectID: x.Caller.ProjectID,
		UserID: x.Caller.UserID, Status: "managing", AttachStatus: state.AttachDetached, Zone: record.Zone, Host: r.Host.Or(""),
		Bootable: bool(r.Bootable), Metadata: r.Metadata, Created: x.Now(),
	}
	r.Set(&v.Name, &v.Description)
	if v.Metadata == nil {
		v.Metadata = map[string]string{}
	}
	state.Volumes.Insert(x.Txn, v)
	x.SetSubject(v, policy.Target{ProjectID: v.ProjectID, UserID: v.UserID})
	x.Schedule(workManaged, v.ID, strings.TrimPrefix(r.Ref.Name, "volume-"))
	return nil
}

// managed gives a volume what the storage has, or sets it to error_managing if the storage has nothing of that name.
func managed(x *pipeline.Exchange) *pipeline.Fault {
	v, source := record.DueVolume(x), state.UnmanagedVolumes.Get(x.Txn, pipeline.Payload[string](x))
	switch {
	case v == nil:
	case source == nil:
		record.Put(x, v, func(v *state.Volume) { v.Status = "error_managing" })
	default:
		record.Put(x, v, func(v *state.Volume) {
			v.Status, v.Size, v.Content = state.VolumeAvailable, source.Size, source.Content
		})
		state.UnmanagedVolumes.Delete(x.Txn, source.ID)
	}
	return nil
}

func unmanage(x *pipeline.Exchange, _ *pipeline.Nothing) *pipeline.Fault {
	v := record.Volume(x)
	still := slices.Contains(deletion.Deletable, v.Status) && !record.Migrating(v) && v.GroupID == ""
	if !still || len(state.VolumeSnapshots.List(x.Txn, "volume", v.ID)) > 0 {
		return record.InvalidVolume("Volume status must be available or error or error_restoring or error_extending or error_managing and " +
			"must not be migrating, attached, belong to a group, have snapshots, awaiting a transfer, or be disassociated from snapshots after " +
			"volume transfer.")
	}
	record.Change(x, func(v *state.Volume) { v.Status = "unmanaging" })
	x.Schedule(workUnmanaged, v.ID, nil)
	return nil
}

func forget(x *pipeline.Exchange) *pipeline.Fault {
	if v := record.DueVolume(x); v != nil {
		state.UnmanagedVolumes.Insert(x.Txn, v)
		record.Remove(x, v.ID)
	}
	return nil
}

func manageSnapshot(x *pipeline.Exchange, w *managingSnapshot) *pipeline.Fault {
	r := w.Request
	v := record.Visible(x, r.VolumeID)
	if v == nil {
		return record.NotFound(r.VolumeID)
	}
	s := &state.VolumeSnapshot{
		ID: x.Env.IDs.UUID(), Serial: x.Txn.Next("volume-snapshots"), VolumeID: v.ID, ProjectID: x.Caller.ProjectID, UserID: x.Caller.UserID,
		Size: v.Size, Status: "creating", Progress: "0%", TypeID: v.TypeID, Metadata: r.Metadata, Content: v.Content, Created: x.Now(),
	}
	r.Set(&s.Name, &s.Description)
	if s.Metadata == nil {
		s.Metadata = map[string]string{}
	}
	state.VolumeSnapshots.Insert(x.Txn, s)
	w.made = s
	x.Schedule(workSnapshotManaged, s.ID, strings.TrimPrefix(r.Ref.Name, "snapshot-"))
	return nil
}

// snapshotManaged gives a snapshot what the storage has, or sets it to error if the storage has nothing of that name.
func snapshotManaged(x *pipeline.Exchange) *pipeline.Fault {
	s, source := state.VolumeSnapshots.Get(x.Txn, x.Event.Resource), state.UnmanagedSnapshots.Get(x.Txn, pipeline.Payload[string](x))
	switch {
	case s == nil:
	case source == nil:
		snapshots.Put(x, s, func(s *state.VolumeSnapshot) { s.Status = "error" })
	default:
		snapshots.Put(x, s, func(s *state.VolumeSnapshot) { s.Status, s.Progress, s.Content = "available", "100%", source.Content })
		state.UnmanagedSnapshots.Delete(x.Txn, source.ID)
	}
	return nil
}
