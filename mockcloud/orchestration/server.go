package orchestration

import (
	"encoding/base64"
	"fmt"
	"maps"
	"strings"

	"plumbline/mockcloud/orchestration/hot"
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
func server(client *computeClient) *kind {
	return &kind{
		properties: map[string]bool{
			"name": false, "image": false, "flavor": true, "key_name": false, "networks": false, "metadata": false,
			"availability_zone": false, "security_groups": false, "user_data": false, "user_data_format": false, "config_drive": false,
			"admin_pass": false, "scheduler_hints": false, "diskConfig": false,
		},
		validate: validateServer,
		create:   client.createServer,
		ready:    serverReady,
		remove:   client.deleteServer,
		gone: func(x *pipeline.Exchange, r *state.StackResource) bool {
			return state.Servers.Get(x.Txn, r.PhysicalID) == nil
		},
		suspend:    turnServer(state.VMActive, state.VMSuspended, state.PowerSuspended),
		resume:     turnServer(state.VMSuspended, state.VMActive, state.PowerRunning),
		check:      checkServer,
		attributes: client.serverAttributes,
	}
}

func validateServer(x *pipeline.Exchange, name string, p map[string]any) *pipeline.Fault {
	wrong := func(key string, value any, format string, args ...any) *pipeline.Fault {
		return invalid("Property error: : resources.%s.properties.%s: : Error validating value '%v': %s", name, key, value, fmt.Sprintf(format, args...))
	}
	if flavor, ok := p["flavor"].(string); ok && flavorNamed(x, flavor) == nil {
		return wrong("flavor", flavor, "No Flavor matching {'name': '%s'}. (HTTP 404)", flavor)
	}
	image, given := p["image"]
	if text, ok := image.(string); ok && imageNamed(x, text) == nil {
		return wrong("image", text, "No images matching {'name': '%s'}.", text)
	}
	if key, ok := p["key_name"].(string); ok && key != "" && state.KeyPairs.Get(x.Txn, state.KeyPairID(x.Caller.UserID, key)) == nil {
		return wrong("key_name", key, "The Key (%s) could not be found.", key)
	}
	for _, entry := range entries(p["networks"]) {
		if network, ok := entry["network"].(string); ok && networkNamed(x, network) == nil {
			return wrong("networks[0].network", network, "Unable to find network with name or id '%s'", network)
		}
	}
	if zone, ok := p["availability_zone"].(string); ok && strings.Contains(zone, ":") && !x.Caller.Admin() {
		return wrong("availability_zone", zone, "The availability zone could not be found.")
	}
	if !given {
		return invalid("Neither image nor bootable volume is specified for instance %s", name)
	}
	return nil
}

// createServer asks compute for the server that the properties describe.
func (c *computeClient) createServer(x *pipeline.Exchange, s *state.Stack, r *state.StackResource) (string, *pipeline.Fault) {
	p := r.Properties
	body := map[string]any{"name": s.Name + "-" + r.Name + "-" + strings.ToLower(x.Env.IDs.Secret(12))}
	for property, key := range map[string]string{
		"name": "name", "key_name": "key_name", "availability_zone": "availability_zone", "admin_pass": "adminPass", "config_drive": "config_drive",
		"diskConfig": "OS-DCF:diskConfig",
	} {
		if value, ok := p[property]; ok && value != nil && value != "" {
			body[key] = value
		}
	}
	if flavor := flavorNamed(x, hot.Text(p["flavor"])); flavor != nil {
		body["flavorRef"] = flavor.ID
	}
	if image := imageNamed(x, hot.Text(p["image"])); image != nil {
		body["imageRef"] = image.ID
	}
	if metadata, ok := p["metadata"].(map[string]any); ok {
		texts := map[string]any{}
		for key, value := range metadata {
			texts[key] = hot.Text(value)
		}
		body["metadata"] = texts
	}
	if data, ok := p["user_data"].(string); ok && data != "" {
		body["user_data"] = base64.StdEncoding.EncodeToString([]byte(data))
	}
	var groups []any
	for _, g := range listOf(p["security_groups"]) {
		groups = append(groups, map[string]any{"name": hot.Text(g)})
	}
	if groups != nil {
		body["security_groups"] = groups
	}
	at := networksOf(x, p["networks"], body)
	made, f := c.call(x, "servers.create", at, map[string]any{"server": body}, nil)
	if f != nil {
		return "", f
	}
	id, _ := made["id"].(string)
	return id, nil
}

// networksOf puts a template's networks into the body of a server and answers the microversion it needs.
func networksOf(x *pipeline.Exchange, networks any, body map[string]any) openapi.Version {
	var nics []any
	for _, entry := range entries(networks) {
		if entry["allocate_network"] == "none" {
			body["networks"] = "none"
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
	return beforeThat
}

func serverReady(x *pipeline.Exchange, r *state.StackResource) (bool, *pipeline.Fault) {
	s := state.Servers.Get(x.Txn, r.PhysicalID)
	switch {
	case s == nil:
		return false, pipeline.Refuse(500, "ResourceInError: resources.%s: Went to status DELETED due to \"Unknown\"", r.Name)
	case s.VMState == state.VMError:
		why := "Unknown"
		if s.Fault != nil {
			why = fmt.Sprintf("Message: %s, Code: %d", s.Fault.Message, s.Fault.Code)
		}
		return false, pipeline.Refuse(500, "ResourceInError: resources.%s: Went to status ERROR due to %q", r.Name, why)
	}
	return s.VMState == state.VMActive && s.TaskState == state.TaskNone, nil
}

// deleteServer asks compute to delete the server, if it is still there.
func (c *computeClient) deleteServer(x *pipeline.Exchange, r *state.StackResource) *pipeline.Fault {
	s := state.Servers.Get(x.Txn, r.PhysicalID)
	if s == nil {
		return nil
	}
	if s.Locked && !x.Caller.Admin() {
		return pipeline.Conflict("Conflict: resources.%s: Instance %s is locked (HTTP 409)", r.Name, s.ID)
	}
	_, f := c.call(x, "servers.delete", beforeThat, nil, s)
	return f
}

// turnServer moves a server from one state to another at once; a server in any other state stays as it is.
func turnServer(from, to state.VMState, power int) func(*pipeline.Exchange, *state.StackResource) *pipeline.Fault {
	return func(x *pipeline.Exchange, r *state.StackResource) *pipeline.Fault {
		s := state.Servers.Get(x.Txn, r.PhysicalID)
		if s == nil {
			return pipeline.Refuse(500, "NotFound: resources.%s: Failed to find server %s", r.Name, r.PhysicalID)
		}
		if s.VMState != from || s.TaskState != state.TaskNone {
			return nil
		}
		changed := *s
		changed.VMState, changed.PowerState, changed.Updated = to, power, x.Now()
		state.Servers.Insert(x.Txn, &changed)
		return nil
	}
}

func checkServer(x *pipeline.Exchange, r *state.StackResource) *pipeline.Fault {
	s := state.Servers.Get(x.Txn, r.PhysicalID)
	if s == nil {
		return pipeline.Refuse(500, "NotFound: resources.%s: Instance %s could not be found. (HTTP 404)", r.Name, r.PhysicalID)
	}
	if s.VMState != state.VMActive {
		return pipeline.Refuse(500, "Error: resources.%s: 'status': expected 'ACTIVE', got '%s'", r.Name, strings.ToUpper(string(s.VMState)))
	}
	return nil
}

// serverAttributes are the server as compute shows it, and Heat's own names for parts of it.
func (c *computeClient) serverAttributes(x *pipeline.Exchange, r *state.StackResource) map[string]any {
	s := state.Servers.Get(x.Txn, r.PhysicalID)
	if s == nil {
		return map[string]any{}
	}
	view, f := c.call(x, "servers.show", withoutNetworks, nil, s)
	if f != nil {
		return map[string]any{}
	}
	view = maps.Clone(view)
	view["show"], view["instance_name"] = maps.Clone(view), s.InstanceName()
	view["networks"], view["first_address"] = map[string]any{}, ""
	return view
}
