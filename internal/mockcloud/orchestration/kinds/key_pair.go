package kinds

import (
	"net/url"

	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/kinds/remote"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi"
)

// keyPairProperties are the properties of a key pair.
type keyPairProperties struct {
	Name           string `json:"name"`
	PublicKey      string `json:"public_key"`
	SavePrivateKey bool   `json:"save_private_key"`
}

// newKeyPair is the request to compute for a key pair.
type newKeyPair struct {
	KeyPair struct {
		Name      string `json:"name"`
		PublicKey string `json:"public_key,omitempty"`
	} `json:"keypair"`
}

// keyPair is OS::Nova::KeyPair: a key pair of the stack's user.
func keyPair() *kind.Kind {
	return &kind.Kind{
		Does: map[string]kind.Handler{
			record.Create: {Begin: func(t *kind.Task) *kind.Failure {
				p := decodeProperties[keyPairProperties](t.Resource.Properties)
				var request newKeyPair
				request.KeyPair.Name, request.KeyPair.PublicKey = p.Name, p.PublicKey
				reply := t.Call(pipeline.Call{Service: openapi.Compute, Method: "POST", Path: "/os-keypairs", Body: request})
				if !reply.OK() {
					return remote.Refused(remote.ErrorName(reply.Status), reply)
				}
				t.Resource.PhysicalID = reply.Text("keypair", "name")
				t.Resource.Data = map[string]any{"public_key": reply.Text("keypair", "public_key"), "private_key": ""}
				if p.SavePrivateKey {
					t.Resource.Data["private_key"] = reply.Text("keypair", "private_key")
				}
				return nil
			}},
			record.Delete: {Begin: func(t *kind.Task) *kind.Failure {
				at := "/os-keypairs/" + url.PathEscape(t.Resource.PhysicalID)
				reply := t.Call(pipeline.Call{Service: openapi.Compute, Method: "DELETE", Path: at})
				if !reply.OK() && reply.Status != 404 {
					return remote.Refused(remote.ErrorName(reply.Status), reply)
				}
				return nil
			}},
		},
		Shows: func(t *kind.Task) map[string]any {
			at := "/os-keypairs/" + url.PathEscape(t.Resource.PhysicalID)
			reply := t.Call(pipeline.Call{Service: openapi.Compute, Method: "GET", Path: at, Version: knownVersion(t.Env, asShown)})
			return kind.Values{
				"public_key": t.Resource.Data["public_key"], "private_key": t.Resource.Data["private_key"], "show": reply.Get("keypair"),
			}
		},
	}
}
