package migration

import (
	"strings"

	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/blockstorage/storage"
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// toClusters is the first microversion in which a volume can be moved to a cluster.
var toClusters = openapi.MustVersion("3.16")

// workMigrated is the scheduled work that moves the volume.
const workMigrated = "volumes.migrated"

// pool is the only pool of the volume service.
const pool = "file"

// moving holds the values that the steps of volumes.migrate share. Whether the storage moves a volume or copies it makes no difference.
type moving struct {
	Request struct {
		Host    body.Opt[string] `json:"host"`
		Cluster body.Opt[string] `json:"cluster"`
		Lock    body.Bool        `json:"lock_volume"`
	} `body:"os-migrate_volume"`
}

func (w *moving) host() string    { return w.Request.Host.Or("") }
func (w *moving) cluster() string { return w.Request.Cluster.Or("") }

// Operations holds volumes.migrate and volumes.complete-migration, and the scheduled work.
func Operations() pipeline.OperationSet {
	return pipeline.OperationSet{
		Operations: map[string]pipeline.Operation{
			"volumes.migrate": pipeline.OperationOf[moving]{
				Steps: []pipeline.StepOf[moving]{
					{Name: "one target", Run: oneTarget},
					{Name: "the target is there", Run: targetThere},
					{Name: "the volume can be moved", Run: canMove},
					{Name: "move the volume", Run: begin},
				},
				Answer: record.Accepted[moving],
			}.Operation(),
			"volumes.complete-migration": pipeline.OperationOf[completion]{
				Steps: []pipeline.StepOf[completion]{
					{Name: "find the new volume", Run: findNew},
					{Name: "neither is on its way", Run: neitherMigrates},
					{Name: "the attachments can change", Run: canSwap},
					{Name: "the new volume is attached instead", Run: swap},
				},
				Answer: answerCompletion,
			}.Operation(),
		},
		Async: map[string]pipeline.Async{
			workMigrated: pipeline.AsyncOf[string]{
				Steps: []pipeline.StepOf[string]{{Name: "move the volume", Run: move}}, Failed: fail,
			}.Async(),
		},
	}
}

func oneTarget(x *pipeline.Exchange, w *moving) *pipeline.Fault {
	switch {
	case (w.host() == "") != (w.cluster() == ""):
		return nil
	case x.Version.AtLeast(toClusters):
		return record.InvalidInput("One and only one of cluster and host must be set.")
	}
	return record.InvalidInput("Host field is missing.")
}

// targetThere refuses hosts whose service is not there, and clusters: the mock has none.
func targetThere(x *pipeline.Exchange, w *moving) *pipeline.Fault {
	if w.cluster() == "" && storage.TakesVolumes(x, w.host()) {
		return nil
	}
	return pipeline.BadRequest("Invalid host: No available service named '%s'", w.cluster()+w.host())
}

func canMove(x *pipeline.Exchange, w *moving) *pipeline.Fault {
	v := record.Volume(x)
	still := v.Status == state.VolumeAvailable || v.Status == state.VolumeInUse
	if still && !record.Migrating(v) && v.GroupID == "" && v.Host != w.host() && len(state.VolumeSnapshots.List(x.Txn, "volume", v.ID)) == 0 {
		return nil
	}
	return record.InvalidVolume("Volume %s status must be available or in-use, must not be migrating, have snapshots, be replicated, be part of "+
		"a group and destination host/cluster must be different than the current one", v.ID)
}

func begin(x *pipeline.Exchange, w *moving) *pipeline.Fault {
	v := record.Change(x, func(v *state.Volume) {
		v.MigrationStatus = "starting"
		if bool(w.Request.Lock) && v.Status == state.VolumeAvailable {
			v.Status, v.PreviousStatus = state.VolumeMaintenance, v.Status
		}
	})
	x.Schedule(workMigrated, v.ID, w.host())
	return nil
}

// move takes a volume to the pool, or refuses a pool that is not there.
func move(x *pipeline.Exchange, host *string) *pipeline.Fault {
	v := record.DueVolume(x)
	if v == nil {
		return nil
	}
	if _, wanted, named := strings.Cut(*host, "#"); named && wanted != pool {
		end(x, v, "error")
		return nil
	}
	end(x, record.Put(x, v, func(v *state.Volume) {
		v.Host, v.NameID = record.VolumeService+"#"+pool, x.Env.IDs.UUID()
	}), "success")
	return nil
}

func fail(x *pipeline.Exchange, _ *string, _ *pipeline.Fault) {
	if v := record.DueVolume(x); v != nil {
		end(x, v, "error")
	}
}

// end records how a migration ended, and unlocks a volume that was locked for it.
func end(x *pipeline.Exchange, v *state.Volume, how string) {
	record.Put(x, v, func(v *state.Volume) {
		v.MigrationStatus = how
		if v.Status == state.VolumeMaintenance && v.PreviousStatus != "" {
			v.Status, v.PreviousStatus = v.PreviousStatus, ""
		}
	})
}
