package extend

import (
	"plumbline/internal/mockcloud/blockstorage/quotas"
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// extendsInUse is the first microversion that extends volumes that are attached to servers; volumeExtendedEvent is the first
// microversion of compute with the event for it, volume-extended.
var (
	extendsInUse        = openapi.MustVersion("3.42")
	volumeExtendedEvent = openapi.MustVersion("2.51")
)

// workExtended is the scheduled work that sets the volume's new size.
const workExtended = "volumes.extended"

// extension holds the values that the steps of volumes.extend share.
type extension struct {
	Request struct {
		NewSize record.Size `json:"new_size"`
	} `body:"os-extend"`
}

// Operations holds volumes.extend, and its scheduled work.
func Operations() pipeline.OperationSet {
	return pipeline.OperationSet{
		Operations: map[string]pipeline.Operation{
			"volumes.extend": pipeline.OperationOf[extension]{
				Formats: func(_ *pipeline.Exchange, w *extension) *pipeline.Fault { return w.Request.NewSize.Check("new_size") },
				Steps: []pipeline.StepOf[extension]{
					{Name: "may extend", Run: mayExtend},
					{Name: "the size is larger", Run: isLarger},
					{Name: "the volume can be extended", Run: canExtend},
					{Name: "quota", Run: quotaAllows},
					{Name: "extend the volume", Run: begin},
				},
				Answer: record.Accepted[extension],
			}.Operation(),
		},
		Async: map[string]pipeline.Async{
			workExtended: pipeline.AsyncOf[int]{
				Steps:  []pipeline.StepOf[int]{{Name: "extend the volume", Run: extend}},
				Failed: failExtend,
			}.Async(),
		},
	}
}

// inUse tells whether the volume is attached to servers and may be extended in spite of it.
func inUse(x *pipeline.Exchange) bool {
	return x.Version.AtLeast(extendsInUse) && record.Volume(x).Status == state.VolumeInUse
}

func mayExtend(x *pipeline.Exchange, _ *extension) *pipeline.Fault {
	if inUse(x) {
		return x.Demand("volume:extend_attached_volume")
	}
	return x.Demand("volume:extend")
}

func isLarger(x *pipeline.Exchange, w *extension) *pipeline.Fault {
	if v, size := record.Volume(x), w.Request.NewSize.GiB; size <= v.Size {
		return record.InvalidInput("New size for extend must be greater than current size. (current: %d, extended: %d).", v.Size, size)
	}
	return nil
}

func canExtend(x *pipeline.Exchange, _ *extension) *pipeline.Fault {
	if v := record.Volume(x); v.Status != state.VolumeAvailable && !inUse(x) {
		return record.InvalidVolume("Volume %s status must be '{'status': 'available'}' to extend, currently %s.", v.ID, v.Status)
	}
	return nil
}

func quotaAllows(x *pipeline.Exchange, w *extension) *pipeline.Fault {
	v := record.Volume(x)
	return quotas.AllowGigabytes(x, v.ProjectID, w.Request.NewSize.GiB-v.Size)
}

func begin(x *pipeline.Exchange, w *extension) *pipeline.Fault {
	v := record.Change(x, func(v *state.Volume) { v.PreviousStatus, v.Status = v.Status, state.VolumeExtending })
	x.Schedule(workExtended, v.ID, w.Request.NewSize.GiB)
	return nil
}

func extend(x *pipeline.Exchange, size *int) *pipeline.Fault {
	v := record.DueVolume(x)
	if v == nil {
		return nil
	}
	record.Put(x, v, func(v *state.Volume) { v.Size, v.Status, v.PreviousStatus = *size, v.PreviousStatus, "" })
	tellOfSize(x, v)
	return nil
}

// tellOfSize sends compute the event of the new size, once for each server with the volume. A failure is ignored.
func tellOfSize(x *pipeline.Exchange, v *state.Volume) {
	var events []record.Event
	for _, a := range record.Attachments(x, v.ID) {
		if a.Status == state.AttachAttached && a.ServerID != "" {
			events = append(events, record.Event{Name: "volume-extended", Server: a.ServerID, Tag: v.ID})
		}
	}
	record.TellCompute(x, volumeExtendedEvent, events)
}

func failExtend(x *pipeline.Exchange, _ *int, _ *pipeline.Fault) {
	record.FailedWith(x, "error_extending")
}
