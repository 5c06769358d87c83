package blockstorage

import (
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi"
)

func zoneOperationSet() pipeline.OperationSet {
	return pipeline.OperationSet{Operations: map[string]pipeline.Operation{
		"zones.list": {Answer: func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Answer(200, "availabilityZoneInfo", []any{&openapi.Fields{
				{Name: "zoneName", Value: record.Zone}, {Name: "zoneState", Value: &openapi.Fields{{Name: "available", Value: true}}},
			}}), nil
		}},
	}}
}
