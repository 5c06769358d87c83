package compute

import (
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

const (
	workShelve   = "servers.shelved"
	workOffload  = "servers.offloaded"
	workUnshelve = "servers.unshelved"
)

func (c *compute) shelveOperations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{
		"servers.shelve": {Steps: []pipeline.Step{{Name: "begin to shelve", Run: beginShelve}}, Answer: accepted},
		"servers.shelve-offload": {Answer: accepted, Steps: []pipeline.Step{{Name: "begin to offload", Run: func(x *pipeline.Exchange) *pipeline.Fault {
			began(x, serverOf(x).ID, "shelveOffload")
			beginOffload(x)
			return nil
		}}}},
		"servers.unshelve": {Steps: unshelveSteps(), Answer: accepted},
	}
}

func (c *compute) shelveWork() map[string]pipeline.Async {
	return map[string]pipeline.Async{
		workShelve:   {Steps: []pipeline.Step{{Name: "shelve", Run: c.shelved}}},
		workOffload:  {Steps: []pipeline.Step{{Name: "take the server off its host", Run: offloaded}}},
		workUnshelve: {Steps: []pipeline.Step{{Name: "bring the server back", Run: unshelved}}},
	}
}

func beginShelve(x *pipeline.Exchange) *pipeline.Fault {
	s := change(x, func(s *state.Server) { s.TaskState = state.TaskShelving })
	began(x, s.ID, "shelve")
	tell(x, s, "shelve.start")
	x.Later(workShelve, s.ID, nil)
	return nil
}

// shelved leaves the server on its host, unless the deployment offloads at once; a server that boots
// from a volume never stays.
func (c *compute) shelved(x *pipeline.Exchange) *pipeline.Fault {
	s := serverOf(x)
	if s == nil {
		return nil
	}
	offload := c.OffloadOnShelve || volumeBacked(s)
	s = change(x, func(s *state.Server) {
		now := x.Now()
		s.VMState, s.TaskState, s.PowerState, s.ShelvedAt = state.VMShelved, state.TaskNone, state.PowerShutdown, &now
		if offload {
			s.TaskState = state.TaskShelvingOffload
		}
	})
	happened(x, s.ID, "compute_shelve_instance", s.Host, succeeded)
	tell(x, s, "shelve.end")
	if offload {
		beginOffload(x)
	}
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
	was := hostOr(s)
	tell(x, change(x, func(s *state.Server) {
		s.VMState, s.TaskState, s.PowerState = state.VMShelvedOffloaded, state.TaskNone, state.PowerShutdown
	}), "shelve_offload.end")
	s = change(x, func(s *state.Server) { s.Host, s.Node, s.Zone = "", "", "" })
	if a := state.InstanceActions.Get(x.Txn, state.InstanceActionID(s.ID, x.Event.RequestID)); a != nil && a.Action == "shelveOffload" {
		happened(x, s.ID, "compute_shelve_offload_instance", was, succeeded)
	}
	return nil
}
