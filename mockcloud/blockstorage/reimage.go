package blockstorage

import (
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
	"plumbline/openapi"
)

// toldOfImage is the first microversion of compute that takes the event volume-reimaged (BFV-20).
var toldOfImage = openapi.MustVersion("2.93")

var reimageOperations = map[string]pipeline.Operation{
	"volumes.reimage": {
		Steps: []pipeline.Step{
			{Name: "may write the image", Run: mayReimage},
			{Name: "one attachment at most", Requirements: []string{"BFV-10"}, Refuses: 409, Run: oneAttachment},
			{Name: "the status allows it", Requirements: []string{"BFV-12"}, Run: statusAllowsImage},
			{Name: "the image is there", Run: findNewImage},
			{Name: "the image fits", Run: func(x *pipeline.Exchange) *pipeline.Fault {
				return fits(pipeline.Work[state.Image](x), pipeline.Subject[state.Volume](x).Size)
			}},
			{Name: "begin to write", Requirements: []string{"BFV-12"}, Run: func(x *pipeline.Exchange) *pipeline.Fault {
				before := pipeline.Subject[state.Volume](x).Status
				v := change(x, func(v *state.Volume) { v.PreviousStatus, v.Status = before, state.VolumeDownloading })
				x.Later("volumes.reimaged", v.ID, pipeline.Work[state.Image](x).ID)
				return nil
			}},
		},
		Answer: accepted,
	},
}

var reimageWork = map[string]pipeline.Async{
	"volumes.reimaged": {
		Steps: []pipeline.Step{
			{Name: "unpack the image", Requirements: []string{"BFV-15", "BFV-N10"}, Run: unpackNewImage},
			{Name: "write the image", Requirements: []string{"BFV-01", "BFV-12", "BFV-19"}, Run: reimaged},
		},
		Failed: notReimaged,
	},
	"volumes.reimage-told": {
		Steps: []pipeline.Step{{Name: "tell compute", Requirements: []string{"BFV-13"}, Run: func(x *pipeline.Exchange) *pipeline.Fault {
			status := "completed"
			if saysFailed(x) {
				status = "failed"
			}
			v := dueVolume(x)
			if v == nil {
				return nil
			}
			var events []any
			for _, a := range attachmentsOf(x, v.ID) {
				if a.ServerID != "" {
					events = append(events, map[string]any{"name": "volume-reimaged", "server_uuid": a.ServerID, "tag": v.ID, "status": status})
				}
			}
			if len(events) > 0 {
				x.Call(eventCall(toldOfImage, events))
			}
			return nil
		}}},
	},
}

// saysFailed tells whether a fault rule wants the event to say that writing has failed: one for the step that is not
// a step of the work, "say that it failed".
func saysFailed(x *pipeline.Exchange) bool {
	return x.Struck("say that it failed") != nil
}

// eventCall tells compute of events in the service's own name.
func eventCall(at openapi.Version, events []any) pipeline.Call {
	return pipeline.Call{
		Service: openapi.Compute, Method: "POST", Path: "/os-server-external-events", Version: at,
		Body: map[string]any{"events": events}, Caller: pipeline.AsService(),
	}
}

func mayReimage(x *pipeline.Exchange) *pipeline.Fault {
	if pipeline.Subject[state.Volume](x).Status == state.VolumeReserved {
		return x.Demand("volume:reimage_reserved")
	}
	return x.Demand("volume:reimage")
}

func oneAttachment(x *pipeline.Exchange) *pipeline.Fault {
	if len(attachmentsOf(x, pipeline.Subject[state.Volume](x).ID)) > 1 {
		return pipeline.Conflict("Cannot re-image a volume which is attached to more than one server.")
	}
	return nil
}

func statusAllowsImage(x *pipeline.Exchange) *pipeline.Fault {
	v, allowed := pipeline.Subject[state.Volume](x), "available or error"
	reserved := truth(x.Inner("os-reimage")["reimage_reserved"])
	if v.Status == state.VolumeAvailable || v.Status == state.VolumeError || v.Status == state.VolumeReserved && reserved {
		return nil
	}
	if reserved {
		allowed = "available or error or reserved"
	}
	return invalidVolume("Volume %s status must be %s, but current status is %s.", v.ID, allowed, v.Status)
}

// findNewImage finds the image as the image service shows it to the caller. (Zed and Epoxy leave the volume in
// downloading when there is none, Zed with any fault of the image: a volume nobody can use. The mock changes nothing.)
func findNewImage(x *pipeline.Exchange) *pipeline.Fault {
	id, _ := x.Inner("os-reimage")["image_id"].(string)
	if x.Call(imageCall("/images/" + id)).OK() {
		if i := state.Images.Get(x.Txn, id); i != nil {
			*pipeline.Work[state.Image](x) = *i
			return nil
		}
	}
	return pipeline.NotFound("Image %s could not be found.", id)
}

// reimaged writes the image; who waits for it is told afterwards.
func reimaged(x *pipeline.Exchange) *pipeline.Fault {
	v := dueVolume(x)
	if v == nil {
		return nil
	}
	id := pipeline.Payload[string](x)
	i := state.Images.Get(x.Txn, id)
	if i == nil {
		return pipeline.NotFound("Image %s could not be found.", id)
	}
	reserved := v.PreviousStatus == state.VolumeReserved
	put(x, v, func(v *state.Volume) {
		v.Status, v.PreviousStatus = v.PreviousStatus, ""
		write(x, v, i)
	})
	if reserved {
		x.Later("volumes.reimage-told", v.ID, nil)
	}
	return nil
}

// notReimaged puts the volume into error and leaves a message for its owner; compute is not told.
func notReimaged(x *pipeline.Exchange, _ *pipeline.Fault) {
	if v := dueVolume(x); v != nil {
		put(x, v, func(v *state.Volume) { v.PreviousStatus, v.Status = v.Status, state.VolumeError })
		leaveMessage(x, v, "016", "028")
	}
}
