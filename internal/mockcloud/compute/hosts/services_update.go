package hosts

import (
	"strings"

	"github.com/google/uuid"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// uuids is the microversion from which services and hypervisors are known by uuid.
var uuids = openapi.MustVersion("2.53")

// forcing is the microversion from which services can be forced down.
var forcing = openapi.MustVersion("2.11")

// serviceRequest is the body of services.update.
type serviceRequest struct {
	Binary         string              `json:"binary"`
	Host           string              `json:"host"`
	Status         string              `json:"status"`
	DisabledReason body.Opt[string]    `json:"disabled_reason"`
	ForcedDown     body.Opt[body.Bool] `json:"forced_down"`
}

// serviceUpdate holds the values that the steps of services.update and services.delete share.
type serviceUpdate struct {
	Request serviceRequest `body:""`
	// legacyAction is the last segment of the path before 2.53: enable, disable, disable-log-reason or force-down.
	legacyAction string
	host         *state.Host
}

// ServiceOperations holds the operations on compute services.
func ServiceOperations() pipeline.OperationSet {
	return pipeline.OperationSet{
		Lookups:    map[string]pipeline.Lookup{"service_id": findService},
		Operations: serviceOperations(),
	}
}

func serviceOperations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{
		"services.list": {Answer: listServices},
		"services.update": pipeline.OperationOf[serviceUpdate]{
			Steps: []pipeline.StepOf[serviceUpdate]{
				{Name: "action is known", Run: readLegacyAction},
				{Name: "compute service", Run: serviceFind},
				{Name: "something to change", Run: serviceChanges},
				{Name: "enable or disable", Run: serviceEnable, Requirements: []string{"HYP-24"}},
				{Name: "force down", Run: serviceForce, Requirements: []string{"HYP-24"}},
			},
			Answer: answerService,
		}.Operation(),
		"services.delete": pipeline.OperationOf[serviceUpdate]{
			Steps: []pipeline.StepOf[serviceUpdate]{
				{Name: "id can be one", Run: pipeline.Ignoring[serviceUpdate](serviceIDToDelete)},
				{Name: "service to delete", Run: serviceToDelete},
				{Name: "runs no servers", Run: serviceEmpty},
				{Name: "delete the host", Run: serviceDelete},
			},
			Answer: func(*pipeline.Exchange, *serviceUpdate) (*pipeline.Response, *pipeline.Fault) {
				return pipeline.Status(204), nil
			},
		}.Operation(),
	}
}

// findService refuses, for PUT only, a text that cannot be a service's id, before policy is checked.
func findService(x *pipeline.Exchange, id string) *pipeline.Fault {
	if x.Operation.ID == "services.update" && !x.Version.Less(uuids) {
		return wantUUID(id)
	}
	return nil
}

// wantUUID refuses a text that is no uuid; every spelling of a uuid is allowed.
func wantUUID(id string) *pipeline.Fault {
	if _, err := uuid.Parse(id); err != nil {
		return pipeline.BadRequest("Invalid uuid %s", id)
	}
	return nil
}

func readLegacyAction(x *pipeline.Exchange, w *serviceUpdate) *pipeline.Fault {
	r := &w.Request
	if !x.Version.Less(uuids) {
		return nil
	}
	switch w.legacyAction = x.Params.Get("service_id"); {
	case w.legacyAction == "enable", w.legacyAction == "disable":
	case w.legacyAction == "disable-log-reason":
		if _, given := r.DisabledReason.Get(); !given {
			return pipeline.BadRequest("Missing disabled reason field")
		}
	case w.legacyAction == "force-down" && !x.Version.Less(forcing):
		if _, given := r.ForcedDown.Get(); !given {
			return pipeline.BadRequest("Missing forced_down field")
		}
	default:
		return pipeline.NotFound("Unknown action")
	}
	return nil
}

func serviceFind(x *pipeline.Exchange, w *serviceUpdate) *pipeline.Fault {
	r, id := &w.Request, strings.ToLower(x.Params.Get("service_id"))
	if x.Version.Less(uuids) {
		if r.Binary != computeBinary {
			return onlyCompute(r.Binary)
		}
		if w.host = state.Hosts.Get(x.Txn, r.Host); w.host == nil {
			return pipeline.NotFound("Host '%s' is not mapped to any cell", r.Host)
		}
		return nil
	}
	for _, known := range services(x) {
		switch {
		case known.uuid != id:
		case known.host == nil:
			return onlyCompute(known.binary)
		default:
			w.host = known.host
			return nil
		}
	}
	return pipeline.NotFound("Service %s could not be found.", x.Params.Get("service_id"))
}

func onlyCompute(binary string) *pipeline.Fault {
	return pipeline.BadRequest("Updating a %s service is not supported. Only nova-compute services can be updated.", binary)
}

func serviceChanges(x *pipeline.Exchange, w *serviceUpdate) *pipeline.Fault {
	r := &w.Request
	_, reason := r.DisabledReason.Get()
	_, forces := r.ForcedDown.Get()
	switch {
	case x.Version.Less(uuids):
	case r.Status == "enabled" && reason:
		return pipeline.BadRequest("Specifying 'disabled_reason' with status 'enabled' is invalid.")
	case r.Status == "" && !forces:
		return pipeline.BadRequest("No updates were requested. Fields 'status' or 'forced_down' should be specified.")
	}
	return nil
}

func serviceEnable(x *pipeline.Exchange, w *serviceUpdate) *pipeline.Fault {
	r := &w.Request
	disabled := strings.HasPrefix(w.legacyAction, "disable") || r.Status == "disabled"
	if !disabled && w.legacyAction != "enable" && r.Status != "enabled" {
		return nil
	}
	changed := *w.host
	changed.Disabled, changed.DisabledReason = disabled, ""
	if disabled && w.legacyAction != "disable" {
		changed.DisabledReason = r.DisabledReason.Or("")
	}
	return w.replaceHost(x, &changed)
}

func serviceForce(x *pipeline.Exchange, w *serviceUpdate) *pipeline.Fault {
	forced, given := w.Request.ForcedDown.Get()
	if !given || x.Version.Less(uuids) && w.legacyAction != "force-down" {
		return nil
	}
	changed := *w.host
	changed.ForcedDown = bool(forced)
	return w.replaceHost(x, &changed)
}

func (w *serviceUpdate) replaceHost(x *pipeline.Exchange, h *state.Host) *pipeline.Fault {
	w.host = h
	state.Hosts.Insert(x.Txn, h)
	return nil
}

// changedService is a changed service as shown before 2.53: only the fields that the request's action concerns.
type changedService struct {
	Host           string  `json:"host"`
	Binary         string  `json:"binary"`
	Status         string  `json:"status,omitzero"`
	DisabledReason *string `json:"disabled_reason,omitzero"`
	ForcedDown     *bool   `json:"forced_down,omitzero"`
}

// answerService answers the whole service from 2.53 on; before, only the fields that the action concerns.
func answerService(x *pipeline.Exchange, w *serviceUpdate) (*pipeline.Response, *pipeline.Fault) {
	if !x.Version.Less(uuids) {
		return pipeline.Answer(200, "service", viewOfService(x, serviceOf(w.host))), nil
	}
	v := &changedService{Host: w.host.Name, Binary: computeBinary}
	switch w.legacyAction {
	case "force-down":
		v.ForcedDown = &w.host.ForcedDown
	case "disable-log-reason":
		v.Status, v.DisabledReason = statusOf(w.host), &w.host.DisabledReason
	default:
		v.Status = statusOf(w.host)
	}
	return pipeline.Answer(200, "service", v), nil
}
