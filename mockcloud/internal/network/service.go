// Package network is the mock's network service: of Neutron v2.0, what servers and stock clients need.
package network

import (
	"fmt"

	"plumbline/mockcloud/internal/authtoken"
	"plumbline/mockcloud/internal/page"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/pipeline/stages"
	"plumbline/openapi"
)

// Prefix is where the service is mounted.
const Prefix = "/network"

// New makes the service. Its order of checks is Neutron's: token, path, body and its attributes, the
// thing itself, then policy.
func New(env *pipeline.Env) (*pipeline.Service, error) {
	chain, err := env.Chain(openapi.Network)
	if err != nil {
		return nil, fmt.Errorf("network: %w", err)
	}
	svc := &pipeline.Service{
		Name:   openapi.Network,
		Prefix: Prefix,
		Chain:  chain,
		Roots:  []string{"/v2.0"},
		Stages: []pipeline.Stage{
			stages.Size(1 << 20),
			stages.Token(authtoken.Refuse),
			route(chain),
			decode(),
			stages.OnlyVersion(),
			stages.Exists(),
			stages.Kept(),
			stages.Schema(),
			readAttributes(),
			stages.Find(),
			stages.Authorise(),
		},
		Outside:  discover,
		Render:   render,
		Refused:  refused,
		Violated: violated,
		Headers:  pipeline.RequestIDBelowRoots,
	}
	return svc, svc.Furnish(rooms()...)
}

var lookups = map[string]pipeline.Lookup{
	"network_id": findNetwork, "subnet_id": findSubnet, "port_id": findPort, "router_id": findRouter, "floatingip_id": findFloatingIP,
	"security_group_id": findGroup, "security_group_rule_id": findRule, "project_id": aimAtProject,
}

func rooms() []pipeline.Room {
	all := []pipeline.Room{{Lookups: lookups, Operations: map[string]pipeline.Operation{"versions.show": {Answer: showVersion}}}}
	for _, part := range []map[string]pipeline.Operation{
		networkOperations, subnetOperations, portOperations, groupOperations, emptyOperations, extensionOperations, quotaOperations,
	} {
		all = append(all, pipeline.Room{Operations: part})
	}
	return all
}

// discover answers the root without a token; every other path outside v2.0 is unknown.
func discover(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	if x.Path == "" || x.Path == "/" {
		return pipeline.Answer(200, "versions", []any{map[string]any{
			"id": "v2.0", "status": "CURRENT", "links": []any{map[string]any{"rel": "self", "href": x.Root + Prefix + "/v2.0/"}},
		}}), nil
	}
	kind, body := page.NotFound().Write(x.Header("Accept"))
	return nil, &pipeline.Fault{Status: 404, Raw: body, ContentType: kind, Bare: true}
}

func showVersion(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	list := []any{}
	for _, noun := range []string{"network", "subnet", "subnetpool", "port"} {
		list = append(list, map[string]any{
			"name": noun, "collection": noun + "s",
			"links": []any{map[string]any{"rel": "self", "href": x.Base + "/" + noun + "s"}},
		})
	}
	return pipeline.Answer(200, "resources", list), nil
}
