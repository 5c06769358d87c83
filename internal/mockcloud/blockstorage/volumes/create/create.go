package create

import (
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/blockstorage/volumes"
	"plumbline/internal/mockcloud/blockstorage/volumetypes"
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
)

// request is the object under "volume".
type request struct {
	record.Names
	Type             string                `json:"volume_type"`
	Size             body.Opt[record.Size] `json:"size"`
	SnapshotID       string                `json:"snapshot_id"`
	SourceID         string                `json:"source_volid"`
	ConsistencyGroup string                `json:"consistencygroup_id"`
	Group            body.Opt[string]      `json:"group_id"`
	Backup           string                `json:"backup_id"`
	ImageRef         body.Opt[string]      `json:"imageRef"`
	ImageID          body.Opt[string]      `json:"image_id"`
	Zone             string                `json:"availability_zone"`
	Multiattach      body.Opt[body.Bool]   `json:"multiattach"`
	Metadata         map[string]string     `json:"metadata"`
}

// creation holds the values that the steps of volumes.create share: the request, and the resources that it names.
type creation struct {
	Request request `body:"volume"`
	// kind is the volume type that the request names, nil when it names none.
	kind     *state.VolumeType
	snapshot *state.VolumeSnapshot
	source   *state.Volume
	image    *state.Image
	// group is the group that the volume is to be in, nil for none.
	group *state.VolumeGroup
	size  int
}

// Operations holds volumes.create, and the scheduled work that fills the volume.
func Operations() pipeline.OperationSet {
	return pipeline.OperationSet{
		Operations: map[string]pipeline.Operation{
			"volumes.create": pipeline.OperationOf[creation]{
				Formats: sizeInRange,
				Steps: []pipeline.StepOf[creation]{
					{Name: "find the type", Run: findType},
					{Name: "find the source", Run: findSource},
					{Name: "find the image", Run: findImage},
					{Name: "several servers are a matter of the type", Run: refuseMultiattachFlag},
					{Name: "may create", Run: mayCreate},
					{Name: "there is a size", Run: readSize},
					{Name: "the type fits the group", Run: typeFitsGroup},
					{Name: "the type fits the source", Run: typeFitsSource},
					{Name: "one source", Run: oneSource},
					{Name: "the source is ready", Run: sourceReady},
					{Name: "the group is ready", Run: groupReady},
					{Name: "the size fits the source", Run: sizeFitsSource},
					{Name: "the image fits", Run: imageFits},
					{Name: "the zone is there", Run: zoneThere},
					{Name: "quota", Run: quotaAllows},
					{Name: "create the volume", Run: create},
				},
				Answer: func(x *pipeline.Exchange, _ *creation) (*pipeline.Response, *pipeline.Fault) {
					return pipeline.Answer(202, "volume", volumes.View(x, record.Volume(x))), nil
				},
			}.Operation(),
		},
		Async: work(),
	}
}

func sizeInRange(_ *pipeline.Exchange, w *creation) *pipeline.Fault {
	return w.Request.Size.Or(record.Size{}).Check("size")
}

// zone is the zone asked for, or that of the source.
func (w *creation) zone(x *pipeline.Exchange) string {
	switch {
	case w.Request.Zone != "":
		return w.Request.Zone
	case w.source != nil:
		return w.source.Zone
	case w.snapshot != nil:
		if v := state.Volumes.Get(x.Txn, w.snapshot.VolumeID); v != nil {
			return v.Zone
		}
	}
	return record.Zone
}

func create(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	kind, f := w.typeOf(x)
	if f != nil {
		return f
	}
	v := &state.Volume{
		ID: x.Env.IDs.UUID(), Serial: x.Txn.Next("volumes"), Size: w.size, TypeID: kind.ID, Multiattach: kind.Multiattach(),
		ProjectID: x.Caller.ProjectID, UserID: x.Caller.UserID, Status: state.VolumeCreating, AttachStatus: state.AttachDetached,
		Zone: w.zone(x), Metadata: w.Request.Metadata, Created: x.Now(),
	}
	w.Request.Set(&v.Name, &v.Description)
	if w.group != nil {
		v.GroupID = w.group.ID
	}
	if v.Metadata == nil {
		v.Metadata = map[string]string{}
	}
	from := filling{}
	switch {
	case w.source != nil:
		v.SourceVolumeID, v.Bootable, from.Volume = w.source.ID, w.source.Bootable, w.source.ID
	case w.snapshot != nil:
		v.SnapshotID, v.Bootable, from.Snapshot = w.snapshot.ID, w.snapshot.Bootable, w.snapshot.ID
	case w.image != nil:
		from.Image = w.image.ID
	}
	state.Volumes.Insert(x.Txn, v)
	x.SetSubject(v, policy.Target{ProjectID: v.ProjectID, UserID: v.UserID})
	x.Schedule(workCreated, v.ID, from)
	return nil
}

// typeOf is the type of the volume: the requested one, that of the source, the one that the image names, or the default.
func (w *creation) typeOf(x *pipeline.Exchange) (*state.VolumeType, *pipeline.Fault) {
	switch {
	case w.kind != nil:
		return w.kind, nil
	case w.source != nil:
		return state.VolumeTypes.Get(x.Txn, w.source.TypeID), nil
	case w.snapshot != nil:
		return state.VolumeTypes.Get(x.Txn, w.snapshot.TypeID), nil
	case w.image != nil && w.image.Properties["cinder_img_volume_type"] != "":
		return volumetypes.ByNameOrID(x, w.image.Properties["cinder_img_volume_type"])
	}
	return volumetypes.Default(x)
}
