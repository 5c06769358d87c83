package orchestration

import (
	"plumbline/mockcloud/pipeline"
	"plumbline/openapi"
)

// network is OS::Neutron::Net: a network of the mock's network service. It has nothing that could be locked.
func network() *kind {
	return &kind{
		properties: map[string]property{
			"name": text().may(), "admin_state_up": boolean().may().or(true), "shared": boolean().may().or(false), "port_security_enabled": boolean().may(),
			"value_specs": mapping().may().or(map[string]any{}), "tenant_id": text(), "tags": listing().may(), "dns_domain": text().may(), "qos_policy": text().may(),
			"availability_zone_hints": listing(), "dhcp_agent_ids": listing().may(),
		},
		attributes: map[string]string{
			"name": "The name of the network.", "status": "The status of the network.", "admin_state_up": "The administrative status of the network.",
			"subnets": "Subnets of this network.", "show": "Detailed information about resource.",
		},
		does: map[string]handler{
			create: {begin: func(t *task) *failure {
				name, _ := t.r.Properties["name"].(string)
				if name == "" {
					name = physicalName(t.Exchange, t.s, t.r.Name)
				}
				body := map[string]any{"name": name, "admin_state_up": t.r.Properties["admin_state_up"]}
				if t.r.Properties["shared"] == true {
					body["shared"] = true
				}
				reply := t.Call(pipeline.Call{Service: openapi.Network, Method: "POST", Path: "/networks", Body: map[string]any{"network": body}})
				if !reply.OK() {
					return refusal(raised(reply.Status), reply)
				}
				t.r.PhysicalID = reply.Text("network", "id")
				return nil
			}},
			update: {begin: func(t *task) *failure {
				body := map[string]any{}
				for key := range changes(t.before, t.r.Properties) {
					if key == "name" || key == "admin_state_up" || key == "shared" {
						body[key] = t.r.Properties[key]
					}
				}
				if len(body) == 0 {
					return nil
				}
				if reply := t.onNetwork("PUT", map[string]any{"network": body}); !reply.OK() {
					return refusal(raised(reply.Status), reply)
				}
				return nil
			}},
			remove: {begin: func(t *task) *failure {
				if reply := t.onNetwork("DELETE", nil); !reply.OK() && reply.Status != 404 {
					return refusal(raised(reply.Status), reply)
				}
				return nil
			}},
			check: {begin: func(t *task) *failure {
				if reply := t.onNetwork("GET", nil); !reply.OK() {
					return refusal("NetworkNotFoundClient", reply)
				}
				return nil
			}},
		},
		shows: func(t *task) map[string]any {
			view, _ := t.onNetwork("GET", nil).Get("network").(map[string]any)
			if view == nil {
				return map[string]any{}
			}
			all := with(view, "show", view)
			return all
		},
	}
}

func (t *task) onNetwork(method string, body any) pipeline.Reply {
	return t.Call(pipeline.Call{Service: openapi.Network, Method: method, Path: "/networks/" + t.r.PhysicalID, Body: body})
}
