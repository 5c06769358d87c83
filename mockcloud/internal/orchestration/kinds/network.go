package kinds

import (
	"plumbline/mockcloud/internal/orchestration/kind"
	"plumbline/mockcloud/internal/orchestration/record"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/openapi"
)

// networkProperties are the properties of a network, in the template and in requests to the network service.
type networkProperties struct {
	AdminStateUp *bool  `json:"admin_state_up"`
	Name         string `json:"name"`
	Shared       bool   `json:"shared,omitempty"`
}

// newNetwork is the request to create a network.
type newNetwork struct {
	Network networkProperties `json:"network"`
}

// network is OS::Neutron::Net: a network of the mock's network service. It has no lock.
func network() *kind.Kind {
	return &kind.Kind{
		Does: map[string]kind.Handler{
			record.Create: {Begin: createNetwork}, record.Update: {Begin: updateNetwork},
			record.Delete: {Begin: deleteNetwork}, record.Check: {Begin: checkNetwork},
		},
		Shows: func(t *kind.Task) map[string]any {
			view, _ := onNetwork(t, "GET", nil).Get("network").(map[string]any)
			if view == nil {
				return map[string]any{}
			}
			return record.WithKey(view, "show", view)
		},
	}
}

func createNetwork(t *kind.Task) *kind.Failure {
	request := newNetwork{decodeProperties[networkProperties](t.Resource.Properties)}
	if request.Network.Name == "" {
		request.Network.Name = record.PhysicalName(t.Exchange, t.Stack, t.Resource.Name)
	}
	reply := t.Call(pipeline.Call{Service: openapi.Network, Method: "POST", Path: "/networks", Body: request})
	if !reply.OK() {
		return refusalFailure(errorName(reply.Status), reply)
	}
	t.Resource.PhysicalID = reply.Text("network", "id")
	return nil
}

// updateNetwork changes those changed properties that the network service can update.
func updateNetwork(t *kind.Task) *kind.Failure {
	changes := map[string]any{}
	for key := range kind.Changes(t.Before, t.Resource.Properties) {
		if key == "name" || key == "admin_state_up" || key == "shared" {
			changes[key] = t.Resource.Properties[key]
		}
	}
	if len(changes) == 0 {
		return nil
	}
	request := struct {
		Network any `json:"network"`
	}{changes}
	if reply := onNetwork(t, "PUT", request); !reply.OK() {
		return refusalFailure(errorName(reply.Status), reply)
	}
	return nil
}

func deleteNetwork(t *kind.Task) *kind.Failure {
	if reply := onNetwork(t, "DELETE", nil); !reply.OK() && reply.Status != 404 {
		return refusalFailure(errorName(reply.Status), reply)
	}
	return nil
}

func checkNetwork(t *kind.Task) *kind.Failure {
	if reply := onNetwork(t, "GET", nil); !reply.OK() {
		return refusalFailure("NetworkNotFoundClient", reply)
	}
	return nil
}

func onNetwork(t *kind.Task, method string, body any) pipeline.Reply {
	return t.Call(pipeline.Call{Service: openapi.Network, Method: method, Path: "/networks/" + t.Resource.PhysicalID, Body: body})
}
