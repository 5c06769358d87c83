package orchestration

import (
	"net/url"

	"plumbline/mockcloud/pipeline"
	"plumbline/openapi"
)

// keyPair is OS::Nova::KeyPair: a key pair of the stack's user.
func keyPair() *kind {
	return &kind{
		properties: map[string]property{
			"name": text().must().long(between(1, 255)), "save_private_key": boolean().or(false), "public_key": text(),
			"type": text().one("ssh", "x509"), "user": text().or(""),
		},
		attributes: map[string]string{"public_key": "The public key.", "private_key": "The private key if it has been saved.", "show": "Detailed information about resource."},
		does: map[string]handler{
			create: {begin: func(t *task) *failure {
				body := map[string]any{"name": t.r.Properties["name"]}
				if key, _ := t.r.Properties["public_key"].(string); key != "" {
					body["public_key"] = key
				}
				reply := t.Call(pipeline.Call{Service: openapi.Compute, Method: "POST", Path: "/os-keypairs", Body: map[string]any{"keypair": body}})
				if !reply.OK() {
					return refusal(raised(reply.Status), reply)
				}
				t.r.PhysicalID = reply.Text("keypair", "name")
				t.r.Data = map[string]any{"public_key": reply.Text("keypair", "public_key"), "private_key": ""}
				if t.r.Properties["save_private_key"] == true {
					t.r.Data["private_key"] = reply.Text("keypair", "private_key")
				}
				return nil
			}},
			remove: {begin: func(t *task) *failure {
				reply := t.Call(pipeline.Call{Service: openapi.Compute, Method: "DELETE", Path: "/os-keypairs/" + url.PathEscape(t.r.PhysicalID)})
				if !reply.OK() && reply.Status != 404 {
					return refusal(raised(reply.Status), reply)
				}
				return nil
			}},
		},
		shows: func(t *task) map[string]any {
			return map[string]any{"public_key": t.r.Data["public_key"], "private_key": t.r.Data["private_key"]}
		},
	}
}
