// Package identity is the mock's identity service: Keystone v3 as far as stock clients and the suite's
// actors need it. Tokens are records; what they allow is decided by the other services.
package identity

import (
	"fmt"
	"net/http"

	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/pipeline/stages"
	"plumbline/mockcloud/internal/policy"
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
	svc := &pipeline.Service{
		Name:   openapi.Identity,
		Prefix: Prefix,
		Chain:  chain,
		Roots:  []string{"/v3"},
		Stages: []pipeline.Stage{
			stages.Size(1 << 20),
			route(chain),
			stages.Token(unauthorised),
			decode(),
			stages.OnlyVersion(),
			stages.Exists(),
			stages.AnswerFromKept(),
			stages.Schema(),
			stages.Find(),
			stages.Authorise(),
		},
		Outside:  discover,
		Render:   render,
		Refused:  policyFault,
		Violated: schemaFault,
		Headers:  headers,
	}
	return svc, svc.AddRooms(rooms()...)
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

// rooms are the nouns of the service: the plain ones are declared, the others have operations of their own.
func rooms() []pipeline.Room {
	all := []pipeline.Room{
		{Lookups: lookups, Operations: map[string]pipeline.Operation{"versions.show": {Answer: showVersion}}},
		projects.Room(), users.Room(), roles.Room(), domains.Room(), services.Room(), endpoints.Room(), regions.Room(),
	}
	for _, part := range []map[string]pipeline.Operation{
		tokenOperations, catalogOperations, selfOperations, userOperations, roleOperations, grantOperations, assignmentOperations,
	} {
		all = append(all, pipeline.Room{Operations: part})
	}
	return all
}
