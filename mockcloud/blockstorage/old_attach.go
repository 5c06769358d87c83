package blockstorage

import (
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// oldAttachOperations are how compute attached volumes before 3.27. Stock clients still have them.
var oldAttachOperations = map[string]pipeline.Operation{
	"volumes.attach": {
		Steps: []pipeline.Step{
			{Name: "not in maintenance", Run: notMaintained("attached in maintenance mode", "The volume cannot be ")},
			{Name: "nobody else has it", Run: nobodyElseHasIt},
			{Name: "attach the volume", Run: attachOldWay},
		},
		Answer: accepted,
	},
	"volumes.detach": {
		Steps: []pipeline.Step{
			{Name: "the body is an object", Run: func(x *pipeline.Exchange) *pipeline.Fault {
				if x.Inner("os-detach") == nil {
					return pipeline.Refuse(500, erred)
				}
				return nil
			}},
			{Name: "compute does not use it", Run: func(x *pipeline.Exchange) *pipeline.Fault {
				id, _ := x.Inner("os-detach")["attachment_id"].(string)
				return notUsedOldWay(x, id)
			}},
			{Name: "not in maintenance", Run: notMaintained("detached in maintenance mode", "The volume cannot be ")},
			{Name: "detach the volume", Run: func(x *pipeline.Exchange) *pipeline.Fault {
				v := pipeline.Subject[state.Volume](x)
				id, _ := x.Inner("os-detach")["attachment_id"].(string)
				for _, a := range attachmentsOf(x, v.ID) {
					if id == "" || a.ID == id {
						detach(x, a)
						return nil
					}
				}
				change(x, func(v *state.Volume) { v.Status, v.AttachStatus = state.VolumeAvailable, state.AttachDetached })
				return nil
			}},
		},
		Answer: accepted,
	},
	"volumes.reserve": {
		Steps: []pipeline.Step{{Name: "reserve the volume", Run: func(x *pipeline.Exchange) *pipeline.Fault {
			v, words := pipeline.Subject[state.Volume](x), "available"
			if v.Multiattach {
				words = "available or in-use"
			}
			if v.Status != state.VolumeAvailable && !(v.Multiattach && v.Status == state.VolumeInUse) {
				return invalidVolume("Volume status must be %s to reserve, but the status is %s.", words, v.Status)
			}
			change(x, func(v *state.Volume) { v.Status = state.VolumeAttaching })
			return nil
		}}},
		Answer: accepted,
	},
	"volumes.unreserve":       {Steps: []pipeline.Step{{Name: "give the volume up", Run: unreserve}}, Answer: accepted},
	"volumes.begin-detaching": {Steps: []pipeline.Step{{Name: "begin to detach", Run: beginDetaching}}, Answer: accepted},
	"volumes.roll-detaching": {
		Steps: []pipeline.Step{{Name: "take it back", Run: func(x *pipeline.Exchange) *pipeline.Fault {
			if pipeline.Subject[state.Volume](x).Status == state.VolumeDetaching {
				change(x, func(v *state.Volume) { v.Status = state.VolumeInUse })
			}
			return nil
		}}},
		Answer: accepted,
	},
	"volumes.connect": {
		Steps: []pipeline.Step{{Name: "not in maintenance", Run: notMaintained("initialized in maintenance mode", "The volume connection cannot be ")}},
		Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Answer(200, "connection_info", map[string]any{
				"driver_volume_type": "local", "data": connection(pipeline.Subject[state.Volume](x).ID), "enforce_multipath": false,
			}), nil
		},
	},
	"volumes.disconnect": {
		Steps: []pipeline.Step{
			{Name: "compute does not use it", Run: func(x *pipeline.Exchange) *pipeline.Fault { return notUsedOldWay(x, "") }},
			{Name: "give the volume up", Run: unreserve},
		},
		Answer: accepted,
	},
}

func notMaintained(what, who string) func(*pipeline.Exchange) *pipeline.Fault {
	return func(x *pipeline.Exchange) *pipeline.Fault {
		if pipeline.Subject[state.Volume](x).Status == state.VolumeMaintenance {
			return invalidVolume("%s%s.", who, what)
		}
		return nil
	}
}

// notUsedOldWay is notUsed for requests that may name an attachment, and need not when there is one at most.
func notUsedOldWay(x *pipeline.Exchange, id string) *pipeline.Fault {
	all := attachmentsOf(x, pipeline.Subject[state.Volume](x).ID)
	if x.Caller.Service || id == "" && len(all) == 0 {
		return nil
	}
	if id == "" && len(all) == 1 {
		return notUsed(x, all[0])
	}
	for _, a := range all {
		if a.ID == id {
			return notUsed(x, a)
		}
	}
	return usedByCompute("")
}

func nobodyElseHasIt(x *pipeline.Exchange) *pipeline.Fault {
	v := pipeline.Subject[state.Volume](x)
	if v.Status == state.VolumeInUse && !v.Multiattach || v.Status == state.VolumeDetaching {
		return pipeline.Refuse(500, erred)
	}
	return nil
}

func attachOldWay(x *pipeline.Exchange) *pipeline.Fault {
	given, v, now := x.Inner("os-attach"), pipeline.Subject[state.Volume](x), x.Now()
	field := func(key, otherwise string) string {
		if s, ok := given[key].(string); ok {
			return s
		}
		return otherwise
	}
	mode := field("mode", "rw")
	if v.AdminMetadata["readonly"] == "True" && mode != "ro" {
		return pipeline.BadRequest("Invalid attaching mode '%s' for volume %s.", mode, v.ID)
	}
	state.VolumeAttachments.Insert(x.Txn, &state.VolumeAttachment{
		ID: x.Env.IDs.UUID(), Serial: x.Txn.Next("volume-attachments"), VolumeID: v.ID, ServerID: field("instance_uuid", ""),
		Host: field("host_name", ""), Status: state.AttachAttached, Mode: mode, Mountpoint: field("mountpoint", ""), Attached: &now, Created: now,
	})
	change(x, func(v *state.Volume) {
		v.Status, v.AttachStatus = state.VolumeInUse, state.AttachAttached
		if v.AdminMetadata["readonly"] == "" {
			note(v, "readonly", "False")
		}
		note(v, "attached_mode", mode)
	})
	return nil
}

func unreserve(x *pipeline.Exchange) *pipeline.Fault {
	v := pipeline.Subject[state.Volume](x)
	if v.Status != state.VolumeAttaching {
		return nil
	}
	status := state.VolumeAvailable
	if len(attachmentsOf(x, v.ID)) > 0 {
		status = state.VolumeInUse
	}
	change(x, func(v *state.Volume) { v.Status = status })
	return nil
}

func beginDetaching(x *pipeline.Exchange) *pipeline.Fault {
	v := pipeline.Subject[state.Volume](x)
	if v.Status != state.VolumeInUse || v.AttachStatus != state.AttachAttached {
		return invalidVolume("Unable to detach volume. Volume status must be 'in-use' and attach_status must be 'attached' to detach.")
	}
	change(x, func(v *state.Volume) { v.Status = state.VolumeDetaching })
	return nil
}
