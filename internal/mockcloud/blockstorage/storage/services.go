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
	Backend     *string `json:"backend_state"`
}

// volumeBinary is the service that has the volumes.
const volumeBinary = record.VolumeBinary

// parts are the services of block storage.
var parts = []state.VolumeService{{Binary: "cinder-scheduler", Host: "controller"}, {Binary: volumeBinary, Host: record.VolumeService}}

// isOn tells whether a service is on a host, which stands for all the storage that it has (HOST@BACKEND).
func isOn(p state.VolumeService, host string) bool {
	return p.Host == host || strings.HasPrefix(p.Host, host+"@")
}

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
	out := []any{}
	binary, named := record.Asked(x, "binary")
	host, hosted := record.Asked(x, "host")
	for _, p := range parts {
		p = part(x, p)
		if named && binary != p.Binary || hosted && !isOn(p, host) {
			continue
		}
		service := shownService{
			Binary: p.Binary, Host: p.Host, Zone: record.Zone, Status: "enabled", State: "up", Updated: record.Stamp(x.Now()), Disabled: p.Reason,
		}
		if p.Disabled {
			service.Status = "disabled"
		}
		if p.Binary == volumeBinary {
			backend := shownBackend{shownService: service, Replication: "disabled", Frozen: p.Frozen}
			if !p.Disabled { // the scheduler does not know the storage of others
				backend.Backend = record.OrNull("up")
			}
			out = append(out, &backend)
			continue
		}
		out = append(out, &service)
	}
	return pipeline.Answer(200, "services", out), nil
}

// setting holds the values that the steps of a request to let a service work or rest share.
type setting struct {
	Request struct {
		Host    body.Opt[string] `json:"host"`
		Service string           `json:"service"`
		Binary  string           `json:"binary"`
		Reason  body.Opt[string] `json:"disabled_reason"`
	} `body:""`
}

// shownSetting is what was set, in answers.
type shownSetting struct {
	Disabled bool   `json:"disabled"`
	Host     string `json:"host"`
	Service  string `json:"service"`
	Binary   string `json:"binary"`
	Status   string `json:"status"`
}

// shownReason is what was set with a reason, in answers.
type shownReason struct {
	shownSetting
	Reason *string `json:"disabled_reason"`
}

// mayFirst asks who may do it ahead of the schema.
func mayFirst[W any](x *pipeline.Exchange, _ *W) *pipeline.Fault { return x.Demand(x.Operation.Policy) }

// set makes the operation that lets a service work, or rest; with, or without, a reason.
func set(disabled, reasoned bool, status string) pipeline.Operation {
	return pipeline.OperationOf[setting]{
		Formats: mayFirst[setting],
		Steps: []pipeline.StepOf[setting]{{Name: "set the state", Run: func(x *pipeline.Exchange, w *setting) *pipeline.Fault {
			return w.set(x, disabled, reasoned)
		}}},
		Answer: func(_ *pipeline.Exchange, w *setting) (*pipeline.Response, *pipeline.Fault) {
			r := w.Request
			shown := shownSetting{Disabled: disabled, Host: r.Host.Or(""), Service: r.Service, Binary: r.Binary, Status: status}
			if reasoned {
				return pipeline.Body(200, &shownReason{shown, r.Reason.Pointer()}), nil
			}
			return pipeline.Body(200, &shown), nil
		},
	}.Operation()
}

func (w *setting) set(x *pipeline.Exchange, disabled, reasoned bool) *pipeline.Fault {
	host, binary := w.Request.Host.Or(""), cmp.Or(w.Request.Binary, w.Request.Service)
	if host == "" {
		return record.InvalidInput("Host field is missing.")
	}
	for _, p := range parts {
		if isOn(p, host) && binary == p.Binary {
			after := part(x, p)
			after.Disabled = disabled
			if reasoned {
				after.Reason = w.Request.Reason.Pointer()
			}
			state.VolumeServices.Insert(x.Txn, &after)
			return nil
		}
	}
	return pipeline.NotFound("Service %s could not be found on host %s.", binary, host)
}
