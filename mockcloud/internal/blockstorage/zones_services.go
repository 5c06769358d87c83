package blockstorage

import (
	"plumbline/mockcloud/internal/blockstorage/record"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/openapi"
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

func serviceOperationSet() pipeline.OperationSet {
	return pipeline.OperationSet{Operations: map[string]pipeline.Operation{"services.list": {Answer: listServices}}}
}

// shownService is one service of block storage in answers.
type shownService struct {
	Binary   string  `json:"binary"`
	Host     string  `json:"host"`
	Zone     string  `json:"zone"`
	Status   string  `json:"status"`
	State    string  `json:"state"`
	Updated  string  `json:"updated_at"`
	Disabled *string `json:"disabled_reason"`
	Cluster  *string `json:"cluster"`
}

// shownBackend is the service that has the volumes.
type shownBackend struct {
	shownService
	Replication string  `json:"replication_status"`
	Active      *string `json:"active_backend_id"`
	Frozen      bool    `json:"frozen"`
	Backend     string  `json:"backend_state"`
}

// listServices lists the services of block storage, which are always up.
func listServices(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	now, query := x.Now(), x.Request.URL.Query()
	out := []any{}
	for _, part := range []struct{ binary, host string }{{"cinder-scheduler", "controller"}, {"cinder-volume", "controller@file"}} {
		if query.Has("binary") && query.Get("binary") != part.binary || query.Has("host") && query.Get("host") != part.host {
			continue
		}
		service := shownService{
			Binary: part.binary, Host: part.host, Zone: record.Zone, Status: "enabled", State: "up", Updated: record.Stamp(now),
		}
		if part.binary == "cinder-volume" {
			out = append(out, &shownBackend{shownService: service, Replication: "disabled", Backend: "up"})
			continue
		}
		out = append(out, &service)
	}
	return pipeline.Answer(200, "services", out), nil
}
