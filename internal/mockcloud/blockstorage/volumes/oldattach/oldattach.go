package oldattach

import (
	"plumbline/internal/mockcloud/blockstorage/attachments"
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// nothing is the type of shared values for actions that read no body.
type nothing = pipeline.Nothing

// Operations holds the actions on volumes with which compute attached them before 3.27.
func Operations() pipeline.OperationSet {
	return pipeline.OperationSet{Operations: map[string]pipeline.Operation{
		"volumes.attach": pipeline.OperationOf[attaching]{
			Steps: []pipeline.StepOf[attaching]{
				{Name: "not in maintenance", Run: notMaintained[attaching]("The volume cannot be attached in maintenance mode.")},
				{Name: "nobody else has it", Run: nobodyElseHasIt},
				{Name: "attach the volume", Run: attach},
			},
			Answer: record.Accepted[attaching],
		}.Operation(),
		"volumes.detach": pipeline.OperationOf[detaching]{
			Steps: []pipeline.StepOf[detaching]{
				{Name: "the body is an object", Run: isObject},
				{Name: "compute does not use it", Run: namedNotUsed},
				{Name: "not in maintenance", Run: notMaintained[detaching]("The volume cannot be detached in maintenance mode.")},
				{Name: "detach the volume", Run: detach},
			},
			Answer: record.Accepted[detaching],
		}.Operation(),
		"volumes.force-detach": pipeline.OperationOf[forcedDetaching]{
			Steps: []pipeline.StepOf[forcedDetaching]{
				{Name: "the connection is not used", Run: func(x *pipeline.Exchange, _ *forcedDetaching) *pipeline.Fault { return notUsed(x, "") }},
				{Name: "the attachment is not used", Run: func(x *pipeline.Exchange, w *forcedDetaching) *pipeline.Fault { return notUsed(x, w.id()) }},
				{Name: "not in maintenance", Run: notMaintained[forcedDetaching]("The volume cannot be detached in maintenance mode.")},
				{Name: "the attachment is known", Run: attachmentKnown},
				{Name: "detach the volume", Run: func(x *pipeline.Exchange, w *forcedDetaching) *pipeline.Fault { return detachOne(x, w.id()) }},
			},
			Answer: record.Accepted[forcedDetaching],
		}.Operation(),
		"volumes.reserve":         action(pipeline.StepOf[nothing]{Name: "reserve the volume", Run: reserve}),
		"volumes.unreserve":       action(pipeline.StepOf[nothing]{Name: "give the volume up", Run: unreserve}),
		"volumes.begin-detaching": action(pipeline.StepOf[nothing]{Name: "begin to detach", Run: beginDetaching}),
		"volumes.roll-detaching":  action(pipeline.StepOf[nothing]{Name: "take it back", Run: rollBack}),
		"volumes.connect": pipeline.OperationOf[nothing]{
			Steps: []pipeline.StepOf[nothing]{
				{Name: "not in maintenance", Run: notMaintained[nothing]("The volume connection cannot be initialized in maintenance mode.")},
			},
			Answer: connection,
		}.Operation(),
		"volumes.disconnect": action(
			pipeline.StepOf[nothing]{Name: "compute does not use it", Run: noneUsed},
			pipeline.StepOf[nothing]{Name: "give the volume up", Run: unreserve},
		),
	}}
}

// action is an operation that reads no body and answers none.
func action(steps ...pipeline.StepOf[nothing]) pipeline.Operation {
	return pipeline.OperationOf[nothing]{Steps: steps, Answer: record.Accepted[nothing]}.Operation()
}

func notMaintained[W any](refusal string) func(*pipeline.Exchange, *W) *pipeline.Fault {
	return func(x *pipeline.Exchange, _ *W) *pipeline.Fault {
		if record.Volume(x).Status == state.VolumeMaintenance {
			return record.InvalidVolume("%s", refusal)
		}
		return nil
	}
}

func reserve(x *pipeline.Exchange, _ *nothing) *pipeline.Fault {
	v, words := record.Volume(x), "available"
	if v.Multiattach {
		words = "available or in-use"
	}
	if v.Status != state.VolumeAvailable && !(v.Multiattach && v.Status == state.VolumeInUse) {
		return record.InvalidVolume("Volume status must be %s to reserve, but the status is %s.", words, v.Status)
	}
	record.Change(x, func(v *state.Volume) { v.Status = state.VolumeAttaching })
	return nil
}

func unreserve(x *pipeline.Exchange, _ *nothing) *pipeline.Fault {
	v := record.Volume(x)
	if v.Status != state.VolumeAttaching {
		return nil
	}
	status := state.VolumeAvailable
	if len(record.Attachments(x, v.ID)) > 0 {
		status = state.VolumeInUse
	}
	record.Change(x, func(v *state.Volume) { v.Status = status })
	return nil
}

func beginDetaching(x *pipeline.Exchange, _ *nothing) *pipeline.Fault {
	v := record.Volume(x)
	if v.Status != state.VolumeInUse || v.AttachStatus != state.AttachAttached {
		return record.InvalidVolume("Unable to detach volume. Volume status must be 'in-use' and attach_status must be 'attached' to detach.")
	}
	record.Change(x, func(v *state.Volume) { v.Status = state.VolumeDetaching })
	return nil
}

func rollBack(x *pipeline.Exchange, _ *nothing) *pipeline.Fault {
	if record.Volume(x).Status == state.VolumeDetaching {
		record.Change(x, func(v *state.Volume) { v.Status = state.VolumeInUse })
	}
	return nil
}

// told is the connection in the answer.
type told struct {
	Driver    string                  `json:"driver_volume_type"`
	Data      *state.VolumeConnection `json:"data"`
	Multipath bool                    `json:"enforce_multipath"`
}

func connection(x *pipeline.Exchange, _ *nothing) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Answer(200, "connection_info", &told{Driver: "local", Data: attachments.Connection(record.Volume(x).ID)}), nil
}
