package blockstorage

import (
	"maps"
	"slices"
	"strings"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/policy"
	"plumbline/mockcloud/state"
	"plumbline/openapi"
)

var snapshotOperations = map[string]pipeline.Operation{
	"snapshots.list":   {Answer: listSnapshots},
	"snapshots.detail": {Answer: listSnapshots},
	"snapshots.show":   {Answer: answerSnapshot(200)},
	"snapshots.create": {
		Steps: []pipeline.Step{
			{Name: "find the volume", Run: findSnapshotVolume},
			{Name: "force is for volumes in use", Run: readForce},
			{Name: "the volume can be copied", Run: canSnapshot},
			{Name: "quota", Run: quotaAllowsSnapshot},
			{Name: "take the snapshot", Run: createSnapshot},
		},
		Policy: func(*pipeline.Exchange) *pipeline.Fault { return nil }, // after the look-up of the volume
		Answer: answerSnapshot(202),
	},
	"snapshots.update": {
		Steps: []pipeline.Step{{Name: "change the snapshot", Run: func(x *pipeline.Exchange) *pipeline.Fault {
			changeSnapshot(x, func(s *state.VolumeSnapshot) {
				s.Name, s.Description = names(x.Inner("snapshot"), s.Name, s.Description)
			})
			return nil
		}}},
		Answer: answerSnapshot(200),
	},
	"snapshots.delete": {
		Steps: []pipeline.Step{
			{Name: "the snapshot can go", Run: func(x *pipeline.Exchange) *pipeline.Fault {
				if s := pipeline.Subject[state.VolumeSnapshot](x).Status; s != "available" && s != "error" {
					return invalidSnapshot("Snapshot status must be available or error and must not be part of a group.")
				}
				return nil
			}},
			{Name: "delete the snapshot", Run: func(x *pipeline.Exchange) *pipeline.Fault {
				s := changeSnapshot(x, func(s *state.VolumeSnapshot) { s.Status = "deleting" })
				x.Later("snapshots.deleted", s.ID, nil)
				return nil
			}},
		},
		Answer: gone,
	},
	"snapshots.reset-status": {
		Steps: []pipeline.Step{{Name: "set the status", Run: func(x *pipeline.Exchange) *pipeline.Fault {
			changeSnapshot(x, func(s *state.VolumeSnapshot) { s.Status = resetTo(x, "status") })
			return nil
		}}},
		Answer: accepted,
	},
}

var snapshotWork = map[string]pipeline.Async{
	"snapshots.created": {
		Steps: []pipeline.Step{{Name: "take the snapshot", Run: func(x *pipeline.Exchange) *pipeline.Fault {
			if s := state.VolumeSnapshots.Get(x.Txn, x.Event.Resource); s != nil && s.Status == "creating" {
				putSnapshot(x, s, func(s *state.VolumeSnapshot) { s.Status, s.Progress = "available", "100%" })
			}
			return nil
		}}},
		Failed: func(x *pipeline.Exchange, _ *pipeline.Fault) {
			if s := state.VolumeSnapshots.Get(x.Txn, x.Event.Resource); s != nil {
				putSnapshot(x, s, func(s *state.VolumeSnapshot) { s.Status = "error" })
			}
		},
	},
	"snapshots.deleted": {Steps: []pipeline.Step{{Name: "delete the snapshot", Run: func(x *pipeline.Exchange) *pipeline.Fault {
		state.VolumeSnapshots.Delete(x.Txn, x.Event.Resource)
		return nil
	}}}},
}

// snapshotInUse is the first microversion in which volumes in use are copied without force.
var snapshotInUse = openapi.MustVersion("3.66")

func findSnapshot(x *pipeline.Exchange, id string) *pipeline.Fault {
	s := snapshotFor(x, id)
	if s == nil {
		return noSnapshot(id)
	}
	x.Found(s, policy.Target{ProjectID: s.ProjectID, UserID: s.UserID})
	return nil
}

func snapshotFor(x *pipeline.Exchange, id string) *state.VolumeSnapshot {
	s := state.VolumeSnapshots.Get(x.Txn, id)
	if s == nil || !x.Caller.Admin() && s.ProjectID != x.Caller.ProjectID {
		return nil
	}
	return s
}

func noSnapshot(id string) *pipeline.Fault {
	return pipeline.NotFound("Snapshot %s could not be found.", id)
}

func putSnapshot(x *pipeline.Exchange, before *state.VolumeSnapshot, how func(*state.VolumeSnapshot)) *state.VolumeSnapshot {
	s := *before
	how(&s)
	now := x.Now()
	s.Updated = &now
	state.VolumeSnapshots.Insert(x.Txn, &s)
	return &s
}

func changeSnapshot(x *pipeline.Exchange, how func(*state.VolumeSnapshot)) *state.VolumeSnapshot {
	s := putSnapshot(x, pipeline.Subject[state.VolumeSnapshot](x), how)
	x.Found(s, policy.Target{ProjectID: s.ProjectID, UserID: s.UserID})
	return s
}

func findSnapshotVolume(x *pipeline.Exchange) *pipeline.Fault {
	id := openapi.Str(x.Inner("snapshot")["volume_id"])
	if f := findVolume(x, id); f != nil {
		return f
	}
	return x.Demand("volume:create_snapshot")
}

// copying is how a volume is copied.
type copying struct{ inUse bool }

func readForce(x *pipeline.Exchange) *pipeline.Fault {
	work := pipeline.Work[copying](x)
	work.inUse = x.Version.AtLeast(snapshotInUse)
	force, given := x.Inner("snapshot")["force"]
	if !given {
		return nil
	}
	if work.inUse && !truth(force) {
		return pipeline.BadRequest("Since microversion 3.66 the 'force' flag is invalid for this request.  For backward compatability, however, " +
			"when the 'force' flag is passed with a value evaluating to True, it is silently ignored.")
	}
	work.inUse = work.inUse || truth(force)
	return nil
}

