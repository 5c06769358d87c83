package blockstorage

import (
	"plumbline/mockcloud/internal/blockstorage/record"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/openapi"
)

func zoneRoom() pipeline.Room {
	return pipeline.Room{Operations: map[string]pipeline.Operation{
		"zones.list": {Answer: func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Answer(200, "availabilityZoneInfo", []any{&openapi.Fields{
				{Name: "zoneName", Value: record.Zone}, {Name: "zoneState", Value: &openapi.Fields{{Name: "available", Value: true}}},
			}}), nil
		}},
	}}
}

func serviceRoom() pipeline.Room {
	return pipeline.Room{Operations: map[string]pipeline.Operation{"services.list": {Answer: listServices}}}
}

// listServices lists the parts of the service: they are always up.
func listServices(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	now, query := x.Now(), x.Request.URL.Query()
	out := []any{}
	for _, part := range []struct{ binary, host string }{{"cinder-scheduler", "controller"}, {"cinder-volume", "controller@file"}} {
		if query.Has("binary") && query.Get("binary") != part.binary || query.Has("host") && query.Get("host") != part.host {
			continue
		}
		view := map[string]any{
			"binary": part.binary, "host": part.host, "zone": record.Zone, "status": "enabled", "state": "up", "updated_at": record.Time(&now),
			"disabled_reason": nil, "cluster": nil,
		}
		if part.binary == "cinder-volume" {
			view["replication_status"], view["active_backend_id"], view["frozen"], view["backend_state"] = "disabled", nil, false, "up"
		}
		out = append(out, view)
	}
	return pipeline.Answer(200, "services", out), nil
}
