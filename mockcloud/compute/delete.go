package compute

import (
	"plumbline/mockcloud/notification"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

const workDelete = "servers.deleted"

func deleteSteps() []pipeline.Step {
	return []pipeline.Step{
		{Name: "begin to delete", Run: func(x *pipeline.Exchange) *pipeline.Fault {
			s := serverOf(x)
			if s.TaskState == state.TaskDeleting {
				return nil
			}
			x.Cancel(s.ID)
			began(x, s.ID, "delete")
			s = change(x, func(s *state.Server) { s.TaskState = state.TaskDeleting })
			x.Notify(deleter(s), "instance.delete.start", notification.Info, told(x, s).Action)
			x.Later(workDelete, s.ID, nil)
			return nil
		}},
	}
}

func deleteWork() map[string]pipeline.Async {
	return map[string]pipeline.Async{workDelete: {Steps: []pipeline.Step{
		{Name: "shut it down", Run: deleteShutdown},
		{Name: "take the attachments of its volumes away", Run: deleteAttachments},
		{Name: "delete the volumes that die with it", Run: deleteVolumes},
		{Name: "take the server away", Run: deleted},
	}}}
}

func deleteShutdown(x *pipeline.Exchange) *pipeline.Fault {
	if s := serverOf(x); s != nil && s.Host != "" {
		tell(x, s, "shutdown.start")
		tell(x, s, "shutdown.end")
	}
	return nil
}

func deleteAttachments(x *pipeline.Exchange) *pipeline.Fault {
	if s := serverOf(x); s != nil {
		releaseAll(x, s)
	}
	return nil
}

func deleteVolumes(x *pipeline.Exchange) *pipeline.Fault {
	if s := serverOf(x); s != nil {
		discardAll(x, s)
	}
	return nil
}

// deleted takes the server away with its ports; what was done to it stays.
func deleted(x *pipeline.Exchange) *pipeline.Fault {
	s := serverOf(x)
	if s == nil {
		return nil
	}
	happened(x, s.ID, "compute_terminate_instance", hostOr(s), succeeded)
	releasePorts(x, s)
	dropShelvedImage(x, s)
	gone, now := *s, x.Now()
	gone.VMState, gone.TaskState, gone.PowerState = state.VMDeleted, state.TaskNone, state.PowerNone
	gone.Terminated, gone.Deleted, gone.Updated = &now, &now, now
	gone.Ports = nil
	x.Notify(deleter(s), "instance.delete.end", notification.Info, told(x, &gone).Action)
	state.Servers.Delete(x.Txn, s.ID)
	return nil
}

// deleter is who tells of a deletion: the host's compute service, or the API for a server on no host.
func deleter(s *state.Server) string {
	if s.Host == "" {
		return notification.API()
	}
	return notification.Compute(s.Host)
}
