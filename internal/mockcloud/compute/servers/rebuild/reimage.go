package rebuild

import (
	"math"
	"time"

	"plumbline/internal/mockcloud/compute/disks"
	"plumbline/internal/mockcloud/compute/images"
	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// reimageTimeout is the time that block storage may take for each GiB of the image that it writes to a volume.
const reimageTimeout = 20 * time.Second

// workReimageTimeout is the scheduled time-out of the event volume-reimaged. As long as it is scheduled, the rebuild is waiting.
const workReimageTimeout = "servers.rebuild.reimage-timeout"

// patience is the time that a rebuild waits for an image of a size (bytes).
func patience(size *int64) time.Duration {
	if size == nil {
		return reimageTimeout
	}
	return reimageTimeout * time.Duration(math.Ceil(float64(*size)/images.Gigabyte))
}

// rebuildReimage has block storage write the image to the root volume.
func rebuildReimage(x *pipeline.Exchange, r *rebuilt) *pipeline.Fault {
	s := record.Server(x)
	if s == nil {
		return nil
	}
	return disks.Reimage(x, s.RootVolume().VolumeID, r.Image)
}

// awaitImage waits for the event that block storage has written the image.
func awaitImage(x *pipeline.Exchange, r *rebuilt) *pipeline.Fault {
	if record.Server(x) == nil {
		return nil
	}
	var size *int64
	if image := state.Images.Get(x.Txn, r.Image); image != nil {
		size = image.Size
	}
	x.ScheduleAfter(patience(size), workReimageTimeout, x.Event.Resource, *r)
	return nil
}

// VolumeReimaged ends a rebuild's wait for its volume, if it is waiting: the rebuild goes on, or is abandoned if the image was not
// written. It goes on in the name of the user who requested it, not of the sender of the event.
func VolumeReimaged(x *pipeline.Exchange, s *state.Server, volume string, written bool) {
	root := s.RootVolume()
	if root == nil || root.VolumeID != volume {
		return
	}
	for _, e := range state.Events.List(x.Txn, "resource", s.ID) {
		if e.Kind != workReimageTimeout {
			continue
		}
		state.Events.Delete(x.Txn, e.Serial)
		next := *e
		next.Serial, next.Kind = x.Txn.Next("events"), workReimaged
		if !written {
			next.Kind = workNotReimaged
		}
		next.Due, next.Reads = x.Now().Add(x.Env.Lifecycle.Delay), x.Env.Lifecycle.Reads
		state.Events.Insert(x.Txn, &next)
	}
}

// timedOut ends a rebuild for which no event about the volume came. A real Nova does not catch its own time-out: the server has no
// task any more and no fault, and the action's event has no end. The specification has the server in ERROR.
func timedOut(x *pipeline.Exchange, r *rebuilt) *pipeline.Fault {
	if x.Env.Profile == openapi.Specified {
		return givenUp(x, r)
	}
	return setTask(state.TaskNone)(x, r)
}

// givenUp ends a rebuild whose volume could not be written.
func givenUp(x *pipeline.Exchange, _ *rebuilt) *pipeline.Fault {
	if record.Server(x) == nil {
		return nil
	}
	return pipeline.Refuse(500, "%s", notRebuilt)
}

// notRebuilt is the only reason that users are given for a volume that could not be rebuilt.
const notRebuilt = "Failed to rebuild volume backed instance."
