package deletion

import (
	"plumbline/internal/mockcloud/compute/disks"
	"plumbline/internal/mockcloud/compute/ports"
	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/compute/servers/shelve"
	"plumbline/internal/mockcloud/notification"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

const workDelete = "servers.deleted"

// Operations holds the operations that delete and restore servers, and their scheduled work.
func Operations() pipeline.OperationSet {
	return pipeline.OperationSet{
		Operations: operations(),
		Async:      work(),
	}
}

func operations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{
		"servers.delete": {
			Steps:  []pipeline.Step{{Name: "begin to delete", Run: deleteOrKeep}},
			Answer: func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) { return pipeline.Status(204), nil },
		},
		"servers.force-delete": {Steps: []pipeline.Step{{Name: "begin to delete", Run: begin}}, Answer: record.Accepted},
		"servers.restore":      {Steps: []pipeline.Step{{Name: "begin to restore", Run: restore}}, Answer: record.Accepted},
	}
}

// begin cancels the work under way on the server and schedules its deletion.
func begin(x *pipeline.Exchange) *pipeline.Fault {
	s := record.Server(x)
	if s.TaskState == state.TaskDeleting {
		return nil
	}
	x.Cancel(s.ID)
	action := "delete"
	if x.Action == "forceDelete" {
		action = "forceDelete"
	}
	record.ActionBegan(x, s.ID, action)
	s = record.Change(x, func(s *state.Server) { s.TaskState = state.TaskDeleting })
	x.Notify(notificationPublisher(s), "instance.delete.start", notification.Info, record.InstancePayload(x, s).Action)
	x.Schedule(workDelete, s.ID, nil)
	return nil
}

func work() map[string]pipeline.Async {
	return map[string]pipeline.Async{
		workDelete: {Steps: []pipeline.Step{
			{Name: "shut it down", Run: shutdown},
			{Name: "take the attachments of its volumes away", Run: deleteAttachments},
			{Name: "delete the volumes that die with it", Run: volumes},
			{Name: "take the server away", Run: deleted},
		}},
		workSoftDelete: {Steps: []pipeline.Step{{Name: "turn it off and keep it", Run: softDeleted}}},
		workReclaim:    {Steps: []pipeline.Step{{Name: "delete what nobody wanted back", Run: reclaim}}},
		workRestore:    {Steps: []pipeline.Step{{Name: "bring it back", Run: finishRestore}}},
	}
}

func shutdown(x *pipeline.Exchange) *pipeline.Fault {
	if s := record.Server(x); s != nil && s.Host != "" {
		record.Notify(x, s, "shutdown.start")
		record.Notify(x, s, "shutdown.end")
	}
	return nil
}

func deleteAttachments(x *pipeline.Exchange) *pipeline.Fault {
	if s := record.Server(x); s != nil {
		disks.ReleaseAll(x, s)
	}
	return nil
}

func volumes(x *pipeline.Exchange) *pipeline.Fault {
	if s := record.Server(x); s != nil {
		disks.DiscardAll(x, s)
	}
	return nil
}

// deleted deletes the server with its ports; the record of its actions stays.
func deleted(x *pipeline.Exchange) *pipeline.Fault {
	s := record.Server(x)
	if s == nil {
		return nil
	}
	record.EventEnded(x, s.ID, "compute_terminate_instance", record.HostOrController(s), record.Succeeded)
	ports.ReleasePorts(x, s)
	shelve.DropShelvedImage(x, s)
	gone, now := *s, x.Now()
	gone.VMState, gone.TaskState, gone.PowerState = state.VMDeleted, state.TaskNone, state.PowerNone
	gone.Terminated, gone.Deleted, gone.Updated = &now, &now, now
	gone.Ports = nil
	x.Notify(notificationPublisher(s), "instance.delete.end", notification.Info, record.InstancePayload(x, &gone).Action)
	state.Servers.Delete(x.Txn, s.ID)
	gone.BlockDevices, gone.Tags, gone.Metadata = nil, nil, nil
	state.DeletedServers.Insert(x.Txn, &gone)
	if s.Launched != nil {
		state.EndedServers.Insert(x.Txn, &state.Ended{
			ID: s.ID, Name: s.Name, ProjectID: s.ProjectID, Flavor: s.Flavor, Launched: *s.Launched, Terminated: now,
		})
	}
	return nil
}

// notificationPublisher is the publisher_id of the notifications of a deletion: the compute service of the server's host, or the
// API for a server without a host.
func notificationPublisher(s *state.Server) string {
	if s.Host == "" {
		return notification.API()
	}
	return notification.Compute(s.Host)
}
