package storage

import (
	"cmp"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

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

// volumeBinary is the service that has the volumes.
const volumeBinary = record.VolumeBinary

// parts are the services of block storage.
var parts = []state.VolumeService{{Binary: "cinder-scheduler", Host: "controller"}, {Binary: volumeBinary, Host: record.VolumeService}}

// part answers a service with the state that was set.
func part(x *pipeline.Exchange, p state.VolumeService) state.VolumeService {
	if set := state.VolumeServices.Get(x.Txn, p.Name()); set != nil {
		return *set
	}
	return p
}

// TakesVolumes tells whether the service of a host (HOST@BACKEND, with or without #POOL) is there to take volumes.
func TakesVolumes(x *pipeline.Exchange, host string) bool {
	service, _, _ := strings.Cut(host, "#")
	return slices.ContainsFunc(parts, func(p state.VolumeService) bool {
		return p.Binary == volumeBinary && p.Host == service && !part(x, p).Disabled
	})
}

// listServices lists the services of block storage, which are always up.
func listServices(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	query, out := x.Request.URL.Query(), []any{}
	for _, p := range parts {
		p = part(x, p)
		if query.Has("binary") && query.Get("binary") != p.Binary || query.Has("host") && query.Get("host") != p.Host {
			continue
		}
		service := shownService{
			Binary: p.Binary, Host: p.Host, Zone: record.Zone, Status: "enabled", State: "up", Updated: record.Stamp(x.Now()), Disabled: p.Reason,
		}
		if p.Disabled {
			service.Status = "disabled"
		}
		if p.Binary == volumeBinary {
			out = append(out, &shownBackend{shownService: service, Replication: "disabled", Frozen: p.Frozen, Backend: "up"})
			continue
		}
		out = append(out, &service)
	}
	return pipeline.Answer(200, "services", out), nil
}

// setting holds the values that the steps of a request to let a service work or rest share.
type setting struct {
	Request struct {
		Host    string           `json:"host"`
		Service string           `json:"service"`
		Binary  string           `json:"binary"`
		Reason  body.Opt[string] `json:"disabled_reason"`
	} `body:""`
}

// shownSetting is what was set, in answers.
type shownSetting struct {
	Reason   *string `json:"disabled_reason,omitzero"`
	Disabled bool    `json:"disabled"`
	Host     string  `json:"host"`
	Service  string  `json:"service"`
	Binary   string  `json:"binary"`
	Status   string  `json:"status"`
}

// set makes the operation that lets a service work, or rest.
func set(disabled bool, status string) pipeline.Operation {
	return pipeline.OperationOf[setting]{
		Steps: []pipeline.StepOf[setting]{{Name: "set the state", Run: func(x *pipeline.Exchange, w *setting) *pipeline.Fault {
			if w.Request.Host == "" {
				return record.InvalidInput("Host field is missing.")
			}
			r, binary := w.Request, cmp.Or(w.Request.Binary, w.Request.Service)
			for _, p := range parts {
				if p.Host == r.Host && (binary == "" || binary == p.Binary) {
					after := part(x, p)
					after.Disabled = disabled
					if r.Reason.Given() {
						after.Reason = r.Reason.Pointer()
					}
					state.VolumeServices.Insert(x.Txn, &after)
					return nil
				}
			}
			return pipeline.NotFound("Service %s could not be found on host %s.", binary, r.Host)
		}}},
		Answer: func(_ *pipeline.Exchange, w *setting) (*pipeline.Response, *pipeline.Fault) {
			r := w.Request
			return pipeline.Body(200, &shownSetting{
				Reason: r.Reason.Pointer(), Disabled: disabled, Host: r.Host, Service: r.Service, Binary: r.Binary, Status: status,
			}), nil
		},
	}.Operation()
}
