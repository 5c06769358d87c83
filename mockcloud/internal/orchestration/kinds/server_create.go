package kinds

import (
	"encoding/base64"
	"fmt"

	"plumbline/mockcloud/internal/orchestration/hot"
	"plumbline/mockcloud/internal/orchestration/kind"
	"plumbline/mockcloud/internal/orchestration/record"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
	"plumbline/openapi"
)

// Microversions that servers of stacks are made and shown at: the first is the one with networks "none".
var (
	withoutNetworks = openapi.MustVersion("2.37")
	beforeThat      = openapi.MustVersion("2.36")
)

// createServer asks compute for the server that the properties describe.
func createServer(t *kind.Task) *kind.Failure {
	p := t.Resource.Properties
	body := map[string]any{"name": record.PhysicalName(t.Exchange, t.Stack, t.Resource.Name)}
	for property, key := range map[string]string{
		"name": "name", "key_name": "key_name", "availability_zone": "availability_zone", "admin_pass": "adminPass",
		"config_drive": "config_drive",
		"diskConfig":   "OS-DCF:diskConfig",
	} {
		if value, ok := p[property]; ok && value != nil && value != "" {
			body[key] = value
		}
	}
	if flavor := flavorNamed(t.Exchange, hot.Text(p["flavor"])); flavor != nil {
		body["flavorRef"] = flavor.ID
	}
	if image := imageNamed(t.Exchange, hot.Text(p["image"])); image != nil {
		body["imageRef"] = image.ID
	}
	if metadata, ok := p["metadata"].(map[string]any); ok {
		texts := map[string]any{}
		for key, value := range metadata {
			texts[key] = hot.Text(value)
		}
		body["metadata"] = texts
	}
	body["user_data"] = base64.StdEncoding.EncodeToString([]byte(userData(p)))
	if devices := entries(p["block_device_mapping_v2"]); devices != nil {
		body["block_device_mapping_v2"] = bootsFrom(devices)
	}
	var groups []any
	for _, g := range listOf(p["security_groups"]) {
		groups = append(groups, map[string]any{"name": hot.Text(g)})
	}
	if groups != nil {
		body["security_groups"] = groups
	}
	request := map[string]any{"server": body}
	if hints, ok := p["scheduler_hints"].(map[string]any); ok && len(hints) > 0 {
		request["os:scheduler_hints"] = hints
	}
	at := networksOf(t.Exchange, p["networks"], body)
	reply := t.Call(pipeline.Call{Service: openapi.Compute, Method: "POST", Path: "/servers", Version: at, Body: request})
	if !reply.OK() {
		return refusal(raised(reply.Status), reply)
	}
	t.Resource.PhysicalID = reply.Text("server", "id")
	return nil
}

// userData is what the server's guest finds: the template's data as it is where the format is RAW, else among the parts
// that Heat wraps around it. Every server of a stack has some.
func userData(p map[string]any) string {
	data := hot.Text(p["user_data"])
	if p["user_data_format"] == "RAW" && data != "" {
		return data
	}
	const boundary = "===============plumbline=="
	return "Content-Type: multipart/mixed; boundary=\"" + boundary + "\"\nMIME-Version: 1.0\n\n--" + boundary +
		"\nContent-Type: text/x-cfninitdata; charset=\"us-ascii\"\nMIME-Version: 1.0\nContent-Transfer-Encoding: 7bit\n" +
		"Content-Disposition: attachment; filename=\"cfn-userdata\"\n\n" + data + "\n--" + boundary + "--\n"
}

// bootsFrom are a template's block devices as compute wants them.
func bootsFrom(devices []map[string]any) []any {
	out := []any{}
	for i, d := range devices {
		device := map[string]any{"boot_index": i, "delete_on_termination": d["delete_on_termination"] == true}
		for _, source := range []string{"volume", "image", "snapshot"} {
			id, given := d[source+"_id"]
			if source == "image" && !given {
				id, given = d["image"]
			}
			if given {
				device["source_type"], device["destination_type"], device["uuid"] = source, "volume", id
			}
		}
		if size, ok := d["volume_size"].(float64); ok {
			device["volume_size"] = size
		}
		if name, ok := d["device_name"]; ok {
			device["device_name"] = name
		}
		out = append(out, device)
	}
	return out
}

// known is a microversion, or the newest that the compute service has.
func known(env *pipeline.Env, v openapi.Version) openapi.Version {
	if newest := env.Maximum(openapi.Compute); newest.Less(v) {
		return newest
	}
	return v
}

// networksOf puts a template's networks into the body of a server and answers the microversion it needs.
func networksOf(x *pipeline.Exchange, networks any, body map[string]any) openapi.Version {
	var nics []any
	for _, entry := range entries(networks) {
		if how, _ := entry["allocate_network"].(string); how != "" {
			body["networks"] = how
			return withoutNetworks
		}
		if port, ok := entry["port"].(string); ok {
			nics = append(nics, map[string]any{"port": port})
			continue
		}
		nic := map[string]any{}
		if n := networkNamed(x, hot.Text(entry["network"])); n != nil {
			nic["uuid"] = n.ID
		}
		if ip, ok := entry["fixed_ip"].(string); ok {
			nic["fixed_ip"] = ip
		}
		nics = append(nics, nic)
	}
	if nics != nil {
		body["networks"] = nics
	}
	return known(x.Env, beforeThat)
}

func serverReady(t *kind.Task) (bool, *kind.Failure) {
	s := state.Servers.Get(t.Txn, t.Resource.PhysicalID)
	switch {
	case s == nil:
		return false, kind.Fails("ResourceInError", "Went to status DELETED due to \"Unknown\"")
	case s.VMState == state.VMError:
		why := "Unknown"
		if s.Fault != nil {
			why = fmt.Sprintf("Message: %s, Code: %d", s.Fault.Message, s.Fault.Code)
		}
		return false, kind.Fails("ResourceInError", "Went to status ERROR due to \"%s\"", why)
	}
	return s.VMState == state.VMActive && s.TaskState == state.TaskNone, nil
}
