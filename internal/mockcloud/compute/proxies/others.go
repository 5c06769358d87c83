package proxies

import (
	"encoding/json"
	"strings"

	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// nodeOperations are those of a cloud without a bare metal service: compute finds no way to it, as 2025.1 words that. What would
// change a node is refused in any cloud.
func nodeOperations() map[string]pipeline.Operation {
	nowhere := pipeline.Operation{Answer: func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		return nil, record.UnexpectedFault("keystoneauth1.exceptions.auth_plugins.MissingAuthPlugin")
	}}
	refused := func(command string) pipeline.Operation {
		return pipeline.Operation{Reads: true, Answer: func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			return nil, pipeline.BadRequest("Command not supported. Please use Ironic command %s to perform this action.", command)
		}}
	}
	return map[string]pipeline.Operation{
		"baremetal-nodes.list": nowhere, "baremetal-nodes.show": nowhere,
		"baremetal-nodes.create": refused("node-create"), "baremetal-nodes.delete": refused("node-delete"),
		"baremetal-nodes.add-interface": refused("port-create"), "baremetal-nodes.remove-interface": refused("port-delete"),
	}
}

// assistedSnapshot is a request of block storage to make the snapshot of a volume that only the server's host can make.
type assistedSnapshot struct {
	Request struct {
		VolumeID string `json:"volume_id"`
		Info     struct {
			ID *string `json:"id"`
		} `json:"create_info"`
	} `body:"snapshot"`
}

type assistedView struct {
	ID       *string `json:"id"`
	VolumeID string  `json:"volumeId"`
}

func assistedOperations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{
		"assisted-snapshots.create": pipeline.OperationOf[assistedSnapshot]{
			Steps: []pipeline.StepOf[assistedSnapshot]{{Name: "find the volume's server", Run: func(
				x *pipeline.Exchange, w *assistedSnapshot,
			) *pipeline.Fault {
				_, f := serverWith(x, w.Request.VolumeID, "do_volume_snapshot_create")
				return f
			}}},
			Answer: func(_ *pipeline.Exchange, w *assistedSnapshot) (*pipeline.Response, *pipeline.Fault) {
				return pipeline.Answer(200, "snapshot", assistedView{w.Request.Info.ID, w.Request.VolumeID}), nil
			},
		}.Operation(),
		"assisted-snapshots.delete": {
			Steps:  []pipeline.Step{{Name: "find the volume's server", Run: deleteAssisted}},
			Answer: func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) { return pipeline.Status(204), nil },
		},
	}
}

// serverWith is the server of a volume that is nobody else's, on a host and at rest.
func serverWith(x *pipeline.Exchange, volume, method string) (*state.Server, *pipeline.Fault) {
	x.DoNotKeep()
	for a := range state.VolumeAttachments.ByKey(x.Txn, "volume", volume) {
		s := state.Servers.Get(x.Txn, a.ServerID)
		if s == nil || s.Volume(volume) == nil {
			continue
		}
		switch v := state.Volumes.Get(x.Txn, volume); {
		case v != nil && v.Multiattach:
			return nil, pipeline.BadRequest("Block Device Mapping %s is a multi-attach volume and is not valid for this operation.", volume)
		case s.Host == "":
			return nil, pipeline.BadRequest("Instance %s is not ready", s.ID)
		case s.TaskState != "":
			return nil, pipeline.BadRequest("Instance %s in task_state %s. Cannot %s while the instance is in this state.",
				s.ID, s.TaskState, method)
		}
		return s, nil
	}
	return nil, pipeline.BadRequest("No volume Block Device Mapping with id %s.", volume)
}

func deleteAssisted(x *pipeline.Exchange) *pipeline.Fault {
	if !x.Query.Has("delete_info") {
		return pipeline.BadRequest("'delete_info'")
	}
	var info struct {
		VolumeID *string `json:"volume_id"`
		Target   *string `json:"merge_target_file"`
	}
	text := record.LastQueryValue(x, "delete_info")
	if err := json.NewDecoder(strings.NewReader(text)).Decode(&info); err != nil {
		return pipeline.BadRequest("Expecting value: line 1 column 1 (char 0)")
	}
	if info.VolumeID == nil {
		return pipeline.BadRequest("'volume_id'")
	}
	s, f := serverWith(x, *info.VolumeID, "do_volume_snapshot_delete")
	if f == nil && info.Target != nil && s.VMState != state.VMActive {
		return pipeline.BadRequest("Instance %s in vm_state %s. Cannot volume_snapshot_delete while the instance is in this state.",
			s.ID, s.VMState)
	}
	return f
}

// shareOperations are those of a cloud whose hosts cannot give shares to servers: no server ever has one.
func shareOperations() map[string]pipeline.Operation {
	none := func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		return nil, pipeline.NotFound("Share %s could not be found.", x.Params.Get("share_id"))
	}
	return map[string]pipeline.Operation{
		"server-shares.list": {Answer: func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Answer(200, "shares", []struct{}{}), nil
		}},
		"server-shares.show":   {Answer: none},
		"server-shares.delete": {Reads: true, Answer: none},
		"server-shares.create": {Reads: true, Answer: func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			return nil, pipeline.Conflict("Feature not supported because either compute or instance are not configured correctly.")
		}},
	}
}
