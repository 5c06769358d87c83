package record

import (
	"iter"
	"maps"
	"slices"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
)

// Zone is the availability zone of volumes that ask for none.
const Zone = "nova"

// Zones are the availability zones of volumes: one; those of the compute hosts where servers may only have volumes of their own zone
// (nova, cross_az_attach), since a deployment of the kind has storage in each.
func Zones(x *pipeline.Exchange) []string {
	out := []string{Zone}
	if x.Env.Settings().CrossAZAttach {
		return out
	}
	for a := range state.Aggregates.All(x.Txn) {
		if z := a.Zone(); z != "" && !slices.Contains(out, z) {
			out = append(out, z)
		}
	}
	slices.Sort(out)
	return out
}

// VolumeBinary is the service that has all volumes, VolumeService its host, Host that of the volumes: with the pool.
const (
	VolumeBinary  = "cinder-volume"
	VolumeService = "controller@file"
	Host          = VolumeService + "#file"
)

// SetAdminMetadata sets an item of the service's own notes about a volume; "" removes it.
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

// FindVolume looks up a volume that the caller may see: one of their project, or any for administrators.
func FindVolume(x *pipeline.Exchange, id string) *pipeline.Fault {
	v := Visible(x, id)
	if v == nil {
		return NotFound(id)
	}
	x.SetSubject(v, policy.Target{ProjectID: v.ProjectID, UserID: v.UserID})
	return nil
}

// Visible is a volume that the caller may see, nil when there is none.
func Visible(x *pipeline.Exchange, id string) *state.Volume {
	v := state.Volumes.Get(x.Txn, id)
	if v == nil || !x.Caller.Admin() && v.ProjectID != x.Caller.ProjectID {
		return nil
	}
	return v
}

// VisibleVolumes are the volumes for a list: of all projects, or of the caller's.
func VisibleVolumes(x *pipeline.Exchange, all bool) iter.Seq[*state.Volume] {
	if all {
		return state.Volumes.All(x.Txn)
	}
	return state.Volumes.ByKey(x.Txn, "project", x.Caller.ProjectID)
}

// NotFound is the fault for a volume that does not exist.
func NotFound(id string) *pipeline.Fault {
	return pipeline.NotFound("Volume %s could not be found.", id)
}

// Volume is the volume of the request's path.
func Volume(x *pipeline.Exchange) *state.Volume { return pipeline.Subject[state.Volume](x) }

// Change stores a changed copy of the volume of the request's path.
func Change(x *pipeline.Exchange, how func(*state.Volume)) *state.Volume {
	v := Put(x, Volume(x), how)
	x.SetSubject(v, policy.Target{ProjectID: v.ProjectID, UserID: v.UserID})
	return v
}

// Put stores a changed copy of a volume.
func Put(x *pipeline.Exchange, before *state.Volume, how func(*state.Volume)) *state.Volume {
	v := *before
	how(&v)
	now := x.Now()
	v.Updated = &now
	state.Volumes.Insert(x.Txn, &v)
	return &v
}

// Remove takes a volume away, and the offers to hand it over.
func Remove(x *pipeline.Exchange, id string) {
	for _, t := range state.VolumeTransfers.List(x.Txn, "volume", id) {
		state.VolumeTransfers.Delete(x.Txn, t.ID)
	}
	state.Volumes.Delete(x.Txn, id)
}

// Migrating tells whether a volume is on its way to another host.
func Migrating(v *state.Volume) bool {
	return !slices.Contains([]string{"", "deleting", "error", "success"}, v.MigrationStatus)
}

// NotInMaintenance refuses to change a volume in the status maintenance.
func NotInMaintenance[W any](x *pipeline.Exchange, _ *W) *pipeline.Fault {
	if Volume(x).Status == state.VolumeMaintenance {
		return InvalidVolume("The volume cannot be updated during maintenance.")
	}
	return nil
}
