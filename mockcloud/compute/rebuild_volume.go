package compute

import (
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
	"plumbline/openapi"
)

// A server with volumes is rebuilt in pieces of work, one for each state that its volumes show on the way (contract 40
// §1, BFV-11 … BFV-14): in-use, reserved, downloading, reserved, attaching, in-use. The pieces and their steps are what
// fault rules name; a piece that fails takes back what it did itself.
const (
	workRebuildReserve  = "servers.rebuild.reserve"      // new attachments beside the old ones
	workRebuildRelease  = "servers.rebuild.release"      // the old ones are gone: reserved
	workRebuildReimage  = "servers.rebuild.reimage"      // block storage writes the image: downloading
	workNotReimaged     = "servers.rebuild.not-reimaged" // it has said that it could not
	workReimaged        = "servers.rebuild.reimaged"     // it has said so: reserved, rebuild_block_device_mapping
	workRebuildConnect  = "servers.rebuild.connect"      // attaching
	workRebuildComplete = "servers.rebuild.complete"     // in-use
	workRebuildSpawn    = "servers.rebuild.spawn"        // rebuild_spawning
	workRebuildEnd      = "servers.rebuild.end"
)

// Names of steps that a failure is told by.
const (
	stepReserve  = "reserve the volumes anew"
	stepRelease  = "delete the old attachments"
	stepReimage  = "write the image to the root volume"
	stepGiveUp   = "give up"
	stepConnect  = "update the attachments with a connector"
	stepComplete = "complete the attachments"
)

func rebuildVolumeWork() map[string]pipeline.Async {
	out := map[string]pipeline.Async{
		workRebuildReserve: {Steps: []pipeline.Step{
			{Name: stepHostSuits, Requirements: []string{"BFV-N07"}, Run: rebuildHostSuits},
			{Name: "record that it was scheduled", Run: rebuildScheduled},
			{Name: stepDriver, Requirements: []string{"BFV-N08"}, Run: rebuildDriver},
			{Name: stepReserve, Requirements: []string{"BFV-07", "BFV-11", "BFV-23"}, Run: rebuildReserve},
		}},
		workRebuildRelease: {Steps: []pipeline.Step{
			{Name: stepRelease, Requirements: []string{"BFV-07", "BFV-11", "BFV-23"}, Run: rebuildRelease},
			{Name: "save the new attachments", Requirements: []string{"BFV-07", "BFV-11"}, Run: rebuildSaveAttachments},
			{Name: "go on with or without an image", Requirements: []string{"BFV-01", "BFV-07"}, Run: rebuildGoOn},
		}},
		workRebuildReimage: {Steps: []pipeline.Step{
			{Name: stepReimage, Requirements: []string{"BFV-01", "BFV-12", "BFV-19"}, Run: rebuildReimage},
			{Name: "wait for the event", Requirements: []string{"BFV-13", "BFV-15", "BFV-N10"}, Run: rebuildAwait},
		}},
		workReimageTimeout: {Steps: []pipeline.Step{
			{Name: stepGiveUp, Requirements: []string{"BFV-N10"}, Run: rebuildTimedOut},
		}},
		workNotReimaged: {Steps: []pipeline.Step{
			{Name: stepGiveUp, Requirements: []string{"BFV-15"}, Run: rebuildGivenUp},
		}},
		workReimaged: {Steps: []pipeline.Step{
			{Name: "begin to map the volumes", Run: rebuildTask(state.TaskRebuildVolumes)},
			{Name: "go on", Requirements: []string{"BFV-14"}, Run: rebuildThen(workRebuildConnect)},
		}},
		workRebuildConnect: {Steps: []pipeline.Step{
			{Name: stepConnect, Requirements: []string{"BFV-14"}, Run: rebuildEach(rebuildConnect)},
			{Name: "go on", Requirements: []string{"BFV-14"}, Run: rebuildThen(workRebuildComplete)},
		}},
		workRebuildComplete: {Steps: []pipeline.Step{
			{Name: stepComplete, Requirements: []string{"BFV-14"}, Run: rebuildEach(rebuildComplete)},
			{Name: "go on or back", Requirements: []string{"BFV-14", "BFV-17"}, Run: rebuildCompleted},
		}},
		workRebuildSpawn: {Steps: []pipeline.Step{
			{Name: "begin to spawn", Run: rebuildTask(state.TaskRebuildSpawning)},
			{Name: "go on", Requirements: []string{"BFV-01"}, Run: rebuildThen(workRebuildEnd)},
		}},
		workRebuildEnd: {Steps: []pipeline.Step{
			{Name: "run again", Requirements: []string{"BFV-01"}, Run: rebuildRun},
			{Name: "record the event", Run: rebuildDone},
			{Name: "notify", Run: rebuildNotifyEnd},
			{Name: "stop again", Requirements: []string{"BFV-24"}, Run: rebuildStopAgain},
		}},
	}
	for kind, work := range out {
		work.Failed = rebuildFailed
		out[kind] = work
	}
	return out
}

