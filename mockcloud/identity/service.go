// Package identity is the mock's identity service: Keystone v3 as far as stock clients and the suite's
// actors need it. Tokens are records; what they allow is decided by the other services.
package identity

import (
	"fmt"
	"net/http"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/policy"
	"plumbline/openapi"
)

// Prefix is where the service is mounted.
const Prefix = "/identity"

// New makes the service. Its order of checks is Keystone's: an unknown path is refused before the token is
// looked at, a wrong body before policy (since 2025.1), policy before the thing itself is looked up.
func New(env *pipeline.Env) (*pipeline.Service, error) {
	chain, err := env.Chain(openapi.Identity)
	if err != nil {
		return nil, fmt.Errorf("identity: %w", err)
	}
	return &pipeline.Service{
		Name:   openapi.Identity,
		Prefix: Prefix,
		Chain:  chain,
		Roots:  []string{"/v3"},
		Stages: []pipeline.Stage{
			pipeline.Size(1 << 20),
			route(chain),
			token(),
			decode(),
			pipeline.OnlyVersion(),
			pipeline.Exists(),
			pipeline.Schema(),
			pipeline.Find(),
			pipeline.Authorise(),
		},
		Outside:    discover,
		Render:     render,
		Refused:    refused,
		Violated:   violated,
		Headers:    headers,
		Lookups:    lookups,
		Operations: operations(),
	}, nil
}

func headers(x *pipeline.Exchange, h http.Header) {
	h["X-Openstack-Request-Id"] = []string{x.RequestID}
	h["Vary"] = []string{"X-Auth-Token"}
}

// lookups only say whom the path is about: Keystone asks policy before it looks whether that exists.
var lookups = map[string]pipeline.Lookup{
	"user_id": func(x *pipeline.Exchange, id string) *pipeline.Fault {
		x.Target = policy.Target{UserID: id}
		return nil
	},
	"project_id": func(x *pipeline.Exchange, id string) *pipeline.Fault {
		x.Target = policy.Target{ProjectID: id}
		return nil
	},
}

func operations() map[string]pipeline.Operation {
	all := map[string]pipeline.Operation{
		"versions.show": {Answer: showVersion},
	}
	for _, part := range []map[string]pipeline.Operation{
		tokenOperations, catalogOperations, selfOperations, projectOperations, userOperations, roleOperations,
		grantOperations, assignmentOperations, domainOperations, endpointOperations,
	} {
		for id, op := range part {
			if _, twice := all[id]; twice {
				panic("identity: operation registered twice: " + id)
			}
			all[id] = op
		}
	}
	return all
}
