package snapshots

import (
	"maps"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/blockstorage/quotas"
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// creation holds the values that the steps of snapshots.create share.
type creation struct {
	Request struct {
		record.Names
		VolumeID body.Opt[string]    `json:"volume_id"`
		Force    body.Opt[body.Bool] `json:"force"`
		Metadata map[string]string   `json:"metadata"`
	} `body:"snapshot"`
	// inUse tells that the volume may be in use while it is copied.
	inUse bool
}

// copiesInUse is the first microversion in which volumes in use can be copied without force.
var copiesInUse = openapi.MustVersion("3.66")

func findVolume(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	if f := record.FindVolume(x, w.Request.VolumeID.Or("None")); f != nil {
		return f
	}
	return x.Demand("volume:create_snapshot")
}

func readForce(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	w.inUse = x.Version.AtLeast(copiesInUse)
	if !w.Request.Force.Given() {
		return nil
	}
	force := bool(w.Request.Force.Or(false))
	if w.inUse && !force {
		return pipeline.BadRequest(
			"Since microversion 3.66 the 'force' flag is invalid for this request.  For backward compatability, however, " +
				"when the 'force' flag is passed with a value evaluating to True, it is silently ignored.")
	}
	w.inUse = w.inUse || force
	return nil
}

func canCopy(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	v := record.Volume(x)
	if f := record.NotFrozen(x, v.Host); f != nil {
		return f
	}
	allowed := []string{"available"}
	if w.inUse {
		allowed = append(allowed, "in-use")
	}
	switch {
	case v.Host == "":
		return record.InvalidVolume("The snapshot cannot be created because volume has not been scheduled to any host.")
	case v.Status == state.VolumeMaintenance:
		return record.InvalidVolume("The snapshot cannot be created when the volume is in maintenance mode.")
	case v.Status == state.VolumeError:
		return record.InvalidVolume("The snapshot cannot be created when the volume is in error status.")
	case !slices.Contains(allowed, string(v.Status)):
		return record.InvalidVolume("Volume %s status must be %s, but current status is: %s.", v.ID, strings.Join(allowed, ", "), v.Status)
	}
	return nil
}

func quotaAllows(x *pipeline.Exchange, _ *creation) *pipeline.Fault {
	return quotas.AllowSnapshots(x, x.Caller.ProjectID, 1, record.Volume(x).Size, 0)
}

func create(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	v := record.Volume(x)
	s := &state.VolumeSnapshot{
		ID: x.Env.IDs.UUID(), Serial: x.Txn.Next("volume-snapshots"), VolumeID: v.ID, ProjectID: x.Caller.ProjectID, UserID: x.Caller.UserID,
		Size: v.Size, Status: "creating", Progress: "0%", TypeID: v.TypeID, Metadata: w.Request.Metadata, ImageMetadata: maps.Clone(
			v.ImageMetadata),
		Content: v.Content, Bootable: v.Bootable, Created: x.Now(),
	}
	w.Request.Set(&s.Name, &s.Description)
	if s.Metadata == nil {
		s.Metadata = map[string]string{}
	}
	state.VolumeSnapshots.Insert(x.Txn, s)
	x.SetSubject(s, policy.Target{ProjectID: s.ProjectID, UserID: s.UserID})
	x.Schedule(workCreated, s.ID, nil)
	return nil
}
