package blockstorage

import (
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
)

// zoneView is an availability zone in the list of them.
type zoneView struct {
	Name  string    `json:"zoneName"`
	State zoneState `json:"zoneState"`
}

type zoneState struct {
	Available bool `json:"available"`
}

func zoneOperationSet() pipeline.OperationSet {
	return pipeline.OperationSet{Operations: map[string]pipeline.Operation{
		"zones.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			var all []zoneView
			for _, name := range record.Zones(x) {
				all = append(all, zoneView{name, zoneState{Available: true}})
			}
			return pipeline.Answer(200, "availabilityZoneInfo", all), nil
		}},
	}}
}