func canSnapshot(x *pipeline.Exchange) *pipeline.Fault {
	v := pipeline.Subject[state.Volume](x)
	allowed := []string{"available"}
	if pipeline.Work[copying](x).inUse {
		allowed = append(allowed, "in-use")
	}
	switch {
	case v.Host == "":
		return invalidVolume("The snapshot cannot be created because volume has not been scheduled to any host.")
	case v.Status == state.VolumeMaintenance:
		return invalidVolume("The snapshot cannot be created when the volume is in maintenance mode.")
	case v.Status == state.VolumeError:
		return invalidVolume("The snapshot cannot be created when the volume is in error status.")
	case !slices.Contains(allowed, string(v.Status)):
		return invalidVolume("Volume %s status must be %s, but current status is: %s.", v.ID, strings.Join(allowed, ", "), v.Status)
	}
	return nil
}

func quotaAllowsSnapshot(x *pipeline.Exchange) *pipeline.Fault {
	if f := allowsGigabytes(x, x.Caller.ProjectID, pipeline.Subject[state.Volume](x).Size); f != nil {
		return f
	}
	most := limitOf(x, x.Caller.ProjectID, "snapshots")
	if most >= 0 && sumsOf(x, x.Caller.ProjectID).snapshots >= most {
		return overQuota("SnapshotLimitExceeded", "Maximum number of snapshots allowed (%d) exceeded", most)
	}
	return nil
}

func createSnapshot(x *pipeline.Exchange) *pipeline.Fault {
	v, body := pipeline.Subject[state.Volume](x), x.Inner("snapshot")
	s := &state.VolumeSnapshot{
		ID: x.Env.IDs.UUID(), Serial: x.Txn.Next("volume-snapshots"), VolumeID: v.ID, ProjectID: x.Caller.ProjectID, UserID: x.Caller.UserID,
		Size: v.Size, Status: "creating", Progress: "0%", TypeID: v.TypeID, Metadata: map[string]string{}, ImageMetadata: maps.Clone(v.ImageMetadata),
		Content: v.Content, Bootable: v.Bootable, Created: x.Now(),
	}
	s.Name, s.Description = names(body, nil, nil)
	if given, ok := body["metadata"].(map[string]any); ok {
		s.Metadata = texts(given)
	}
	state.VolumeSnapshots.Insert(x.Txn, s)
	x.Found(s, policy.Target{ProjectID: s.ProjectID, UserID: s.UserID})
	x.Later("snapshots.created", s.ID, nil)
	return nil
}

func answerSnapshot(status int) pipeline.Behaviour {
	return func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		return pipeline.Answer(status, "snapshot", viewSnapshot(pipeline.Subject[state.VolumeSnapshot](x))), nil
	}
}

func viewSnapshot(s *state.VolumeSnapshot) map[string]any {
	return map[string]any{
		"id": s.ID, "name": s.Name, "description": s.Description, "volume_id": s.VolumeID, "status": s.Status, "size": s.Size,
		"created_at": stamp(&s.Created), "updated_at": stamp(s.Updated), "metadata": maps.Clone(s.Metadata), "group_snapshot_id": nil,
		"user_id": s.UserID, "consumes_quota": true, "os-extended-snapshot-attributes:progress": s.Progress,
		"os-extended-snapshot-attributes:project_id": s.ProjectID,
	}
}

var snapshotFilters = []string{"name", "status", "volume_id", "metadata", "availability_zone", "consumes_quota"}

func listSnapshots(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	p, f := readPage(x)
	if f != nil {
		return nil, f
	}
	f = p.readCount(x)
	strict := x.Version.AtLeast(strictFilters)
	known := snapshotFilters
	if !strict {
		if known = []string{"name", "status", "volume_id", "metadata"}; !x.Version.AtLeast(openapi.MustVersion("3.22")) {
			delete(p.filters, "metadata")
		}
	}
	if f == nil {
		f = p.reject(x, strict, known...)
	}
	if f != nil {
		return nil, f
	}
	all := x.Caller.Admin() && truth(p.filters.Get("all_tenants"))
	delete(p.filters, "all_tenants")
	var rows []row
	for s := range snapshotsSeen(x, all) {
		r := row{
			id: s.ID, serial: s.Serial,
			fields: map[string]any{
				"id": s.ID, "name": s.Name, "display_name": s.Name, "description": s.Description, "status": s.Status, "volume_id": s.VolumeID,
				"metadata": s.Metadata, "availability_zone": Zone, "consumes_quota": true, "size": s.Size, "volume_size": s.Size,
				"user_id": s.UserID, "project_id": s.ProjectID,
			},
			item: pipeline.Item{Record: s, Render: func() any { return viewSnapshot(s) }},
		}
		if p.passes(r.fields) {
			rows = append(rows, r)
		}
	}
	total := len(rows)
	rows, f = p.cut(rows, func(marker string) *pipeline.Fault {
		if snapshotFor(x, marker) == nil {
			return noSnapshot(marker)
		}
		return nil
	}, []string{"updated_at", "name", "display_name", "status", "volume_id", "volume_size", "user_id", "project_id"})
	if f != nil {
		return nil, f
	}
	return p.answer(x, "snapshots", "snapshots_links", total, rows)
}

func snapshotsSeen(x *pipeline.Exchange, all bool) func(func(*state.VolumeSnapshot) bool) {
	if all {
		return state.VolumeSnapshots.All(x.Txn)
	}
	return state.VolumeSnapshots.Each(x.Txn, "project", x.Caller.ProjectID)
}
