package kinds

import (
	"fmt"
	"maps"
	"strings"

	"plumbline/mockcloud/internal/orchestration/kind"
	"plumbline/mockcloud/internal/orchestration/record"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
	"plumbline/openapi"
)

// server is OS::Nova::Server: a server of the mock's compute, created in the name of the stack's user.
func server() *kind.Kind {
	onLock, onUnlock := guardHandlers(lockedServer, serverAction("lock"), serverAction("unlock"))
	return &kind.Kind{
		Check: validateServer,
		Does: map[string]kind.Handler{
			record.Create: {Begin: createServer, Done: serverReady}, record.Update: {Begin: updateServer},
			record.Delete:  {Begin: deleteServer, Done: serverGone},
			record.Suspend: turnServer("suspend", state.VMSuspended), record.Resume: turnServer("resume", state.VMActive),
			record.Check: {Begin: checkServer},
			record.Lock:  onLock, record.Unlock: onUnlock,
		},
		Replaces: func(_, _ map[string]any, changed map[string]bool) bool {
			return changed["image"] || changed["flavor"] || changed["networks"]
		},
		Shows: serverAttributes,
	}
}

func validateServer(c *kind.Checking) *kind.Complaint {
	p := decodeProperties[serverProperties](c.Properties)
	wrong := func(key string, value any, format string, args ...any) *kind.Complaint {
		return kind.NewComplaint([]string{key}, "Error validating value '%v': %s", value, fmt.Sprintf(format, args...))
	}
	if flavor, ok := p.Flavor.Get(); ok && !c.Loose["flavor"] && flavorNamed(c.Exchange, flavor) == nil {
		return wrong("flavor", flavor, "No Flavor matching {'name': '%s'}. (HTTP 404)", flavor)
	}
	if name, ok := p.Image.Get(); ok && !c.Loose["image"] && imageNamed(c.Exchange, name) == nil {
		return wrong("image", name, "No images matching {'name': '%s'}.", name)
	}
	if key := p.KeyName; key != "" && !c.Loose["key_name"] && state.KeyPairs.Get(c.Txn, state.KeyPairID(c.Caller.UserID, key)) == nil {
		return wrong("key_name", key, "The Key (%s) could not be found.", key)
	}
	for i, n := range p.Networks {
		if network, ok := n.Network.Get(); ok && !c.Loose["networks"] && networkNamed(c.Exchange, network) == nil {
			return wrong(fmt.Sprintf("networks[%d].network", i), network, "Unable to find network with name or id '%s'", network)
		}
	}
	if zone := p.AvailabilityZone; strings.Contains(zone, ":") && !c.Caller.Admin() {
		return wrong("availability_zone", zone, "The availability zone could not be found.")
	}
	if p.Image.value == nil && c.Properties["block_device_mapping_v2"] == nil && c.Properties["block_device_mapping"] == nil {
		return &kind.Complaint{Text: fmt.Sprintf("Neither image nor bootable volume is specified for instance %s", c.Name)}
	}
	return nil
}

// renamed and described are the requests that change a server's name and description in place.
type (
	renamed struct {
		Server struct {
			Name *string `json:"name"`
		} `json:"server"`
	}
	described struct {
		Metadata map[string]string `json:"metadata"`
	}
)

// updateServer makes the changes that are possible in place.
func updateServer(t *kind.Task) *kind.Failure {
	p := decodeProperties[struct {
		Name     *string        `json:"name"`
		Metadata map[string]any `json:"metadata"`
	}](t.Resource.Properties)
	changed := kind.Changes(t.Before, t.Resource.Properties)
	if changed["name"] {
		var request renamed
		request.Server.Name = p.Name
		if reply := onServer(t, "PUT", "", request); !reply.OK() {
			return refusalFailure(errorName(reply.Status), reply)
		}
	}
	if p.Metadata != nil && changed["metadata"] {
		if reply := onServer(t, "PUT", "/metadata", described{texts(p.Metadata)}); !reply.OK() {
			return refusalFailure(errorName(reply.Status), reply)
		}
	}
	return nil
}

// onServer makes a request to compute about the resource's server.
func onServer(t *kind.Task, method, path string, body any) pipeline.Reply {
	at := "/servers/" + t.Resource.PhysicalID + path
	return t.Call(pipeline.Call{Service: openapi.Compute, Method: method, Path: at, Version: knownVersion(t.Env, withoutNetworks), Body: body})
}

// deleteServer deletes the server in compute; a server that is gone already is no failure.
func deleteServer(t *kind.Task) *kind.Failure {
	if reply := onServer(t, "DELETE", "", nil); !reply.OK() && reply.Status != 404 {
		return refusalFailure(errorName(reply.Status), reply)
	}
	return nil
}

func serverGone(t *kind.Task) (bool, *kind.Failure) {
	return state.Servers.Get(t.Txn, t.Resource.PhysicalID) == nil, nil
}

func checkServer(t *kind.Task) *kind.Failure {
	s := state.Servers.Get(t.Txn, t.Resource.PhysicalID)
	if s == nil {
		return kind.Failf("NotFound", "Instance %s could not be found. (HTTP 404)", t.Resource.PhysicalID)
	}
	if s.VMState != state.VMActive {
		return kind.Failf("Error", "'status': expected 'ACTIVE', got '%s'", strings.ToUpper(string(s.VMState)))
	}
	return nil
}

// serverAttributes are the server as compute shows it, with Heat's own names for parts of it.
func serverAttributes(t *kind.Task) map[string]any {
	s := state.Servers.Get(t.Txn, t.Resource.PhysicalID)
	if s == nil {
		return map[string]any{}
	}
	reply := onServer(t, "GET", "", nil)
	view, _ := reply.Get("server").(map[string]any)
	if !reply.OK() || view == nil {
		return map[string]any{}
	}
	all := maps.Clone(view)
	all["show"], all["instance_name"] = view, s.InstanceName()
	all["networks"], all["first_address"] = map[string]any{}, ""
	return all
}
