package volumes

import (
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Operations holds the operations that list, show and update volumes.
func Operations() pipeline.OperationSet {
	return pipeline.OperationSet{
		Lookups: map[string]pipeline.Lookup{"volume_id": record.FindVolume},
		Operations: map[string]pipeline.Operation{
			"volumes.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
				return list(x, func(v *state.Volume) any { return briefView(x, v) })
			}},
			"volumes.detail": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
				return list(x, func(v *state.Volume) any { return View(x, v) })
			}},
			"volumes.summary": {Answer: summary},
			"volumes.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
				return pipeline.Answer(200, "volume", View(x, record.Volume(x))), nil
			}},
			"volumes.update": pipeline.OperationOf[update]{
				Steps: []pipeline.StepOf[update]{
					{Name: "not in maintenance", Run: record.NotInMaintenance[update]},
					{Name: "change the volume", Run: change},
				},
				Answer: func(x *pipeline.Exchange, _ *update) (*pipeline.Response, *pipeline.Fault) {
					return pipeline.Answer(200, "volume", View(x, record.Volume(x))), nil
				},
			}.Operation(),
		},
	}
}

// update holds the values that the steps of volumes.update share.
type update struct {
	Request struct {
		record.Names
		Metadata map[string]string `json:"metadata"`
	} `body:"volume"`
}

func change(x *pipeline.Exchange, w *update) *pipeline.Fault {
	record.Change(x, func(v *state.Volume) {
		w.Request.Set(&v.Name, &v.Description)
		if w.Request.Metadata != nil {
			v.Metadata = w.Request.Metadata
		}
	})
	return nil
}
