package orchestration

import (
	"encoding/base64"
	"fmt"
	"maps"
	"strings"

	"plumbline/mockcloud/internal/orchestration/hot"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
	"plumbline/openapi"
)

// Microversions that servers of stacks are made and shown at: the first is the one with networks "none".
var (
	withoutNetworks = openapi.MustVersion("2.37")
	beforeThat      = openapi.MustVersion("2.36")
)

// server is OS::Nova::Server: a server of the mock's compute, made as the stack's user.
func server() *kind {
	onLock, onUnlock := guard(lockedServer, serverAction("lock"), serverAction("unlock"))
	return &kind{
		properties: map[string]property{
			"name": text().may(), "image": text().may(), "flavor": text().must().may(), "key_name": text(), "networks": listing().may(),
			"metadata": mapping().may(), "availability_zone": text(), "security_groups": listing().or([]any{}), "user_data": anything().or(""),
			"user_data_format": text().or("HEAT_CFNTOOLS").one("HEAT_CFNTOOLS", "RAW", "SOFTWARE_CONFIG"), "config_drive": boolean(), "admin_pass": text().may(),
			"scheduler_hints": mapping(), "diskConfig": text().one("AUTO", "MANUAL"), "block_device_mapping_v2": listing(), "block_device_mapping": listing(),
			"personality": mapping().or(map[string]any{}), "tags": listing().may(), "user_data_update_policy": text().or("REPLACE").one("REPLACE", "IGNORE"),
			"image_update_policy":       text().may().or("REBUILD").one("REBUILD", "REPLACE", "REBUILD_PRESERVE_EPHEMERAL"),
			"flavor_update_policy":      text().may().or("RESIZE").one("RESIZE", "REPLACE"),
			"software_config_transport": text().may().or("POLL_SERVER_CFN"), "reservation_id": text(), "deployment_swift_data": mapping().may(),
		},
		attributes: map[string]string{
			"name": "Name of the server.", "show": "Detailed information about resource.", "accessIPv4": "The manually assigned alternative public IPv4 address of the server.",
			"accessIPv6": "The manually assigned alternative public IPv6 address of the server.", "addresses": "A dict of all network addresses with corresponding port_id and subnets.",
			"networks":      "A dict of assigned network addresses of the form: {\"public\": [ip1, ip2...], \"private\": [ip3, ip4], \"public_uuid\": [ip1, ip2...], \"private_uuid\": [ip3, ip4]}.",
			"instance_name": "AWS compatible instance name.", "console_urls": "URLs of server's consoles.", "first_address": "Convenience attribute to fetch the first assigned network address.", "os_collect_config": "The os-collect-config configuration for the server.", "tags": "Tags from the server.",
		},
		check: validateServer,
		does: map[string]handler{
			create: {begin: createServer, done: serverReady}, update: {begin: updateServer}, remove: {begin: deleteServer, done: serverGone},
			suspend: turnServer("suspend", state.VMSuspended), resume: turnServer("resume", state.VMActive), check: {begin: checkServer},
			lock: onLock, unlock: onUnlock,
		},
		replaces: func(_, _ map[string]any, changed map[string]bool) bool {
			return changed["image"] || changed["flavor"] || changed["networks"]
		},
		shows: serverAttributes,
	}
}

func validateServer(c *checking) *complaint {
	p := c.properties
	wrong := func(key string, value any, format string, args ...any) *complaint {
		return complain([]string{key}, "Error validating value '%v': %s", value, fmt.Sprintf(format, args...))
	}
	if flavor, ok := p["flavor"].(string); ok && !c.loose["flavor"] && flavorNamed(c.Exchange, flavor) == nil {
		return wrong("flavor", flavor, "No Flavor matching {'name': '%s'}. (HTTP 404)", flavor)
	}
	image, given := p["image"]
	if name, ok := image.(string); ok && !c.loose["image"] && imageNamed(c.Exchange, name) == nil {
		return wrong("image", name, "No images matching {'name': '%s'}.", name)
	}
	if key, ok := p["key_name"].(string); ok && key != "" && !c.loose["key_name"] && state.KeyPairs.Get(c.Txn, state.KeyPairID(c.Caller.UserID, key)) == nil {
		return wrong("key_name", key, "The Key (%s) could not be found.", key)
	}
	for i, entry := range entries(p["networks"]) {
		if network, ok := entry["network"].(string); ok && !c.loose["networks"] && networkNamed(c.Exchange, network) == nil {
			return wrong(fmt.Sprintf("networks[%d].network", i), network, "Unable to find network with name or id '%s'", network)
		}
	}
	if zone, ok := p["availability_zone"].(string); ok && strings.Contains(zone, ":") && !c.Caller.Admin() {
		return wrong("availability_zone", zone, "The availability zone could not be found.")
	}
	if !given && p["block_device_mapping_v2"] == nil && p["block_device_mapping"] == nil {
		return &complaint{text: fmt.Sprintf("Neither image nor bootable volume is specified for instance %s", c.name)}
	}
	return nil
}

