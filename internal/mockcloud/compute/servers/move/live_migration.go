package move

import (
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/compute/schedule"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// checksLater is the microversion from which obstacles on the destination are found only after the answer.
var checksLater = openapi.MustVersion("2.34")

const workLive = "servers.live-migrated"

// live is a request to move a server while it runs.
type live struct {
	Request struct {
		Host  body.Opt[string] `json:"host"`
		Force body.Bool        `json:"force"`
	} `body:"os-migrateLive"`
}

func liveSteps() []pipeline.StepOf[live] {
	return []pipeline.StepOf[live]{
		{Name: "nobody can be forced to a host that is not named", Run: func(_ *pipeline.Exchange, w *live) *pipeline.Fault {
			return forcedNowhere(w.Request.Force, w.Request.Host)
		}},
		{Name: "host is there", Run: liveHost},
		{Name: "begin to migrate", Run: liveBegin},
	}
}

func forcedNowhere(force body.Bool, host body.Opt[string]) *pipeline.Fault {
	if force && host.Or("") == "" {
		return pipeline.BadRequest("Can't force to a non-provided destination")
	}
	return nil
}

// liveHost refuses an unknown host; up to 2.33 also one that cannot take the server.
func liveHost(x *pipeline.Exchange, w *live) *pipeline.Fault {
	s, name := record.Server(x), w.Request.Host.Or("")
	if name != "" && state.Hosts.Get(x.Txn, name) == nil {
		return pipeline.BadRequest("Compute host %s could not be found.", name)
	}
	if !x.Version.Less(checksLater) {
		return nil
	}
	if name == s.Host {
		return pipeline.BadRequest("Unable to migrate instance (%s) to current host (%s).", s.ID, name)
	}
	if destination(x, s, schedule.Placement{Takes: s.Takes(), Host: name, Zone: schedule.SchedulerZone(x, s.PinnedZone)}) == nil {
		return pipeline.BadRequest("No valid host was found. There are not enough hosts available.")
	}
	return nil
}

func mayNameLive(x *pipeline.Exchange, w *live) *pipeline.Fault {
	if f := x.Demand(x.Operation.Policy); f != nil || w.Request.Host.Or("") == "" {
		return f
	}
	return x.Demand("os_compute_api:os-migrate-server:migrate_live:host")
}

func liveBegin(x *pipeline.Exchange, w *live) *pipeline.Fault {
	before := record.Server(x)
	m := newMigration(x, before, "live-migration", "running")
	m.NewFlavor = m.OldFlavor
	state.Migrations.Insert(x.Txn, m)
	s := record.Change(x, func(s *state.Server) { s.TaskState = state.TaskMigrating })
	record.ActionBegan(x, s.ID, "live-migration")
	x.Schedule(workLive, s.ID, goal{Host: w.Request.Host.Or(""), Migration: m.Serial})
	return nil
}

// liveMigrated puts the server on its new host, with its state unchanged. If there is no host, the server stays, and its action
// records the failure.
func liveMigrated(x *pipeline.Exchange, w *goal) *pipeline.Fault {
	s := record.Server(x)
	m := state.Migrations.Get(x.Txn, state.MigrationID(w.Migration))
	if s == nil || s.TaskState != state.TaskMigrating || m == nil || m.Status == "cancelled" {
		return nil
	}
	to := destination(x, s, schedule.Placement{Takes: s.Takes(), Host: w.Host, Zone: schedule.SchedulerZone(x, s.PinnedZone)})
	if to == nil {
		noHost(x, s, w.Migration, "conductor_live_migrate_instance")
		return nil
	}
	from := s.Host
	record.Notify(x, s, "live_migration_pre.start")
	recordArrival(x, w.Migration, to, "completed")
	s = record.Change(x, func(s *state.Server) {
		schedule.PutOnHost(s, to)
		s.TaskState = state.TaskNone
	})
	record.EventEnded(x, s.ID, "compute_check_can_live_migrate_destination", s.Host, record.Succeeded)
	record.EventEnded(x, s.ID, "compute_check_can_live_migrate_source", from, record.Succeeded)
	record.EventEnded(x, s.ID, "compute_pre_live_migration", s.Host, record.Succeeded)
	record.EventEnded(x, s.ID, "compute_live_migration", from, record.Succeeded)
	record.EventEnded(x, s.ID, "compute_post_live_migration_at_destination", s.Host, record.Succeeded)
	record.EventEnded(x, s.ID, "conductor_live_migrate_instance", record.Controller, record.Succeeded)
	record.Notify(x, s, "live_migration_post_dest.end")
	return nil
}

// abort cancels a live migration.
func abort(x *pipeline.Exchange) *pipeline.Fault {
	m, f := underWay(x)
	if f != nil {
		return f
	}
	setStatus(x, m.Serial, "cancelled")
	s := record.Change(x, func(s *state.Server) { s.TaskState = state.TaskNone })
	record.ActionBegan(x, s.ID, "live_migration_cancel")
	record.EventEnded(x, s.ID, "compute_live_migration_abort", s.Host, record.Succeeded)
	return nil
}

// complete ends a live migration: its work is due at the next look at the server.
func complete(x *pipeline.Exchange) *pipeline.Fault {
	m, f := underWay(x)
	if f != nil {
		f.Status = 400
		return f
	}
	s := record.Server(x)
	record.ActionBegan(x, s.ID, "live_migration_force_complete")
	record.EventEnded(x, s.ID, "compute_live_migration_force_complete", s.Host, record.Succeeded)
	x.Cancel(s.ID)
	x.ScheduleAfter(0, workLive, s.ID, goal{Host: m.DestHost, Migration: m.Serial})
	return nil
}

// underWay finds the live migration that the path names.
func underWay(x *pipeline.Exchange) (*state.Migration, *pipeline.Fault) {
	s, id := record.Server(x), x.Params.Get("migration_id")
	m := state.Migrations.Get(x.Txn, id)
	switch {
	case m == nil || m.ServerID != s.ID:
		return nil, pipeline.NotFound("Migration %s not found for instance %s", id, s.ID)
	case m.Status != "running":
		return nil, pipeline.BadRequest("Migration %s state of instance %s is %s. Cannot force_complete while the migration is in this state.",
			id, s.ID, m.Status)
	}
	return m, nil
}
