package blockstorage

import (
	"cmp"
	"slices"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/policy"
	"plumbline/mockcloud/state"
)

var attachmentOperations = map[string]pipeline.Operation{
	"attachments.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		return listAttachments(x, viewAttachmentBriefly)
	}},
	"attachments.detail": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		return listAttachments(x, viewAttachment)
	}},
	"attachments.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		return pipeline.Answer(200, "attachment", viewAttachment(pipeline.Subject[state.VolumeAttachment](x))), nil
	}},
	"attachments.create": {
		Steps: []pipeline.Step{
			{Name: "find the volume", Run: findAttachedVolume},
			{Name: "the volume is not in error", Run: notInError},
			{Name: "may boot several servers", Run: mayShareBoot},
			{Name: "the volume can be reserved", Run: canReserve},
			{Name: "reserve the volume", Run: reserveVolume},
			{Name: "connect at once", Run: connectAtOnce},
		},
		Answer: answerAttachment,
	},
	"attachments.update": {
		Steps: []pipeline.Step{
			{Name: "the connector names a host", Run: namesHost},
			{Name: "the volume can be connected", Run: canConnect},
			{Name: "connect the volume", Requirements: []string{"BFV-14"}, Run: func(x *pipeline.Exchange) *pipeline.Fault {
				connector, _ := x.Inner("attachment")["connector"].(map[string]any)
				a := pipeline.Subject[state.VolumeAttachment](x)
				connect(x, a, connector)
				return nil
			}},
		},
		Answer: answerAttachment,
	},
	"attachments.complete": {
		Steps: []pipeline.Step{
			{Name: "find the volume", Run: func(x *pipeline.Exchange) *pipeline.Fault {
				if id := pipeline.Subject[state.VolumeAttachment](x).VolumeID; volumeFor(x, id) == nil {
					return noVolume(id)
				}
				return x.Demand("volume:attachment_complete")
			}},
			{Name: "the server has the volume", Requirements: []string{"BFV-14"}, Run: func(x *pipeline.Exchange) *pipeline.Fault {
				a := putAttachment(x, pipeline.Subject[state.VolumeAttachment](x), func(a *state.VolumeAttachment) { a.Status = state.AttachAttached })
				put(x, state.Volumes.Get(x.Txn, a.VolumeID), func(v *state.Volume) { v.Status, v.AttachStatus = state.VolumeInUse, state.AttachAttached })
				return nil
			}},
		},
		Policy: func(*pipeline.Exchange) *pipeline.Fault { return nil }, // after the look-up of the volume
		Answer: func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) { return pipeline.Status(204), nil },
	},
	"attachments.delete": {
		Steps: []pipeline.Step{
			{Name: "compute does not use it", Run: func(x *pipeline.Exchange) *pipeline.Fault {
				return notUsed(x, pipeline.Subject[state.VolumeAttachment](x))
			}},
			{Name: "detach the volume", Requirements: []string{"BFV-11"}, Run: func(x *pipeline.Exchange) *pipeline.Fault {
				detach(x, pipeline.Subject[state.VolumeAttachment](x))
				return nil
			}},
		},
		Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			left := []any{}
			for _, a := range attachmentsOf(x, pipeline.Subject[state.VolumeAttachment](x).VolumeID) {
				left = append(left, viewAttachmentBriefly(a))
			}
			return pipeline.Answer(200, "attachments", left), nil
		},
	},
}

// attachmentsOf are a volume's, oldest first.
func attachmentsOf(x *pipeline.Exchange, volumeID string) []*state.VolumeAttachment {
	all := state.VolumeAttachments.List(x.Txn, "volume", volumeID)
	slices.SortFunc(all, func(a, b *state.VolumeAttachment) int { return cmp.Compare(a.Serial, b.Serial) })
	return all
}

// findAttachment finds an attachment of any project: who may do what to it is a matter of policy, and everybody may
// look at it.
func findAttachment(x *pipeline.Exchange, id string) *pipeline.Fault {
	a := state.VolumeAttachments.Get(x.Txn, id)
	if a == nil {
		return noAttachment(id)
	}
	target := policy.Target{}
	if v := state.Volumes.Get(x.Txn, a.VolumeID); v != nil {
		target.ProjectID = v.ProjectID
	}
	x.Found(a, target)
	return nil
}

func noAttachment(id string) *pipeline.Fault {
	return pipeline.NotFound("Volume attachment could not be found with filter: attachment_id = %s.", id)
}

// putAttachment replaces an attachment by a changed copy.
func putAttachment(x *pipeline.Exchange, before *state.VolumeAttachment, how func(*state.VolumeAttachment)) *state.VolumeAttachment {
	a := *before
	how(&a)
	state.VolumeAttachments.Insert(x.Txn, &a)
	return &a
}

// answerAttachment shows the attachment as it was before a host connected; how to connect is in the scratch.
func answerAttachment(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	view := viewAttachment(pipeline.Subject[state.VolumeAttachment](x))
	if info := pipeline.Work[attaching](x).info; info != nil {
		view["connection_info"] = info
	}
	return pipeline.Answer(200, "attachment", view), nil
}

func viewAttachmentBriefly(a *state.VolumeAttachment) map[string]any {
	return map[string]any{"id": a.ID, "status": string(a.Status), "instance": text(a.ServerID), "volume_id": a.VolumeID}
}

func viewAttachment(a *state.VolumeAttachment) map[string]any {
	view := viewAttachmentBriefly(a)
	view["attached_at"], view["detached_at"], view["attach_mode"], view["connection_info"] = "", "", text(a.Mode), map[string]any{}
	if a.Attached != nil {
		view["attached_at"] = stamp(a.Attached)
	}
	if a.Detached != nil {
		view["detached_at"] = stamp(a.Detached)
	}
	if a.ConnectionInfo != nil {
		view["connection_info"] = a.ConnectionInfo
	}
	return view
}

var attachmentFilters = []string{"volume_id", "status", "instance_id", "attach_status"}

func listAttachments(x *pipeline.Exchange, view func(*state.VolumeAttachment) map[string]any) (*pipeline.Response, *pipeline.Fault) {
	p, f := readPage(x)
	if f == nil {
		f = p.reject(x, x.Version.AtLeast(strictFilters), attachmentFilters...)
	}
	if f != nil {
		return nil, f
	}
	all := x.Caller.Admin() && p.filters.Has("all_tenants")
	delete(p.filters, "all_tenants")
	var rows []row
	for v := range volumesSeen(x, all) {
		for _, a := range attachmentsOf(x, v.ID) {
			r := row{
				id: a.ID, serial: a.Serial,
				fields: map[string]any{
					"id": a.ID, "volume_id": a.VolumeID, "status": string(a.Status), "attach_status": string(a.Status),
					"instance_id": text(a.ServerID), "instance_uuid": text(a.ServerID), "mountpoint": text(a.Mountpoint), "attached_host": text(a.Host),
				},
				item: pipeline.Item{Record: a, Render: func() any { return view(a) }},
			}
			if p.passes(r.fields) {
				rows = append(rows, r)
			}
		}
	}
	rows, f = p.cut(rows, func(marker string) *pipeline.Fault {
		if state.VolumeAttachments.Get(x.Txn, marker) == nil {
			return noAttachment(marker)
		}
		return nil
	}, []string{"volume_id", "attach_status", "instance_uuid", "mountpoint", "attached_host", "updated_at"})
	if f != nil {
		return nil, f
	}
	return p.answer(x, "attachments", "", 0, rows)
}
