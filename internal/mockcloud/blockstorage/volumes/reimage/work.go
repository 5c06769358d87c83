package reimage

import (
	"plumbline/internal/mockcloud/blockstorage/images"
	"plumbline/internal/mockcloud/blockstorage/messages"
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// Scheduled work: the image is written, then compute is notified.
const (
	workReimaged = "volumes.reimaged"
	workTold     = "volumes.reimage-told"
)

// toldOfImage is the first microversion of compute with the event volume-reimaged (BFV-20).
var toldOfImage = openapi.MustVersion("2.93")

func unpack(x *pipeline.Exchange, image *string) *pipeline.Fault { return images.Unpack(x, *image) }

// write writes the image; if the volume is reserved by a server, it schedules the event for compute.
func write(x *pipeline.Exchange, image *string) *pipeline.Fault {
	v := record.DueVolume(x)
	if v == nil {
		return nil
	}
	i := state.Images.Get(x.Txn, *image)
	if i == nil {
		return images.NotFound(*image)
	}
	reserved := v.PreviousStatus == state.VolumeReserved
	record.Put(x, v, func(v *state.Volume) {
		v.Status, v.PreviousStatus = v.PreviousStatus, ""
		images.Write(x, v, i)
	})
	if reserved {
		x.Schedule(workTold, v.ID, nil)
	}
	return nil
}

// failReimage sets the volume to error, without an event to compute.
func failReimage(x *pipeline.Exchange, _ *string, _ *pipeline.Fault) {
	if v := record.DueVolume(x); v != nil {
		record.Put(x, v, func(v *state.Volume) { v.PreviousStatus, v.Status = v.Status, state.VolumeError })
	}
}

func notifyServers(x *pipeline.Exchange) *pipeline.Fault {
	status := "completed"
	if reimageFailed(x) {
		status = "failed"
	}
	v := record.DueVolume(x)
	if v == nil {
		return nil
	}
	var events []record.Event
	for _, a := range record.Attachments(x, v.ID) {
		if a.ServerID != "" {
			events = append(events, record.Event{Name: "volume-reimaged", Server: a.ServerID, Status: status, Tag: v.ID})
		}
	}
	if !record.TellCompute(x, toldOfImage, events) {
		messages.RecordFailure(x, v, "016", "028")
	}
	return nil
}

// saysFailed is the place at which a fault rule makes the event report a failure. It is not a step of the work.
const saysFailed = "say that it failed"

// reimageFailed tells whether a fault rule makes the event report a failure.
func reimageFailed(x *pipeline.Exchange) bool {
	return x.FaultAt(saysFailed) != nil
}
