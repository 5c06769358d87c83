package kinds

import (
	"plumbline/mockcloud/internal/orchestration/kind"
	"plumbline/mockcloud/internal/orchestration/record"
	"plumbline/mockcloud/pipeline"
	"plumbline/openapi"
)

// network is OS::Neutron::Net: a network of the mock's network service. It has nothing that could be locked.
func network() *kind.Kind {
	return &kind.Kind{
		Does: map[string]kind.Handler{
			record.Create: {Begin: func(t *kind.Task) *kind.Failure {
				name, _ := t.Resource.Properties["name"].(string)
				if name == "" {
					name = record.PhysicalName(t.Exchange, t.Stack, t.Resource.Name)
				}
				body := map[string]any{"name": name, "admin_state_up": t.Resource.Properties["admin_state_up"]}
				if t.Resource.Properties["shared"] == true {
					body["shared"] = true
				}
				reply := t.Call(pipeline.Call{Service: openapi.Network, Method: "POST", Path: "/networks", Body: map[string]any{"network": body}})
				if !reply.OK() {
					return refusal(raised(reply.Status), reply)
				}
				t.Resource.PhysicalID = reply.Text("network", "id")
				return nil
			}},
			record.Update: {Begin: func(t *kind.Task) *kind.Failure {
				body := map[string]any{}
				for key := range kind.Changes(t.Before, t.Resource.Properties) {
					if key == "name" || key == "admin_state_up" || key == "shared" {
						body[key] = t.Resource.Properties[key]
					}
				}
				if len(body) == 0 {
					return nil
				}
				if reply := onNetwork(t, "PUT", map[string]any{"network": body}); !reply.OK() {
					return refusal(raised(reply.Status), reply)
				}
				return nil
			}},
			record.Delete: {Begin: func(t *kind.Task) *kind.Failure {
				if reply := onNetwork(t, "DELETE", nil); !reply.OK() && reply.Status != 404 {
					return refusal(raised(reply.Status), reply)
				}
				return nil
			}},
			record.Check: {Begin: func(t *kind.Task) *kind.Failure {
				if reply := onNetwork(t, "GET", nil); !reply.OK() {
					return refusal("NetworkNotFoundClient", reply)
				}
				return nil
			}},
		},
		Shows: func(t *kind.Task) map[string]any {
			view, _ := onNetwork(t, "GET", nil).Get("network").(map[string]any)
			if view == nil {
				return map[string]any{}
			}
			all := record.With(view, "show", view)
			return all
		},
	}
}

func onNetwork(t *kind.Task, method string, body any) pipeline.Reply {
	return t.Call(pipeline.Call{Service: openapi.Network, Method: method, Path: "/networks/" + t.Resource.PhysicalID, Body: body})
}
