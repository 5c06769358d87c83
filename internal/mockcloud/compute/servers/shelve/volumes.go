package shelve

import (
	"plumbline/internal/mockcloud/compute/disks"
	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/compute/schedule"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// offloadVolumes keeps the volumes reserved while the server is on no host: new attachments without a connector replace the old ones.
func offloadVolumes(x *pipeline.Exchange) *pipeline.Fault {
	if record.Server(x) == nil {
		return nil
	}
	return disks.ReserveAll(x)
}

// reattachVolumes attaches the volumes on the new host. The attachments stay the same.
func reattachVolumes(x *pipeline.Exchange, w *unshelveValues) *pipeline.Fault {
	s, to := unshelvingServer(x), w.To
	if s == nil || to == nil || len(s.Volumes()) == 0 {
		return nil
	}
	record.Change(x, func(s *state.Server) { schedule.PutOnHost(s, to) })
	return disks.AttachAll(x)
}

// unshelveFailed leaves the server offloaded, on no host, with the reason as its fault.
func unshelveFailed(x *pipeline.Exchange, _ *unshelveValues, why *pipeline.Fault) {
	s := record.Server(x)
	if s == nil {
		return
	}
	record.EventFailed(x, s.ID, "compute_unshelve_instance", record.Controller, why.Message)
	record.Change(x, func(s *state.Server) {
		s.TaskState, s.Host, s.Node, s.Zone = state.TaskNone, "", "", ""
		s.Fault = &state.Fault{Code: why.Status, Message: why.Message, Created: x.Now()}
		if why.Status == 500 {
			s.Fault.Details = "Traceback: " + why.Message
		}
	})
}
