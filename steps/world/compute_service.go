package world

import (
	"context"
	"fmt"
	"net/http"

	"plumbline/features"
)

// servicesAt is the microversion from which a compute service is named by its uuid.
const servicesAt = "2.53"

// CloseHosts disables the compute services of hosts and answers how they are enabled again; the case's clean-up does
// it at the latest. Nobody else's server can be put there meanwhile: a scenario that does this is @disruptive.
func (w *World) CloseHosts(hosts ...string) (open func() error, err error) {
	services, err := w.computeServices()
	if err != nil {
		return nil, err
	}
	open = func() error {
		for _, host := range hosts {
			if err := w.setService(Setup, services[host], "enabled"); err != nil {
				return fmt.Errorf("enable the compute service of %s: %w", host, err)
			}
		}
		return nil
	}
	for _, host := range hosts {
		id := services[host]
		if id == "" {
			return nil, fmt.Errorf("no compute service of host %s is listed", host)
		}
		w.CleanUp("compute service", id, host, func(context.Context) error { return w.setService(Cleanup, id, "enabled") })
		if err := w.setService(Setup, id, "disabled"); err != nil {
			return nil, fmt.Errorf("disable the compute service of %s: %w", host, err)
		}
	}
	return open, nil
}

// computeServices are the ids of the compute services by host.
func (w *World) computeServices() (map[string]string, error) {
	x, err := w.Do(w.aside(), Request{Actor: "admin", Method: http.MethodGet, Path: "/os-services", At: servicesAt})
	if err != nil {
		return nil, err
	}
	if x.Status != http.StatusOK {
		return nil, fmt.Errorf("GET /os-services answers %s", x.summary())
	}
	out := map[string]string{}
	list, _ := x.Get("/services")
	all, _ := list.([]any)
	for _, item := range all {
		s, _ := item.(map[string]any)
		host, _ := s["host"].(string)
		id, _ := s["id"].(string)
		if s["binary"] == "nova-compute" {
			out[host] = id
		}
	}
	return out, nil
}

// aside is the role of what a sentence does beside its own business.
func (w *World) aside() Role {
	if w.kind == features.Observation {
		return Observe
	}
	return Setup
}

func (w *World) setService(role Role, id, status string) error {
	body := map[string]any{"status": status}
	if status == "disabled" {
		body["disabled_reason"] = w.env.Target.Prefix() + "trial"
	}
	x, err := w.Do(role, Request{Actor: "admin", Method: http.MethodPut, Path: "/os-services/" + id, At: servicesAt, Body: body})
	if err == nil && x.Status != http.StatusOK {
		err = fmt.Errorf("PUT /os-services/%s answers %s", id, x.summary())
	}
	return err
}
