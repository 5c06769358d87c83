// Package identity is the mock's identity service: Keystone v3 as far as stock clients and the suite's
// actors need it. Tokens are records; what they allow is decided by the other services.
package identity

import (
	"fmt"
	"net/http"
	"slices"

	"plumbline/internal/mockcloud/identity/assignments"
	"plumbline/internal/mockcloud/identity/catalog"
	"plumbline/internal/mockcloud/identity/credentials"
	"plumbline/internal/mockcloud/identity/domainconfig"
	"plumbline/internal/mockcloud/identity/federation"
	"plumbline/internal/mockcloud/identity/limits"
	"plumbline/internal/mockcloud/identity/oauth"
	"plumbline/internal/mockcloud/identity/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/pipeline/stages"
	"plumbline/internal/openapi"
)

// Prefix is the path under which the service is mounted.
const Prefix = record.Prefix

// New makes the service. The order of checks is Keystone's: an unknown path is refused before the token is checked, an invalid body
// before policy (since 2025.1), and policy is checked before the record is looked up.
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

		HeadIsGet: true,
		Spelling:  pipeline.Spelling{Root: true, Slash: true},
		Stages: []pipeline.Stage{
			stages.Size(1 << 20),
			route(chain),
			stages.Token(refuse),
			credentials.Permit(),
			decode(),
			stages.OnlyVersion(),
			stages.Exists(),
			stages.AnswerFromKept(),
			stages.Schema(),
			stages.Find(),
			target(),
			known(),
			stages.Authorise(),
		},
		Discovery: discover,
		Render:    render,
		Refused:   policyFault,
		Violated:  schemaFault,
		Headers:   headers,
	}
	return svc.WithOperations(operations())
}

func headers(x *pipeline.Exchange, h http.Header) {
	h["X-Openstack-Request-Id"] = []string{x.RequestID}
	h["Vary"] = []string{"X-Auth-Token"}
}

// operations are the same for all clouds of a process, and made once.
var operations = pipeline.UniteOnce(operationSets)

// operationSets holds the service's operations: declared ones for plain resources, hand-written ones for the others.
func operationSets() []pipeline.OperationSet {
	all := []pipeline.OperationSet{
		{Operations: map[string]pipeline.Operation{"versions.show": {Answer: showVersion}}},
		projectOperationSet(), listedUsers, groups.Operations(), domainOperationSet(), domainconfig.OperationSet(),
	}
	all = slices.Concat(all, assignments.OperationSets(), catalog.OperationSets(), credentials.OperationSets(), limits.OperationSets(),
		federation.OperationSets(), oauth.OperationSets())
	for _, part := range []map[string]pipeline.Operation{
		tokenOperations, selfOperations, userOperations, memberOperations, tagOperations, s3Operations, ec2Operations,
	} {
		all = append(all, pipeline.OperationSet{Operations: part})
	}
	return all
}
