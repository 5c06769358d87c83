package record

import (
	"iter"
	"maps"

	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/policy"
	"plumbline/mockcloud/internal/state"
)

// Zone is the one zone that volumes are in.
const Zone = "nova"

// SetAdminMetadata sets what the service itself notes about a volume; "" takes it away.
func SetAdminMetadata(v *state.Volume, key, value string) {
	noted := maps.Clone(v.AdminMetadata)
	if noted == nil {
		noted = map[string]string{}
	}
	if noted[key] = value; value == "" {
		delete(noted, key)
	}
	v.AdminMetadata = noted
}

// FindVolume finds a volume that the caller may know of: of their project, or any for administrators.
func FindVolume(x *pipeline.Exchange, id string) *pipeline.Fault {
	v := Visible(x, id)
	if v == nil {
		return NotFound(id)
	}
	x.SetSubject(v, policy.Target{ProjectID: v.ProjectID, UserID: v.UserID})
	return nil
}

// Visible is a volume that the caller may know of, nil when there is none.
func Visible(x *pipeline.Exchange, id string) *state.Volume {
	v := state.Volumes.Get(x.Txn, id)
	if v == nil || !x.Caller.Admin() && v.ProjectID != x.Caller.ProjectID {
		return nil
	}
	return v
}

// VisibleVolumes are the volumes that a list is made of: of all projects, or of the caller's.
func VisibleVolumes(x *pipeline.Exchange, all bool) iter.Seq[*state.Volume] {
	if all {
		return state.Volumes.All(x.Txn)
	}
	return state.Volumes.ByKey(x.Txn, "project", x.Caller.ProjectID)
}

// NotFound is the fault of a volume that is not there.
func NotFound(id string) *pipeline.Fault {
	return pipeline.NotFound("Volume %s could not be found.", id)
}

// Volume is the volume that the exchange is about.
func Volume(x *pipeline.Exchange) *state.Volume { return pipeline.Subject[state.Volume](x) }

// Change replaces the volume that the exchange is about by a changed copy.
func Change(x *pipeline.Exchange, how func(*state.Volume)) *state.Volume {
	v := Put(x, Volume(x), how)
	x.SetSubject(v, policy.Target{ProjectID: v.ProjectID, UserID: v.UserID})
	return v
}

// Put replaces a volume by a changed copy.
func Put(x *pipeline.Exchange, before *state.Volume, how func(*state.Volume)) *state.Volume {
	v := *before
	how(&v)
	now := x.Now()
	v.Updated = &now
	state.Volumes.Insert(x.Txn, &v)
	return &v
}

// NotInMaintenance refuses to change a volume that is being maintained.
func NotInMaintenance[W any](x *pipeline.Exchange, _ *W) *pipeline.Fault {
	if Volume(x).Status == state.VolumeMaintenance {
		return InvalidVolume("The volume cannot be updated during maintenance.")
	}
	return nil
}
