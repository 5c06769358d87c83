package create

import (
	"maps"

	"plumbline/internal/mockcloud/blockstorage/images"
	"plumbline/internal/mockcloud/blockstorage/messages"
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/blockstorage/snapshots"
	"plumbline/internal/mockcloud/blockstorage/storage"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Scheduled work on a new volume; only a volume from an image needs the second kind.
const (
	workCreated = "volumes.created"
	workFilled  = "volumes.filled"
)

// filling is the source of a new volume: one of the ids is set, or none for a blank volume.
type filling struct{ Volume, Snapshot, Image string }

func work() map[string]pipeline.Async {
	return map[string]pipeline.Async{
		workCreated: pipeline.AsyncOf[filling]{
			Steps: []pipeline.StepOf[filling]{
				{Name: "find a host", Run: findHost},
				{Name: "take what is on the source", Run: fill},
			},
			Failed: failed,
		}.Async(),
		workFilled: pipeline.AsyncOf[filling]{
			Steps: []pipeline.StepOf[filling]{
				{Name: "unpack the image", Run: unpack},
				{Name: "write the image", Run: fillFromImage},
			},
			Failed: record.FailVolume[filling],
		}.Async(),
	}
}

// failed tells the project of a volume that got no place.
func failed(x *pipeline.Exchange, _ *filling, _ *pipeline.Fault) {
	if v := record.DueVolume(x); v != nil && v.Host == "" {
		messages.RecordFailure(x, v, messages.ScheduleVolume, messages.NoBackend)
	}
	record.FailedWith(x, state.VolumeError)
}

// findHost fails where the service that has the volumes rests, and where the storage lacks what the volume's type asks for.
func findHost(x *pipeline.Exchange, _ *filling) *pipeline.Fault {
	v := record.DueVolume(x)
	kind := (*state.VolumeType)(nil)
	if v != nil {
		kind = state.VolumeTypes.Get(x.Txn, v.TypeID)
	}
	if !storage.TakesVolumes(x, record.Host) || kind != nil && !storage.Fits(kind) {
		return pipeline.BadRequest("No valid backend was found.")
	}
	if v != nil {
		record.Put(x, v, func(v *state.Volume) { v.Host = record.Host })
	}
	return nil
}

// fill copies the source's content to the volume; for an image it schedules workFilled.
func fill(x *pipeline.Exchange, from *filling) *pipeline.Fault {
	v := record.DueVolume(x)
	if v == nil {
		return nil
	}
	if from.Image != "" {
		record.Put(x, v, func(v *state.Volume) { v.Status = state.VolumeDownloading })
		x.Schedule(workFilled, v.ID, *from)
		return nil
	}
	content, metadata, bootable := "blank "+v.ID, map[string]string(nil), false
	switch {
	case from.Volume != "":
		source := state.Volumes.Get(x.Txn, from.Volume)
		if source == nil {
			return record.NotFound(from.Volume)
		}
		content, metadata, bootable = source.Content, source.ImageMetadata, source.Bootable
	case from.Snapshot != "":
		source := state.VolumeSnapshots.Get(x.Txn, from.Snapshot)
		if source == nil {
			return snapshots.NotFound(from.Snapshot)
		}
		content, metadata, bootable = source.Content, source.ImageMetadata, source.Bootable
	}
	record.Put(x, v, func(v *state.Volume) {
		v.Status, v.Content, v.ImageMetadata, v.Bootable = state.VolumeAvailable, content, maps.Clone(metadata), bootable
	})
	return nil
}

func unpack(x *pipeline.Exchange, from *filling) *pipeline.Fault { return images.Unpack(x, from.Image) }

func fillFromImage(x *pipeline.Exchange, from *filling) *pipeline.Fault {
	v := record.DueVolume(x)
	if v == nil {
		return nil
	}
	i := state.Images.Get(x.Txn, from.Image)
	if i == nil {
		return images.NotFound(from.Image)
	}
	record.Put(x, v, func(v *state.Volume) {
		v.Status = state.VolumeAvailable
		images.Write(x, v, i)
		v.ImageMetadata["signature_verified"] = "False"
	})
	return nil
}
