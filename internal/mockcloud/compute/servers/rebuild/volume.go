package rebuild

import (
	"plumbline/internal/mockcloud/compute/disks"
	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// A server with volumes is rebuilt in several pieces of scheduled work, one for each state that its volumes go through
// (docs/contract/40-volume-rebuild.md §1, BFV-11 … BFV-14): in-use, reserved, downloading, reserved, attaching, in-use. Fault rules
// can name the pieces and their steps; a piece that fails undoes what it did.
const (
	workRebuildReserve  = "servers.rebuild.reserve"      // new attachments in addition to the old ones
	workRebuildRelease  = "servers.rebuild.release"      // the old ones are deleted: reserved
	workRebuildReimage  = "servers.rebuild.reimage"      // block storage writes the image: downloading
	workNotReimaged     = "servers.rebuild.not-reimaged" // it reported a failure
	workReimaged        = "servers.rebuild.reimaged"     // it reported success: reserved, rebuild_block_device_mapping
	workRebuildConnect  = "servers.rebuild.connect"      // attaching
	workRebuildComplete = "servers.rebuild.complete"     // in-use
	workRebuildSpawn    = "servers.rebuild.spawn"        // rebuild_spawning
	workRebuildEnd      = "servers.rebuild.end"
)

// Names of steps by which failures are distinguished.
const (
	stepReserve  = "reserve the volumes anew"
	stepRelease  = "delete the old attachments"
	stepReimage  = "write the image to the root volume"
	stepGiveUp   = "give up"
	stepConnect  = "update the attachments with a connector"
	stepComplete = "complete the attachments"
)

func volumeWork() map[string]pipeline.AsyncOf[rebuilt] {
	out := map[string]pipeline.AsyncOf[rebuilt]{
		workRebuildReserve: {Steps: []pipeline.StepOf[rebuilt]{
			{Name: stepHostSuits, Requirements: []string{"BFV-N07"}, Run: hostSuits},
			{Name: "record that it was scheduled", Run: beginComputeEvent},
			{Name: stepDriver, Requirements: []string{"BFV-N08"}, Run: refuseEphemeral},
			{Name: "host can write to volumes", Requirements: []string{"BFV-21", "BFV-N09"}, Run: hostWrites},
			{Name: stepReserve, Requirements: []string{"BFV-07", "BFV-11", "BFV-23"}, Run: rebuildReserve},
		}},
		workRebuildRelease: {Steps: []pipeline.StepOf[rebuilt]{
			{Name: stepRelease, Requirements: []string{"BFV-07", "BFV-11", "BFV-23"}, Run: rebuildRelease},
			{Name: "save the new attachments", Requirements: []string{"BFV-07", "BFV-11"}, Run: saveAttachments},
			{Name: "go on with or without an image", Requirements: []string{"BFV-01", "BFV-07"}, Run: scheduleReimage},
		}},
		workRebuildReimage: {Steps: []pipeline.StepOf[rebuilt]{
			{Name: stepReimage, Requirements: []string{"BFV-01", "BFV-12", "BFV-19"}, Run: rebuildReimage},
			{Name: "wait for the event", Requirements: []string{"BFV-13", "BFV-15", "BFV-N10"}, Run: awaitImage},
		}},
		workReimageTimeout: {Steps: []pipeline.StepOf[rebuilt]{
			{Name: stepGiveUp, Requirements: []string{"BFV-N10"}, Run: timedOut},
		}},
		workNotReimaged: {Steps: []pipeline.StepOf[rebuilt]{
			{Name: stepGiveUp, Requirements: []string{"BFV-15"}, Run: givenUp},
		}},
		workReimaged: {Steps: []pipeline.StepOf[rebuilt]{
			{Name: "begin to map the volumes", Run: setTask(state.TaskRebuildVolumes)},
			{Name: "go on", Requirements: []string{"BFV-14"}, Run: scheduleNext(workRebuildConnect)},
		}},
		workRebuildConnect: {Steps: []pipeline.StepOf[rebuilt]{
			{Name: stepConnect, Requirements: []string{"BFV-14"}, Run: eachVolume(rebuildConnect)},
			{Name: "go on", Requirements: []string{"BFV-14"}, Run: scheduleNext(workRebuildComplete)},
		}},
		workRebuildComplete: {Steps: []pipeline.StepOf[rebuilt]{
			{Name: stepComplete, Requirements: []string{"BFV-14"}, Run: eachVolume(rebuildComplete)},
			{Name: "go on or back", Requirements: []string{"BFV-14", "BFV-17"}, Run: endGivenUp},
		}},
		workRebuildSpawn: {Steps: []pipeline.StepOf[rebuilt]{
			{Name: "begin to spawn", Run: setTask(state.TaskRebuildSpawning)},
			{Name: "go on", Requirements: []string{"BFV-01"}, Run: scheduleNext(workRebuildEnd)},
		}},
		workRebuildEnd: {Steps: []pipeline.StepOf[rebuilt]{
			{Name: "run again", Requirements: []string{"BFV-01"}, Run: setRunning},
			{Name: "record the event", Run: endComputeEvent},
			{Name: "notify", Run: notifyEnd},
			{Name: "stop again", Requirements: []string{"BFV-24"}, Run: stopAgain},
		}},
	}
	for kind, work := range out {
		work.Failed = failRebuild
		out[kind] = work
	}
	return out
}

// scheduleNext schedules the next piece of work.
func scheduleNext(kind string) func(*pipeline.Exchange, *rebuilt) *pipeline.Fault {
	return func(x *pipeline.Exchange, r *rebuilt) *pipeline.Fault {
		if record.Server(x) != nil {
			x.Schedule(kind, x.Event.Resource, *r)
		}
		return nil
	}
}

func setTask(task state.TaskState) func(*pipeline.Exchange, *rebuilt) *pipeline.Fault {
	return func(x *pipeline.Exchange, _ *rebuilt) *pipeline.Fault {
		if record.Server(x) != nil {
			record.Change(x, func(s *state.Server) { s.TaskState = task })
		}
		return nil
	}
}

// eachVolume calls do for each volume of the server.
func eachVolume(do func(*pipeline.Exchange, *state.Server, state.BlockDevice) *pipeline.Fault) func(*pipeline.Exchange,
	*rebuilt) *pipeline.Fault {
	return func(x *pipeline.Exchange, _ *rebuilt) *pipeline.Fault {
		s := record.Server(x)
		if s == nil {
			return nil
		}
		for _, d := range s.Volumes() {
			if fault := do(x, s, d); fault != nil {
				return disks.PassedOn(x, fault)
			}
		}
		return nil
	}
}

func rebuildConnect(x *pipeline.Exchange, s *state.Server, d state.BlockDevice) *pipeline.Fault {
	return disks.Connect(x, d.AttachmentID, s, d.Device)
}

func rebuildComplete(x *pipeline.Exchange, _ *state.Server, d state.BlockDevice) *pipeline.Fault {
	return disks.Complete(x, d.AttachmentID)
}

// beginComputeEvent ends the conductor's event of the action and begins the host's.
func beginComputeEvent(x *pipeline.Exchange, _ *rebuilt) *pipeline.Fault {
	if s := record.Server(x); s != nil {
		record.EventEnded(x, s.ID, "rebuild_server", record.Controller, record.Succeeded)
		record.EventBegan(x, s.ID, "compute_rebuild_instance", s.Host)
	}
	return nil
}

// hostWrites refuses hosts that cannot write to the root volume, because they were not upgraded or because the servers are whole
// machines: this was not checked before the answer. As specified, a host's trait tells that it was upgraded.
func hostWrites(x *pipeline.Exchange, r *rebuilt) *pipeline.Fault {
	chosen := x.Env.Settings()
	switch {
	case record.Server(x) == nil || !r.Reimage:
	case chosen.OldCompute && x.Env.Profile == openapi.Shipped:
		return pipeline.Refuse(500, "Compute host is not new enough to rebuild servers that boot from a volume.")
	case chosen.BareMetal:
		return pipeline.Refuse(500, "The driver of the host cannot write to the root volume.")
	}
	return nil
}

// rebuildReserve makes a second attachment of each volume, so that no volume is free at any time.
func rebuildReserve(x *pipeline.Exchange, r *rebuilt) *pipeline.Fault {
	s := record.Server(x)
	if s == nil {
		return nil
	}
	r.Fresh = map[string]string{}
	for _, d := range s.Volumes() {
		id, fault := disks.Reserve(x, d.VolumeID, s.ID)
		if fault != nil {
			return fault
		}
		r.Fresh[d.ID] = id
	}
	x.Schedule(workRebuildRelease, s.ID, *r)
	return nil
}

// rebuildRelease deletes the old attachments of the volumes, and sends notifications about all of them but a root volume to which the
// image is written.
func rebuildRelease(x *pipeline.Exchange, r *rebuilt) *pipeline.Fault {
	s := record.Server(x)
	if s == nil {
		return nil
	}
	for _, d := range s.Volumes() {
		silent := r.Reimage && d.Root()
		if !silent {
			record.NotifyVolume(x, s, d.VolumeID, "volume_detach.start", nil)
		}
		if fault := disks.Release(x, d.AttachmentID); fault != nil {
			return fault
		}
		if !silent {
			record.NotifyVolume(x, s, d.VolumeID, "volume_detach.end", nil)
		}
	}
	return nil
}

func saveAttachments(x *pipeline.Exchange, r *rebuilt) *pipeline.Fault {
	if s := record.Server(x); s != nil {
		for _, d := range s.Volumes() {
			disks.ChangeDisk(x, d.ID, func(d *state.BlockDevice) { d.AttachmentID = r.Fresh[d.ID] })
		}
	}
	return nil
}

func scheduleReimage(x *pipeline.Exchange, r *rebuilt) *pipeline.Fault {
	if r.Reimage {
		return scheduleNext(workRebuildReimage)(x, r)
	}
	return scheduleNext(workReimaged)(x, r)
}

// endGivenUp ends an abandoned rebuild after its volumes are attached again (BFV-17).
func endGivenUp(x *pipeline.Exchange, r *rebuilt) *pipeline.Fault {
	if r.Back {
		return setTask(state.TaskNone)(x, r)
	}
	return scheduleNext(workRebuildSpawn)(x, r)
}

// endComputeEvent ends the host's event of the action.
func endComputeEvent(x *pipeline.Exchange, _ *rebuilt) *pipeline.Fault {
	if s := record.Server(x); s != nil {
		record.EventEnded(x, s.ID, "compute_rebuild_instance", s.Host, record.Succeeded)
	}
	return nil
}

// revertsServer tells whether a failed rebuild leaves the server as it was: in the profile specified, if block storage refused a
// request.
func revertsServer(x *pipeline.Exchange, why *pipeline.Fault) bool {
	asked := why.Stage == stepReserve || why.Stage == stepRelease || why.Stage == stepReimage
	return x.Env.Profile == openapi.Specified && asked
}

// takeVolumesBack undoes the changes to the volumes' attachments, and restores the server's status (BFV-17).
func takeVolumesBack(x *pipeline.Exchange, r *rebuilt, why *pipeline.Fault) {
	record.Change(x, func(s *state.Server) { s.ImageProperties = r.OldProperties })
	if why.Stage == stepReimage {
		r.Back = true
		x.Schedule(workReimaged, x.Event.Resource, *r)
		return
	}
	for _, id := range r.Fresh {
		disks.Release(x, id)
	}
	record.Change(x, func(s *state.Server) { s.TaskState = state.TaskNone })
}
