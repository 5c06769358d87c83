package shelve

import (
	"maps"
	"time"

	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

const (
	workShelve  = "servers.shelved"
	workOffload = "servers.offloaded"
	// workRested is due when a shelved server has stayed on its host for the time that the deployment allows.
	workRested = "servers.rested"
)

// Operations holds servers.shelve, servers.shelve-offload and servers.unshelve, and their scheduled work.
func Operations() pipeline.OperationSet {
	work := shelveWork()
	maps.Copy(work, unshelveWork())
	return pipeline.OperationSet{Operations: operations(), Async: work}
}

func operations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{
		"servers.shelve": {Answer: record.Accepted, Steps: []pipeline.Step{
			{Name: "make room for a copy of its disk", Requirements: []string{"UTH-N17"}, Run: reserveShelvedImage},
			{Name: "begin to shelve", Run: beginShelve},
		}},
		"servers.shelve-offload": {
			Answer: record.Accepted,
			Steps: []pipeline.Step{{Name: "begin to offload", Run: func(x *pipeline.Exchange) *pipeline.Fault {
				record.ActionBegan(x, record.Server(x).ID, "shelveOffload")
				beginOffload(x)
				return nil
			}}},
		},
		"servers.unshelve": pipeline.OperationOf[unshelve]{
			Blocks: pipeline.Ignoring[unshelve](tooOldForPorts), Steps: unshelveSteps(), Answer: record.AcceptedOf[unshelve],
		}.Operation(),
	}
}

func shelveWork() map[string]pipeline.Async {
	return map[string]pipeline.Async{
		workShelve: {
			Steps: []pipeline.Step{
				{Name: "copy its disk", Requirements: []string{"UTH-N17"}, Run: fillShelvedImage},
				{Name: "shelve", Run: finishShelve},
			},
			Failed: shelveFailed,
		},
		workOffload: {Steps: []pipeline.Step{
			{Name: "keep its volumes for it", Run: offloadVolumes},
			{Name: "take the server off its host", Run: finishOffload},
		}},
		workRested: pipeline.AsyncOf[time.Time]{Steps: []pipeline.StepOf[time.Time]{
			{Name: "offload what has rested long enough", Run: offloadRested},
		}}.Async(),
	}
}

// beginShelve starts to shelve a server. One that boots from a volume has no disk to copy, and leaves its host at once.
func beginShelve(x *pipeline.Exchange) *pipeline.Fault {
	s := record.Change(x, func(s *state.Server) { s.TaskState = state.TaskShelving })
	record.ActionBegan(x, s.ID, "shelve")
	if s.VolumeBacked() {
		record.Notify(x, s, "shelve_offload.start")
		x.Schedule(workOffload, s.ID, nil)
		return nil
	}
	record.Notify(x, s, "shelve.start")
	x.Schedule(workShelve, s.ID, nil)
	return nil
}

// finishShelve leaves the server on its host for the time that the deployment allows: none, a while, or for ever.
func finishShelve(x *pipeline.Exchange) *pipeline.Fault {
	s := record.Server(x)
	if s == nil {
		return nil
	}
	rests := x.Env.Settings().ShelvedOffloadTime
	now := x.Now()
	s = record.Change(x, func(s *state.Server) {
		s.VMState, s.TaskState, s.PowerState, s.ShelvedAt = state.VMShelved, state.TaskNone, state.PowerShutdown, &now
		if rests == 0 {
			s.TaskState = state.TaskShelvingOffload
		}
	})
	record.EventEnded(x, s.ID, "compute_shelve_instance", s.Host, record.Succeeded)
	record.Notify(x, s, "shelve.end")
	switch {
	case rests == 0:
		beginOffload(x)
	case rests > 0:
		x.ScheduleAfter(rests, workRested, s.ID, now)
	}
	return nil
}

// shelveFailed leaves the server as it was.
func shelveFailed(x *pipeline.Exchange, why *pipeline.Fault) {
	s := record.Server(x)
	if s == nil {
		return
	}
	record.EventFailed(x, s.ID, "compute_shelve_instance", record.HostOrController(s), why.Message)
	record.Change(x, func(s *state.Server) { s.TaskState, s.ShelvedImage = state.TaskNone, "" })
}

// offloadRested offloads a server that has stayed shelved since the given time.
func offloadRested(x *pipeline.Exchange, shelvedAt *time.Time) *pipeline.Fault {
	s := record.Server(x)
	if s == nil || s.VMState != state.VMShelved || s.TaskState != state.TaskNone || s.ShelvedAt == nil || !s.ShelvedAt.Equal(*shelvedAt) {
		return nil
	}
	beginOffload(x)
	return nil
}

func beginOffload(x *pipeline.Exchange) {
	s := record.Change(x, func(s *state.Server) { s.TaskState = state.TaskShelvingOffload })
	record.Notify(x, s, "shelve_offload.start")
	x.Schedule(workOffload, s.ID, nil)
}

func finishOffload(x *pipeline.Exchange) *pipeline.Fault {
	s := record.Server(x)
	if s == nil {
		return nil
	}
	was, now := record.HostOrController(s), x.Now()
	s = record.Change(x, func(s *state.Server) {
		s.VMState, s.TaskState, s.PowerState = state.VMShelvedOffloaded, state.TaskNone, state.PowerShutdown
		if s.ShelvedAt == nil {
			s.ShelvedAt = &now
		}
		s.Host, s.Node, s.Zone = "", "", ""
	})
	record.NotifyFrom(x, was, s, "shelve_offload.end")
	a := state.InstanceActions.Get(x.Txn, state.InstanceActionID(s.ID, x.Event.RequestID))
	if a != nil && (a.Action == "shelveOffload" || s.VolumeBacked()) {
		record.EventEnded(x, s.ID, "compute_shelve_offload_instance", was, record.Succeeded)
	}
	return nil
}
