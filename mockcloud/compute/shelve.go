package compute

import (
	"time"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

const (
	workShelve  = "servers.shelved"
	workOffload = "servers.offloaded"
	// workRested is when a shelved server has stayed on its host for as long as the deployment lets it.
	workRested = "servers.rested"
)

func shelveOperations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{
		"servers.shelve": {Answer: accepted, Steps: []pipeline.Step{
			{Name: "make room for a copy of its disk", Requirements: []string{"UTH-N17"}, Run: reserveShelvedImage},
			{Name: "begin to shelve", Run: beginShelve},
		}},
		"servers.shelve-offload": {Answer: accepted, Steps: []pipeline.Step{{Name: "begin to offload", Run: func(x *pipeline.Exchange) *pipeline.Fault {
			began(x, serverOf(x).ID, "shelveOffload")
			beginOffload(x)
			return nil
		}}}},
		"servers.unshelve": {Steps: unshelveSteps(), Answer: accepted},
	}
}

func shelveWork() map[string]pipeline.Async {
	return map[string]pipeline.Async{
		workShelve: {
			Steps: []pipeline.Step{
				{Name: "copy its disk", Requirements: []string{"UTH-N17"}, Run: fillShelvedImage},
				{Name: "shelve", Run: shelved},
			},
			Failed: shelveFailed,
		},
		workOffload: {Steps: []pipeline.Step{
			{Name: "keep its volumes for it", Run: offloadVolumes},
			{Name: "take the server off its host", Run: offloaded},
		}},
		workRested: {Steps: []pipeline.Step{{Name: "offload what has rested long enough", Run: rested}}},
	}
}

// beginShelve: a server that boots from a volume has nothing to copy and leaves its host at once.
func beginShelve(x *pipeline.Exchange) *pipeline.Fault {
	s := change(x, func(s *state.Server) { s.TaskState = state.TaskShelving })
	began(x, s.ID, "shelve")
	if volumeBacked(s) {
		tell(x, s, "shelve_offload.start")
		x.Later(workOffload, s.ID, nil)
		return nil
	}
	tell(x, s, "shelve.start")
	x.Later(workShelve, s.ID, nil)
	return nil
}

// shelved leaves the server on its host for as long as the deployment says: not at all, for a time, or for good.
func shelved(x *pipeline.Exchange) *pipeline.Fault {
	s := serverOf(x)
	if s == nil {
		return nil
	}
	rests := x.Env.Settings().ShelvedOffloadTime
	now := x.Now()
	s = change(x, func(s *state.Server) {
		s.VMState, s.TaskState, s.PowerState, s.ShelvedAt = state.VMShelved, state.TaskNone, state.PowerShutdown, &now
		if rests == 0 {
			s.TaskState = state.TaskShelvingOffload
		}
	})
	happened(x, s.ID, "compute_shelve_instance", s.Host, succeeded)
	tell(x, s, "shelve.end")
	switch {
	case rests == 0:
		beginOffload(x)
	case rests > 0:
		x.After(rests, workRested, s.ID, now)
	}
	return nil
}

// shelveFailed leaves the server as it was.
func shelveFailed(x *pipeline.Exchange, why *pipeline.Fault) {
	s := serverOf(x)
	if s == nil {
		return
	}
	happenedBecause(x, s.ID, "compute_shelve_instance", hostOr(s), why.Message)
	change(x, func(s *state.Server) { s.TaskState, s.ShelvedImage = state.TaskNone, "" })
}

// rested offloads a server that has not been touched since it was shelved at the time given.
func rested(x *pipeline.Exchange) *pipeline.Fault {
	s := serverOf(x)
	if s == nil || s.VMState != state.VMShelved || s.TaskState != state.TaskNone || s.ShelvedAt == nil || !s.ShelvedAt.Equal(pipeline.Payload[time.Time](x)) {
		return nil
	}
	beginOffload(x)
	return nil
}

func beginOffload(x *pipeline.Exchange) {
	s := change(x, func(s *state.Server) { s.TaskState = state.TaskShelvingOffload })
	tell(x, s, "shelve_offload.start")
	x.Later(workOffload, s.ID, nil)
}

func offloaded(x *pipeline.Exchange) *pipeline.Fault {
	s := serverOf(x)
	if s == nil {
		return nil
	}
	was, now := hostOr(s), x.Now()
	tell(x, change(x, func(s *state.Server) {
		s.VMState, s.TaskState, s.PowerState = state.VMShelvedOffloaded, state.TaskNone, state.PowerShutdown
		if s.ShelvedAt == nil {
			s.ShelvedAt = &now
		}
	}), "shelve_offload.end")
	s = change(x, func(s *state.Server) { s.Host, s.Node, s.Zone = "", "", "" })
	a := state.InstanceActions.Get(x.Txn, state.InstanceActionID(s.ID, x.Event.RequestID))
	if a != nil && (a.Action == "shelveOffload" || volumeBacked(s)) {
		happened(x, s.ID, "compute_shelve_offload_instance", was, succeeded)
	}
	return nil
}
