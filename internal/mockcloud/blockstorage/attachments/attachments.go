package attachments

import (
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
)

// nothing is the type of shared values for operations that read no body.
type nothing = pipeline.Nothing

// Operations holds the operations on attachments.
func Operations() pipeline.OperationSet {
	return pipeline.OperationSet{
		Lookups: map[string]pipeline.Lookup{"attachment_id": find},
		Operations: map[string]pipeline.Operation{
			"attachments.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
				return list(x, func(a *state.VolumeAttachment) any { return briefView(a) })
			}},
			"attachments.detail": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
				return list(x, func(a *state.VolumeAttachment) any { return view(a) })
			}},
			"attachments.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
				return answer(x, nil)
			}},
			"attachments.create": pipeline.OperationOf[creation]{
				Steps: []pipeline.StepOf[creation]{
					{Name: "find the volume", Run: findVolume},
					{Name: "the volume is not in error", Run: notInError},
					{Name: "may boot several servers", Run: mayShareBoot},
					{Name: "the volume can be reserved", Run: canReserve},
					{Name: "reserve the volume", Run: reserve},
					{Name: "connect at once", Run: connectAtOnce},
				},
				Answer: func(x *pipeline.Exchange, w *creation) (*pipeline.Response, *pipeline.Fault) {
					return answer(x, w.told)
				},
			}.Operation(),
			"attachments.update": pipeline.OperationOf[update]{
				Steps: []pipeline.StepOf[update]{
					{Name: "the connector names a host", Run: namesHost},
					{Name: "the volume can be connected", Run: canConnect},
					{Name: "connect the volume", Requirements: []string{"BFV-14"}, Run: connectHost},
				},
				Answer: func(x *pipeline.Exchange, w *update) (*pipeline.Response, *pipeline.Fault) { return answer(x, w.told) },
			}.Operation(),
			"attachments.complete": pipeline.OperationOf[nothing]{
				Steps: []pipeline.StepOf[nothing]{
					{Name: "find the volume", Run: mayComplete},
					{Name: "the server has the volume", Requirements: []string{"BFV-14"}, Run: complete},
				},
				Policy: func(*pipeline.Exchange, *nothing) *pipeline.Fault { return nil }, // checked after the look-up of the volume
				Answer: record.NoContent[nothing],
			}.Operation(),
			"attachments.delete": pipeline.OperationOf[nothing]{
				Steps: []pipeline.StepOf[nothing]{
					{Name: "compute does not use it", Run: notUsed},
					{Name: "detach the volume", Requirements: []string{"BFV-11"}, Run: remove},
				},
				Answer: answerRemaining,
			}.Operation(),
		},
	}
}

// attachment is the attachment of the request's path.
func attachment(x *pipeline.Exchange) *state.VolumeAttachment {
	return pipeline.Subject[state.VolumeAttachment](x)
}

// find finds an attachment of any project: every caller may look at it, and policy decides who may change it.
func find(x *pipeline.Exchange, id string) *pipeline.Fault {
	a := state.VolumeAttachments.Get(x.Txn, id)
	if a == nil {
		return notFound(id)
	}
	target := policy.Target{}
	if v := state.Volumes.Get(x.Txn, a.VolumeID); v != nil {
		target.ProjectID = v.ProjectID
	}
	x.SetSubject(a, target)
	return nil
}

func notFound(id string) *pipeline.Fault {
	return pipeline.NotFound("Volume attachment could not be found with filter: attachment_id = %s.", id)
}

// replaceAttachment stores a changed copy of an attachment.
func replaceAttachment(x *pipeline.Exchange, before *state.VolumeAttachment, how func(*state.VolumeAttachment)) *state.VolumeAttachment {
	a := *before
	how(&a)
	state.VolumeAttachments.Insert(x.Txn, &a)
	return &a
}

// answer shows the attachment as it was before a host connected, with the given connection.
func answer(x *pipeline.Exchange, told *state.VolumeConnection) (*pipeline.Response, *pipeline.Fault) {
	answered := view(attachment(x))
	if told != nil {
		answered.Connection = told
	}
	return pipeline.Answer(200, "attachment", answered), nil
}

func mayComplete(x *pipeline.Exchange, _ *nothing) *pipeline.Fault {
	if id := attachment(x).VolumeID; record.Visible(x, id) == nil {
		return record.NotFound(id)
	}
	return x.Demand("volume:attachment_complete")
}

func complete(x *pipeline.Exchange, _ *nothing) *pipeline.Fault {
	a := replaceAttachment(x, attachment(x), func(a *state.VolumeAttachment) { a.Status = state.AttachAttached })
	record.Put(x, state.Volumes.Get(x.Txn, a.VolumeID),
		func(v *state.Volume) { v.Status, v.AttachStatus = state.VolumeInUse, state.AttachAttached })
	return nil
}

func notUsed(x *pipeline.Exchange, _ *nothing) *pipeline.Fault { return NotUsed(x, attachment(x)) }

func remove(x *pipeline.Exchange, _ *nothing) *pipeline.Fault {
	Detach(x, attachment(x))
	return nil
}

// answerRemaining answers the attachments that the volume still has.
func answerRemaining(x *pipeline.Exchange, _ *nothing) (*pipeline.Response, *pipeline.Fault) {
	all := []*brief{}
	for _, a := range record.Attachments(x, attachment(x).VolumeID) {
		all = append(all, briefView(a))
	}
	return pipeline.Answer(200, "attachments", all), nil
}
