package move

import (
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/compute/flavors"
	"plumbline/internal/mockcloud/compute/images"
	"plumbline/internal/mockcloud/compute/quota"
	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/compute/schedule"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

const (
	workResize  = "servers.resized"
	workConfirm = "servers.resize-confirmed"
	workRevert  = "servers.resize-reverted"
)

// resize is a request for another flavor, and the flavor.
type resize struct {
	Request struct {
		Flavor     flavors.Reference `json:"flavorRef"`
		DiskConfig body.Opt[string]  `json:"OS-DCF:diskConfig"`
	} `body:"resize"`
	flavor *state.Flavor
}

// migrate is a request to move to another host, which may be named.
type migrate struct {
	Request struct {
		Host body.Opt[string] `json:"host"`
	} `body:"migrate"`
}

// hostNamedSince is the microversion from which a migration names its host; before, whatever the action holds is ignored.
var hostNamedSince = openapi.MustVersion("2.56")

// host is the host that is asked for, "" for any.
func (w *migrate) host(x *pipeline.Exchange) string {
	if x.Version.Less(hostNamedSince) {
		return ""
	}
	return w.Request.Host.Or("")
}

// goal is the payload of a scheduled move: the new flavor, the requested host, and the migration's number.
type goal struct {
	Flavor    state.FlavorCopy
	Host      string
	Migration int64
}

func resizeSteps(q quota.Limits) []pipeline.StepOf[resize] {
	return []pipeline.StepOf[resize]{
		{Name: "flavor is there", Run: flavorLookup},
		{Name: "flavor has a disk where the server has one", Run: keepsDisk},
		{Name: "flavor is another one", Run: otherFlavor},
		{Name: "quota of cores and memory", Run: checkQuota(q)},
		{Name: "flavor is large enough for the image", Run: imageFits},
		{Name: "begin to resize", Run: func(x *pipeline.Exchange, w *resize) *pipeline.Fault {
			return begin(x, "resize", goal{Flavor: w.flavor.Copy()}, w.flavor.Serial, w.Request.DiskConfig)
		}},
	}
}

func flavorLookup(x *pipeline.Exchange, w *resize) *pipeline.Fault {
	id := string(w.Request.Flavor)
	w.flavor = state.Flavors.Get(x.Txn, id)
	if w.flavor == nil || w.flavor.Disabled {
		return pipeline.BadRequest("Flavor %s could not be found.", id)
	}
	return nil
}

func keepsDisk(x *pipeline.Exchange, w *resize) *pipeline.Fault {
	s := record.Server(x)
	if w.flavor.Disk == 0 && s.Flavor.Disk != 0 && !s.VolumeBacked() {
		return pipeline.BadRequest("Server disk was unable to be resized because: Resize to zero disk flavor is not allowed.")
	}
	return nil
}

func otherFlavor(x *pipeline.Exchange, w *resize) *pipeline.Fault {
	if w.flavor.ID == record.Server(x).Flavor.ID {
		return pipeline.BadRequest("When resizing, instances must change flavor!")
	}
	return nil
}

func checkQuota(q quota.Limits) func(*pipeline.Exchange, *resize) *pipeline.Fault {
	return func(x *pipeline.Exchange, w *resize) *pipeline.Fault {
		s := record.Server(x)
		return q.CheckMore(x, s.ProjectID, quota.Usage{
			Cores: max(0, w.flavor.VCPUs-s.Flavor.VCPUs), RAM: max(0, w.flavor.RAM-s.Flavor.RAM),
		})
	}
}

func imageFits(x *pipeline.Exchange, w *resize) *pipeline.Fault {
	s := record.Server(x)
	image := state.Images.Get(x.Txn, s.Image)
	if image == nil || s.VolumeBacked() {
		return nil
	}
	return images.FitsFlavor(w.flavor.Copy(), image)
}

// begin starts a move of the server to another host or size.
func begin(x *pipeline.Exchange, kind string, to goal, flavor int64, diskConfig body.Opt[string]) *pipeline.Fault {
	before := record.Server(x)
	m := newMigration(x, before, kind, "pre-migrating")
	m.NewFlavor = flavor
	state.Migrations.Insert(x.Txn, m)
	to.Migration = m.Serial
	s := record.Change(x, func(s *state.Server) {
		s.TaskState, s.Progress = state.TaskResizePrep, 0
		s.DiskConfig = diskConfig.Or("MANUAL")
	})
	action := map[string]string{"resize": "resize", "migration": "migrate"}[kind]
	record.ActionBegan(x, s.ID, action)
	x.Schedule(workResize, s.ID, to)
	return nil
}

func migrateSteps() []pipeline.StepOf[migrate] {
	return []pipeline.StepOf[migrate]{
		{Name: "host is another one", Run: hostIsAnother},
		{Name: "begin to migrate", Run: func(x *pipeline.Exchange, w *migrate) *pipeline.Fault {
			s := record.Server(x)
			return begin(x, "migration", goal{Flavor: s.Flavor, Host: w.host(x)}, flavorNumber(x, s), body.Some(s.DiskConfig))
		}},
	}
}

// hostRuleSince is the newest microversion of the first release that asks a rule of its own before it lets somebody name the host.
var hostRuleSince = openapi.MustVersion("2.100")

// mayName checks the rule for naming the host, if one is named, and the rule for migrating.
func mayName(x *pipeline.Exchange, w *migrate) *pipeline.Fault {
	if w.host(x) != "" && x.Env.Maximum(openapi.Compute).AtLeast(hostRuleSince) {
		if f := x.Demand("os_compute_api:os-migrate-server:migrate:host"); f != nil {
			return f
		}
	}
	return x.Demand(x.Operation.Policy)
}

func hostIsAnother(x *pipeline.Exchange, w *migrate) *pipeline.Fault {
	name := w.host(x)
	switch s := record.Server(x); {
	case name == "":
	case name == s.Host:
		return pipeline.BadRequest("Unable to migrate instance (%s) to current host (%s).", s.ID, name)
	case state.Hosts.Get(x.Txn, name) == nil:
		return pipeline.BadRequest("Compute host %s could not be found.", name)
	}
	return nil
}

func flavorNumber(x *pipeline.Exchange, s *state.Server) int64 {
	if f := state.Flavors.Get(x.Txn, s.Flavor.ID); f != nil {
		return f.Serial
	}
	return 0
}

// finishResize puts the server on its new host, where it waits for confirm or revert. If there is no host, the server stays as it
// was, and its action records the failure.
func finishResize(x *pipeline.Exchange, w *goal) *pipeline.Fault {
	s := record.Server(x)
	if s == nil || s.TaskState != state.TaskResizePrep {
		return nil
	}
	resized := *s
	resized.Flavor = w.Flavor
	to := destination(x, s, schedule.Placement{Takes: resized.Takes(), Host: w.Host, Zone: schedule.SchedulerZone(x, s.PinnedZone)})
	if to == nil {
		noHost(x, s, w.Migration, "cold_migrate")
		return nil
	}
	record.EventEnded(x, s.ID, "cold_migrate", record.Controller, record.Succeeded)
	record.EventEnded(x, s.ID, "compute_prep_resize", to.Host.Name, record.Succeeded)
	record.Notify(x, s, "resize.start")
	recordArrival(x, w.Migration, to, "finished")
	record.EventEnded(x, s.ID, "compute_resize_instance", s.Host, record.Succeeded)
	record.Notify(x, s, "resize.end")
	s = record.Change(x, func(s *state.Server) {
		now := x.Now()
		s.Resized = &state.Resized{Flavor: s.Flavor, Host: s.Host, Node: s.Node, Zone: s.Zone, VMState: s.VMState, Migration: w.Migration}
		schedule.PutOnHost(s, to)
		s.Flavor, s.VMState, s.TaskState, s.Launched = w.Flavor, state.VMResized, state.TaskNone, &now
	})
	record.Notify(x, s, "resize_finish.start")
	record.EventEnded(x, s.ID, "compute_finish_resize", s.Host, record.Succeeded)
	record.Notify(x, s, "resize_finish.end")
	return nil
}

// confirm keeps the new size; revert starts the way back.
func confirm(x *pipeline.Exchange) *pipeline.Fault {
	s := record.Server(x)
	if s.Resized != nil {
		setStatus(x, s.Resized.Migration, "confirming")
	}
	record.ActionBegan(x, s.ID, "confirmResize")
	x.Schedule(workConfirm, s.ID, nil)
	return nil
}

func finishConfirm(x *pipeline.Exchange) *pipeline.Fault {
	s := record.Server(x)
	if s == nil || s.VMState != state.VMResized || s.Resized == nil {
		return nil
	}
	record.Notify(x, s, "resize_confirm.start")
	setStatus(x, s.Resized.Migration, "confirmed")
	s = record.Change(x, func(s *state.Server) {
		s.VMState, s.Resized = state.VMActive, nil
		if s.PowerState == state.PowerShutdown {
			s.VMState = state.VMStopped
		}
	})
	record.EventEnded(x, s.ID, "compute_confirm_resize", s.Host, record.Succeeded)
	record.Notify(x, s, "resize_confirm.end")
	return nil
}

func revert(q quota.Limits) func(*pipeline.Exchange) *pipeline.Fault {
	return func(x *pipeline.Exchange) *pipeline.Fault {
		s := record.Server(x)
		if old := s.Resized; old != nil {
			more := quota.Usage{Cores: max(0, old.Flavor.VCPUs-s.Flavor.VCPUs), RAM: max(0, old.Flavor.RAM-s.Flavor.RAM)}
			if f := q.CheckMore(x, s.ProjectID, more); f != nil {
				return f
			}
			setStatus(x, old.Migration, "reverting")
		}
		s = record.Change(x, func(s *state.Server) { s.TaskState = state.TaskResizeReverting })
		record.ActionBegan(x, s.ID, "revertResize")
		x.Schedule(workRevert, s.ID, nil)
		return nil
	}
}

func finishRevert(x *pipeline.Exchange) *pipeline.Fault {
	s := record.Server(x)
	if s == nil || s.TaskState != state.TaskResizeReverting || s.Resized == nil {
		return nil
	}
	from := s.Host
	record.Notify(x, s, "resize_revert.start")
	setStatus(x, s.Resized.Migration, "reverted")
	s = record.Change(x, func(s *state.Server) {
		now, old := x.Now(), s.Resized
		s.Flavor, s.Host, s.Node, s.Zone = old.Flavor, old.Host, old.Node, old.Zone
		s.VMState, s.TaskState, s.Resized, s.Launched = old.VMState, state.TaskNone, nil, &now
	})
	record.EventEnded(x, s.ID, "compute_revert_resize", from, record.Succeeded)
	record.EventEnded(x, s.ID, "compute_finish_revert_resize", s.Host, record.Succeeded)
	record.Notify(x, s, "resize_revert.end")
	return nil
}
