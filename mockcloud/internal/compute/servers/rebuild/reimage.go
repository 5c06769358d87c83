package rebuild

import (
	"math"
	"time"

	"plumbline/mockcloud/internal/compute/disks"
	"plumbline/mockcloud/internal/compute/images"
	"plumbline/mockcloud/internal/compute/record"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
	"plumbline/openapi"
)

// reimageTimeout is how long block storage may take for each GiB of the image that it writes to a volume.
const reimageTimeout = 20 * time.Second

// workReimageTimeout ends the waiting for the event volume-reimaged. As long as it is scheduled the rebuild waits.
const workReimageTimeout = "servers.rebuild.reimage-timeout"

// patience is how long a rebuild waits for an image of a size (bytes).
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

// awaitImage waits for block storage to say that the image is written.
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

// VolumeReimaged ends the waiting of a server's rebuild for a volume, if it does wait: the rebuild goes on, or is
// given up. It goes on in the name of whoever asked for it, not of who tells.
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
		next.Due, next.Reads = x.Env.Clock.Now().Add(x.Env.Lifecycle.Delay()), x.Env.Lifecycle.Reads()
		state.Events.Insert(x.Txn, &next)
	}
}

// timedOut is how a rebuild ends that nobody told about its volume. A real Nova does not catch its own time-out:
// nothing is done to the server any more, without a fault, and what happened has no end. The specification has it in error.
func timedOut(x *pipeline.Exchange, r *rebuilt) *pipeline.Fault {
	if x.Env.Profile == openapi.Specified {
		return givenUp(x, r)
	}
	return setTask(state.TaskNone)(x, r)
}

// givenUp is how a rebuild ends whose volume could not be written.
func givenUp(x *pipeline.Exchange, _ *rebuilt) *pipeline.Fault {
	if record.Server(x) == nil {
		return nil
	}
	return pipeline.Refuse(500, "%s", notRebuilt)
}

// notRebuilt is all that a user is told about why a volume could not be rebuilt.
const notRebuilt = "Failed to rebuild volume backed instance."
