package reimage

import (
	"plumbline/internal/mockcloud/blockstorage/images"
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// reimaging holds the values that the steps of volumes.reimage share.
type reimaging struct {
	Request struct {
		ImageID  string    `json:"image_id"`
		Reserved body.Bool `json:"reimage_reserved"`
	} `body:"os-reimage"`
	image *state.Image
}

// Operations holds volumes.reimage, and its scheduled work.
func Operations() pipeline.OperationSet {
	return pipeline.OperationSet{
		Operations: map[string]pipeline.Operation{
			"volumes.reimage": pipeline.OperationOf[reimaging]{
				Steps: []pipeline.StepOf[reimaging]{
					{Name: "may write the image", Run: mayReimage},
					{Name: "one attachment at most", Requirements: []string{"BFV-10"}, Refuses: 409, Run: oneAttachment},
					{Name: "the status allows it", Requirements: []string{"BFV-12"}, Refuses: 400, Run: statusAllows},
					{Name: "the image is there", Run: findImage},
					{Name: "the image fits", Run: imageFits},
					{Name: "begin to write", Requirements: []string{"BFV-12"}, Run: begin},
				},
				Answer: record.Accepted[reimaging],
			}.Operation(),
		},
		Async: map[string]pipeline.Async{
			workReimaged: pipeline.AsyncOf[string]{
				Steps: []pipeline.StepOf[string]{
					{Name: "unpack the image", Requirements: []string{"BFV-15", "BFV-N10"}, Run: unpack},
					{Name: "write the image", Requirements: []string{"BFV-01", "BFV-12", "BFV-19"}, Run: write},
				},
				Failed: failReimage,
			}.Async(),
			workTold: {
				Steps:  []pipeline.Step{{Name: "tell compute", Requirements: []string{"BFV-13"}, Run: notifyServers}},
				Places: []string{saysFailed},
			},
		},
	}
}

func mayReimage(x *pipeline.Exchange, _ *reimaging) *pipeline.Fault {
	if record.Volume(x).Status == state.VolumeReserved {
		return x.Demand("volume:reimage_reserved")
	}
	return x.Demand("volume:reimage")
}

func oneAttachment(x *pipeline.Exchange, _ *reimaging) *pipeline.Fault {
	if len(record.Attachments(x, record.Volume(x).ID)) > 1 {
		return pipeline.Conflict("Cannot re-image a volume which is attached to more than one server.")
	}
	return nil
}

func statusAllows(x *pipeline.Exchange, w *reimaging) *pipeline.Fault {
	v, allowed, reserved := record.Volume(x), "available or error", bool(w.Request.Reserved)
	if v.Status == state.VolumeAvailable || v.Status == state.VolumeError || v.Status == state.VolumeReserved && reserved {
		return nil
	}
	if reserved {
		allowed = "available or error or reserved"
	}
	return record.InvalidVolume("Volume %s status must be %s, but current status is %s.", v.ID, allowed, v.Status)
}

// findImage finds the image if the image service shows it to the caller. (Without an image, Zed and Epoxy leave the volume unusable
// in the status downloading, Zed also after any other fault of the image. The mock changes nothing.)
func findImage(x *pipeline.Exchange, w *reimaging) (f *pipeline.Fault) {
	w.image, f = images.Find(x, w.Request.ImageID)
	return f
}

func imageFits(x *pipeline.Exchange, w *reimaging) *pipeline.Fault {
	return images.CheckFits(w.image, record.Volume(x).Size)
}

func begin(x *pipeline.Exchange, w *reimaging) *pipeline.Fault {
	before := record.Volume(x).Status
	v := record.Change(x, func(v *state.Volume) { v.PreviousStatus, v.Status = before, state.VolumeDownloading })
	x.Schedule(workReimaged, v.ID, w.image.ID)
	return nil
}