// createServer asks compute for the server that the properties describe.
func createServer(t *task) *failure {
	p := t.r.Properties
	body := map[string]any{"name": physicalName(t.Exchange, t.s, t.r.Name)}
	for property, key := range map[string]string{
		"name": "name", "key_name": "key_name", "availability_zone": "availability_zone", "admin_pass": "adminPass", "config_drive": "config_drive",
		"diskConfig": "OS-DCF:diskConfig",
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
	t.r.PhysicalID = reply.Text("server", "id")
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

func serverReady(t *task) (bool, *failure) {
	s := state.Servers.Get(t.Txn, t.r.PhysicalID)
	switch {
	case s == nil:
		return false, fails("ResourceInError", "Went to status DELETED due to \"Unknown\"")
	case s.VMState == state.VMError:
		why := "Unknown"
		if s.Fault != nil {
			why = fmt.Sprintf("Message: %s, Code: %d", s.Fault.Message, s.Fault.Code)
		}
		return false, fails("ResourceInError", "Went to status ERROR due to \"%s\"", why)
	}
	return s.VMState == state.VMActive && s.TaskState == state.TaskNone, nil
}

// updateServer changes what can be changed in place.
func updateServer(t *task) *failure {
	changed := changes(t.before, t.r.Properties)
	if changed["name"] {
		body := map[string]any{"server": map[string]any{"name": t.r.Properties["name"]}}
		if reply := t.onServer("PUT", "", body); !reply.OK() {
			return refusal(raised(reply.Status), reply)
		}
	}
	if metadata, ok := t.r.Properties["metadata"].(map[string]any); ok && changed["metadata"] {
		texts := map[string]any{}
		for key, value := range metadata {
			texts[key] = hot.Text(value)
		}
		if reply := t.onServer("PUT", "/metadata", map[string]any{"metadata": texts}); !reply.OK() {
			return refusal(raised(reply.Status), reply)
		}
	}
	return nil
}

// onServer asks compute for something about the resource's server.
func (t *task) onServer(method, path string, body any) pipeline.Reply {
	return t.Call(pipeline.Call{Service: openapi.Compute, Method: method, Path: "/servers/" + t.r.PhysicalID + path, Version: known(t.Env, withoutNetworks), Body: body})
}

// deleteServer asks compute to delete the server; one that is gone already is deleted.
func deleteServer(t *task) *failure {
	if reply := t.onServer("DELETE", "", nil); !reply.OK() && reply.Status != 404 {
		return refusal(raised(reply.Status), reply)
	}
	return nil
}

func serverGone(t *task) (bool, *failure) {
	return state.Servers.Get(t.Txn, t.r.PhysicalID) == nil, nil
}

// turnServer asks compute to suspend or resume the server, unless it is that way already, and waits.
func turnServer(action string, to state.VMState) handler {
	return handler{
		begin: func(t *task) *failure {
			s := state.Servers.Get(t.Txn, t.r.PhysicalID)
			if s == nil {
				return fails("NotFound", "Failed to find server %s", t.r.PhysicalID)
			}
			if s.VMState == to {
				return nil
			}
			if reply := t.onServer("POST", "/action", map[string]any{action: nil}); !reply.OK() {
				return refusal(raised(reply.Status), reply)
			}
			return nil
		},
		done: func(t *task) (bool, *failure) {
			s := state.Servers.Get(t.Txn, t.r.PhysicalID)
			if s == nil {
				return false, fails("NotFound", "Failed to find server %s", t.r.PhysicalID)
			}
			return s.VMState == to && s.TaskState == state.TaskNone, nil
		},
	}
}

func checkServer(t *task) *failure {
	s := state.Servers.Get(t.Txn, t.r.PhysicalID)
	if s == nil {
		return fails("NotFound", "Instance %s could not be found. (HTTP 404)", t.r.PhysicalID)
	}
	if s.VMState != state.VMActive {
		return fails("Error", "'status': expected 'ACTIVE', got '%s'", strings.ToUpper(string(s.VMState)))
	}
	return nil
}

// lockedServer tells whether the server is locked already.
func lockedServer(t *task) (bool, *failure) {
	s := state.Servers.Get(t.Txn, t.r.PhysicalID)
	if s == nil {
		return false, fails("NotFound", "Instance %s could not be found. (HTTP 404)", t.r.PhysicalID)
	}
	return s.Locked, nil
}

// serverAction locks or unlocks the server in the name of the stack's owner. There is nothing to unlock about one that is gone.
func serverAction(action string) func(t *task) *failure {
	return func(t *task) *failure {
		reply := t.Call(pipeline.Call{
			Service: openapi.Compute, Method: "POST", Path: "/servers/" + t.r.PhysicalID + "/action",
			Body: map[string]any{action: nil}, Caller: t.owner(),
		})
		if reply.OK() || action == "unlock" && reply.Status == 404 {
			return nil
		}
		return refusal(raised(reply.Status), reply)
	}
}

// serverAttributes are the server as compute shows it, and Heat's own names for parts of it.
func serverAttributes(t *task) map[string]any {
	s := state.Servers.Get(t.Txn, t.r.PhysicalID)
	if s == nil {
		return map[string]any{}
	}
	reply := t.onServer("GET", "", nil)
	view, _ := reply.Get("server").(map[string]any)
	if !reply.OK() || view == nil {
		return map[string]any{}
	}
	all := maps.Clone(view)
	all["show"], all["instance_name"] = view, s.InstanceName()
	all["networks"], all["first_address"] = map[string]any{}, ""
	return all
}
