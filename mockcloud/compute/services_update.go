package compute

import (
	"strings"

	"github.com/google/uuid"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
	"plumbline/openapi"
)

// uuids is the microversion from which services and hypervisors are known by uuid.
var uuids = openapi.MustVersion("2.53")

// forcing is the microversion from which services can be forced down.
var forcing = openapi.MustVersion("2.11")

// servicing is what the steps of services.update pass on.
type servicing struct {
	// deed is what the last part of the path says before 2.53.
	deed string
	host *state.Host
}

func serviceOperations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{
		"services.list": {Answer: listServices},
		"services.update": {
			Steps: []pipeline.Step{
				{Name: "deed is known", Run: serviceDeed},
				{Name: "compute service", Run: serviceFind},
				{Name: "something to change", Run: serviceChanges},
				{Name: "enable or disable", Run: serviceEnable, Requirements: []string{"HYP-24"}},
				{Name: "force down", Run: serviceForce, Requirements: []string{"HYP-24"}},
			},
			Answer: answerService,
		},
		"services.delete": {
			Steps: []pipeline.Step{
				{Name: "id can be one", Run: serviceIDToDelete},
				{Name: "service to delete", Run: serviceToDelete},
				{Name: "runs no servers", Run: serviceEmpty},
				{Name: "delete the host", Run: serviceDelete},
			},
			Answer: func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) { return pipeline.Status(204), nil },
		},
	}
}

// findService refuses what cannot be a service's id before anybody asks who the caller is; only PUT does so.
func findService(x *pipeline.Exchange, id string) *pipeline.Fault {
	if x.Operation.ID == "services.update" && !x.Version.Less(uuids) {
		return wantUUID(id)
	}
	return nil
}

// wantUUID takes every way to write a uuid.
func wantUUID(id string) *pipeline.Fault {
	if _, err := uuid.Parse(id); err != nil {
		return pipeline.BadRequest("Invalid uuid %s", id)
	}
	return nil
}

func serviceDeed(x *pipeline.Exchange) *pipeline.Fault {
	w, body := pipeline.Work[servicing](x), textBody(x)
	if !x.Version.Less(uuids) {
		return nil
	}
	switch w.deed = x.Params.Get("service_id"); {
	case w.deed == "enable", w.deed == "disable":
	case w.deed == "disable-log-reason":
		if body["disabled_reason"] == nil {
			return pipeline.BadRequest("Missing disabled reason field")
		}
	case w.deed == "force-down" && !x.Version.Less(forcing):
		if body["forced_down"] == nil {
			return pipeline.BadRequest("Missing forced_down field")
		}
	default:
		return pipeline.NotFound("Unknown action")
	}
	return nil
}

func serviceFind(x *pipeline.Exchange) *pipeline.Fault {
	w, body, id := pipeline.Work[servicing](x), textBody(x), strings.ToLower(x.Params.Get("service_id"))
	if x.Version.Less(uuids) {
		binary, _ := body["binary"].(string)
		if binary != computeBinary {
			return onlyCompute(binary)
		}
		host, _ := body["host"].(string)
		if w.host = state.Hosts.Get(x.Txn, host); w.host == nil {
			return pipeline.NotFound("Host '%s' is not mapped to any cell", host)
		}
		return nil
	}
	for _, r := range services(x) {
		switch {
		case r.uuid != id:
		case r.host == nil:
			return onlyCompute(r.binary)
		default:
			w.host = r.host
			return nil
		}
	}
	return pipeline.NotFound("Service %s could not be found.", x.Params.Get("service_id"))
}

func onlyCompute(binary string) *pipeline.Fault {
	return pipeline.BadRequest("Updating a %s service is not supported. Only nova-compute services can be updated.", binary)
}

func serviceChanges(x *pipeline.Exchange) *pipeline.Fault {
	body := textBody(x)
	switch {
	case x.Version.Less(uuids):
	case body["status"] == "enabled" && body["disabled_reason"] != nil:
		return pipeline.BadRequest("Specifying 'disabled_reason' with status 'enabled' is invalid.")
	case body["status"] == nil && body["forced_down"] == nil:
		return pipeline.BadRequest("No updates were requested. Fields 'status' or 'forced_down' should be specified.")
	}
	return nil
}

func serviceEnable(x *pipeline.Exchange) *pipeline.Fault {
	w, body := pipeline.Work[servicing](x), textBody(x)
	disabled := strings.HasPrefix(w.deed, "disable") || body["status"] == "disabled"
	if !disabled && w.deed != "enable" && body["status"] != "enabled" {
		return nil
	}
	changed := *w.host
	changed.Disabled, changed.DisabledReason = disabled, ""
	if reason, _ := body["disabled_reason"].(string); disabled && w.deed != "disable" {
		changed.DisabledReason = reason
	}
	return w.put(x, &changed)
}

func serviceForce(x *pipeline.Exchange) *pipeline.Fault {
	w, forced := pipeline.Work[servicing](x), textBody(x)["forced_down"]
	if forced == nil || x.Version.Less(uuids) && w.deed != "force-down" {
		return nil
	}
	changed := *w.host
	changed.ForcedDown = truth(forced)
	return w.put(x, &changed)
}

func (w *servicing) put(x *pipeline.Exchange, h *state.Host) *pipeline.Fault {
	w.host = h
	state.Hosts.Insert(x.Txn, h)
	return nil
}

// answerService is the service from 2.53 on; before, only what the deed was about.
func answerService(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	w := pipeline.Work[servicing](x)
	if !x.Version.Less(uuids) {
		return pipeline.Answer(200, "service", serviceView(x, serviceOf(w.host))), nil
	}
	v := map[string]any{"host": w.host.Name, "binary": computeBinary}
	switch w.deed {
	case "force-down":
		v["forced_down"] = w.host.ForcedDown
	case "disable-log-reason":
		v["status"], v["disabled_reason"] = statusOf(w.host), w.host.DisabledReason
	default:
		v["status"] = statusOf(w.host)
	}
	return pipeline.Answer(200, "service", v), nil
}

// textBody is the whole body of a request whose body has no key around it.
func textBody(x *pipeline.Exchange) map[string]any {
	body, _ := x.Body.(map[string]any)
	return body
}