// rebuildThen schedules the next piece.
func rebuildThen(kind string) func(*pipeline.Exchange) *pipeline.Fault {
	return func(x *pipeline.Exchange) *pipeline.Fault {
		if serverOf(x) != nil {
			x.Later(kind, x.Event.Resource, pipeline.Payload[rebuilt](x))
		}
		return nil
	}
}

func rebuildTask(task state.TaskState) func(*pipeline.Exchange) *pipeline.Fault {
	return func(x *pipeline.Exchange) *pipeline.Fault {
		if serverOf(x) != nil {
			change(x, func(s *state.Server) { s.TaskState = task })
		}
		return nil
	}
}

// rebuildEach does something to each volume of the server.
func rebuildEach(do func(*pipeline.Exchange, *state.Server, state.BlockDevice) *pipeline.Fault) func(*pipeline.Exchange) *pipeline.Fault {
	return func(x *pipeline.Exchange) *pipeline.Fault {
		s := serverOf(x)
		if s == nil {
			return nil
		}
		for _, d := range s.Volumes() {
			if fault := do(x, s, d); fault != nil {
				return passedOn(x, fault)
			}
		}
		return nil
	}
}

func rebuildConnect(x *pipeline.Exchange, s *state.Server, d state.BlockDevice) *pipeline.Fault {
	return connect(x, d.AttachmentID, s, d.Device)
}

func rebuildComplete(x *pipeline.Exchange, _ *state.Server, d state.BlockDevice) *pipeline.Fault {
	return complete(x, d.AttachmentID)
}

func rebuildScheduled(x *pipeline.Exchange) *pipeline.Fault {
	if s := serverOf(x); s != nil {
		happened(x, s.ID, "rebuild_server", controller, succeeded)
		happens(x, s.ID, "compute_rebuild_instance", s.Host)
	}
	return nil
}

// rebuildReserve makes a second attachment of each volume, so that none of them is ever free.
func rebuildReserve(x *pipeline.Exchange) *pipeline.Fault {
	s, r := serverOf(x), pipeline.Payload[rebuilt](x)
	if s == nil {
		return nil
	}
	r.Fresh = map[string]string{}
	for _, d := range s.Volumes() {
		id, fault := reserve(x, d.VolumeID, s.ID)
		if fault != nil {
			return fault
		}
		r.Fresh[d.ID] = id
	}
	x.Later(workRebuildRelease, s.ID, r)
	return nil
}

// rebuildRelease detaches the volumes; only that of one that is written to is told to nobody.
func rebuildRelease(x *pipeline.Exchange) *pipeline.Fault {
	s, r := serverOf(x), pipeline.Payload[rebuilt](x)
	if s == nil {
		return nil
	}
	for _, d := range s.Volumes() {
		silent := r.Reimage && d.Root()
		if !silent {
			tellVolume(x, s, d.VolumeID, "volume_detach.start", nil)
		}
		if fault := release(x, d.AttachmentID); fault != nil {
			return fault
		}
		if !silent {
			tellVolume(x, s, d.VolumeID, "volume_detach.end", nil)
		}
	}
	return nil
}

func rebuildSaveAttachments(x *pipeline.Exchange) *pipeline.Fault {
	if s := serverOf(x); s != nil {
		for _, d := range s.Volumes() {
			changeDisk(x, d.ID, func(d *state.BlockDevice) { d.AttachmentID = pipeline.Payload[rebuilt](x).Fresh[d.ID] })
		}
	}
	return nil
}

func rebuildGoOn(x *pipeline.Exchange) *pipeline.Fault {
	if pipeline.Payload[rebuilt](x).Reimage {
		return rebuildThen(workRebuildReimage)(x)
	}
	return rebuildThen(workReimaged)(x)
}

// rebuildCompleted ends a rebuild that was given up and whose volumes are attached again (BFV-17).
func rebuildCompleted(x *pipeline.Exchange) *pipeline.Fault {
	if pipeline.Payload[rebuilt](x).Back {
		return rebuildTask(state.TaskNone)(x)
	}
	return rebuildThen(workRebuildSpawn)(x)
}

func rebuildDone(x *pipeline.Exchange) *pipeline.Fault {
	if s := serverOf(x); s != nil {
		happened(x, s.ID, "compute_rebuild_instance", s.Host, succeeded)
	}
	return nil
}

// goesBack tells whether a rebuild that failed leaves the server as it was: as the specification has it, where block
// storage refused to do what it was asked for.
func goesBack(x *pipeline.Exchange, why *pipeline.Fault) bool {
	asked := why.Stage == stepReserve || why.Stage == stepRelease || why.Stage == stepReimage
	return x.Env.Profile == openapi.Specified && asked
}

// rebuildBack takes the volumes back that were on their way, and the server to the status it had (BFV-17).
func rebuildBack(x *pipeline.Exchange, why *pipeline.Fault) {
	r := pipeline.Payload[rebuilt](x)
	change(x, func(s *state.Server) { s.ImageProperties = r.OldProperties })
	if why.Stage == stepReimage {
		r.Back = true
		x.Later(workReimaged, x.Event.Resource, r)
		return
	}
	for _, id := range r.Fresh {
		release(x, id)
	}
	change(x, func(s *state.Server) { s.TaskState = state.TaskNone })
}
