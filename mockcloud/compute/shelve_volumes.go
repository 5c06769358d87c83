package compute

import (
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// offloadVolumes keeps the volumes of a server that leaves its host reserved: new attachments without a connector
// take the place of the old ones.
func offloadVolumes(x *pipeline.Exchange) *pipeline.Fault {
	if serverOf(x) == nil {
		return nil
	}
	return reserveAll(x)
}

// reattachVolumes attaches the volumes on the host that was found. The attachments stay the same.
func reattachVolumes(x *pipeline.Exchange) *pipeline.Fault {
	s, to := comingBack(x), pipeline.Work[comeback](x).to
	if s == nil || to == nil || len(s.Volumes()) == 0 {
		return nil
	}
	change(x, func(s *state.Server) { settle(s, to) })
	return attachAll(x)
}

// unshelveFailed leaves the server offloaded and says why.
func unshelveFailed(x *pipeline.Exchange, why *pipeline.Fault) {
	s := serverOf(x)
	if s == nil {
		return
	}
	happenedBecause(x, s.ID, "compute_unshelve_instance", controller, why.Message)
	change(x, func(s *state.Server) {
		s.TaskState = state.TaskNone
		s.Fault = &state.Fault{Code: why.Status, Message: why.Message, Created: x.Now()}
		if why.Status == 500 {
			s.Fault.Details = "Traceback: " + why.Message
		}
	})
}
