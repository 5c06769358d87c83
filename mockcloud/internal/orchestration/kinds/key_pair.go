package kinds

import (
	"net/url"

	"plumbline/mockcloud/internal/orchestration/kind"
	"plumbline/mockcloud/internal/orchestration/record"
	"plumbline/mockcloud/pipeline"
	"plumbline/openapi"
)

// keyPair is OS::Nova::KeyPair: a key pair of the stack's user.
func keyPair() *kind.Kind {
	return &kind.Kind{
		Does: map[string]kind.Handler{
			record.Create: {Begin: func(t *kind.Task) *kind.Failure {
				body := map[string]any{"name": t.Resource.Properties["name"]}
				if key, _ := t.Resource.Properties["public_key"].(string); key != "" {
					body["public_key"] = key
				}
				reply := t.Call(pipeline.Call{Service: openapi.Compute, Method: "POST", Path: "/os-keypairs", Body: map[string]any{"keypair": body}})
				if !reply.OK() {
					return refusal(raised(reply.Status), reply)
				}
				t.Resource.PhysicalID = reply.Text("keypair", "name")
				t.Resource.Data = map[string]any{"public_key": reply.Text("keypair", "public_key"), "private_key": ""}
				if t.Resource.Properties["save_private_key"] == true {
					t.Resource.Data["private_key"] = reply.Text("keypair", "private_key")
				}
				return nil
			}},
			record.Delete: {Begin: func(t *kind.Task) *kind.Failure {
				at := "/os-keypairs/" + url.PathEscape(t.Resource.PhysicalID)
				reply := t.Call(pipeline.Call{Service: openapi.Compute, Method: "DELETE", Path: at})
				if !reply.OK() && reply.Status != 404 {
					return refusal(raised(reply.Status), reply)
				}
				return nil
			}},
		},
		Shows: func(t *kind.Task) map[string]any {
			return map[string]any{"public_key": t.Resource.Data["public_key"], "private_key": t.Resource.Data["private_key"]}
		},
	}
}
