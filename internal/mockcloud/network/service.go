// Package network is the mock's network service: of Neutron v2.0, what servers and stock clients need.
package network

import (
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/authtoken"
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/collection"
	"plumbline/internal/mockcloud/network/attributes"
	"plumbline/internal/mockcloud/network/extensions"
	"plumbline/internal/mockcloud/network/faults"
	"plumbline/internal/mockcloud/page"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/pipeline/stages"
	"plumbline/internal/openapi"
)

// Prefix is the path under which the service is mounted.
const Prefix = "/network"

// New makes the service. The order of checks is Neutron's: token, path, body and its attributes, look-up of the record, then policy.
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
		Quotas: quotasOf,
		Spelling: pipeline.Spelling{
			Slashes: true, Slash: true, Ending: ".json", Name: func(name string) string { return knownName(chain, name) },
		},
		Stages: []pipeline.Stage{
			stages.Size(1 << 20),
			stages.Token(authtoken.Refuse),
			route(chain),
			stages.OnlyVersion(),
			stages.Exists(),
			decode(),
			stages.AnswerFromKept(),
			stages.Schema(),
			checkBodies(),
			stages.Find(),
			stages.Authorise(),
		},
		Discovery: discover,
		Render:    render,
		Refused:   policyFault,
		Violated:  schemaFault,
		Headers:   pipeline.RequestIDBelowRoots,
	}
	return svc.WithOperations(operations())
}

// knownName is the name of a collection as the document has it: hyphens and underscores are the same in it.
func knownName(chain *openapi.Chain, name string) string {
	for _, other := range []string{name, strings.ReplaceAll(name, "_", "-"), strings.ReplaceAll(name, "-", "_")} {
		if route, _, allowed := chain.Routes().Match("GET", "/"+other); route != nil || allowed != nil {
			return other
		}
	}
	return name
}

// operations are the same for all clouds of a process, and made once.
var operations = pipeline.UniteOnce(func() []pipeline.OperationSet {
	all := []pipeline.OperationSet{
		{
			Lookups:    map[string]pipeline.Lookup{"project_id": aimAtProject},
			Operations: map[string]pipeline.Operation{"versions.show": {Answer: showVersion}},
		},
		tagOperations(),
		networks.Operations(), subnetOperations, portOperations, groups.Operations(), groupRules.Operations(),
		addressGroups.Operations(), addressScopes.Operations(),
		subnetPools.Operations(), rbacPolicies.Operations(), routers.Operations(), floatingIPs.Operations(), portForwardings.Operations(),
		qosOperations,
		bandwidthLimits.Operations(), dscpMarkings.Operations(), minimumBandwidths.Operations(), minimumPacketRates.Operations(),
		packetRateLimits.Operations(), aliasOf(bandwidthLimits), aliasOf(dscpMarkings), aliasOf(minimumBandwidths), aliasOf(minimumPacketRates),
		trunks.Operations(), extensionList.Operations(), agents.Operations(), zones.Operations(), providers.Operations(),
		flavors.Operations(), serviceProfiles.Operations(), flavorProfiles, hostedNetworks.operations(), hostedRouters.operations(),
		floatingPools.Operations(), availabilities.Operations(),
	}
	for _, part := range []map[string]pipeline.Operation{
		quotaOperations, addressOperations, poolOperations, routerOperations, trunkOperations, bindingOperations, ruleTypeOperations,
		agentOperations,
	} {
		all = append(all, pipeline.OperationSet{Operations: part})
	}
	return all
})

type versionView struct {
	ID     string          `json:"id"`
	Status string          `json:"status"`
	Links  []pipeline.Link `json:"links"`
}

type resourceView struct {
	Name       string          `json:"name"`
	Collection string          `json:"collection"`
	Links      []pipeline.Link `json:"links"`
}

// discover answers the root without a token; every other path outside v2.0 is unknown.
func discover(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	if x.Path == "" || x.Path == "/" {
		self := pipeline.Link{Rel: "self", Href: x.Root + Prefix + "/v2.0/"}
		return pipeline.Answer(200, "versions", []versionView{{"v2.0", "CURRENT", []pipeline.Link{self}}}), nil
	}
	kind, body := page.NotFound().Write(x.Header("Accept"))
	return nil, &pipeline.Fault{Status: 404, Raw: body, ContentType: kind, Bare: true}
}

func showVersion(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	var list []resourceView
	for _, noun := range []string{"network", "subnet", "subnetpool", "port"} {
		list = append(list, resourceView{noun, noun + "s", []pipeline.Link{{Rel: "self", Href: x.Base + "/" + noun + "s"}}})
	}
	return pipeline.Answer(200, "resources", list), nil
}

// route refuses unknown paths, and methods that a path does not have.
func route(chain *openapi.Chain) pipeline.Stage {
	return pipeline.Stage{Name: "route", Run: func(x *pipeline.Exchange) *pipeline.Fault {
		if x.Route != nil && x.PathProject == "" {
			dropEmptySorts(x)
			return nil
		}
		if _, _, allowed := chain.Routes().Match(x.Request.Method, x.Path); allowed != nil {
			return pipeline.Refuse(405, "The server could not comply with the request since it is either malformed or otherwise incorrect.")
		}
		return pipeline.NotFound("The resource could not be found.")
	}}
}

// decode reads the body, whatever its media type: an object or nothing. The older of the service's two frameworks has its own words for
// what is neither.
func decode() pipeline.Stage {
	return pipeline.Stage{Name: "body", Run: func(x *pipeline.Exchange) *pipeline.Fault {
		method := x.Request.Method
		if method != "POST" && method != "PUT" {
			return nil
		}
		older := attributes.Older(noun(x)) && x.Operation.Policy != "none"
		hosted := x.Operation.ID == "dhcp-networks.create" || x.Operation.ID == "l3-routers.create"
		anything := x.Operation.ID == "tags.add" || hosted
		loose := anything || x.Operation.ID == "tags.replace" // any JSON is read
		switch {
		case len(x.Raw) > 0:
		case older && method == "PUT":
			return faults.New(400, "BadRequest", "Bad body request: Invalid format: b''.")
		case older:
			return faults.BadRequest("Resource body required")
		default:
			return nil
		}
		err := json.Unmarshal(x.Raw, &x.Body)
		_, isList := body.ListIn(x.Body)
		switch {
		case err != nil && (older || loose):
			return faults.New(400, "MalformedRequestBody", "Malformed request body: Cannot understand JSON.")
		case older && method == "PUT" && !isList && !body.IsObject(x.Body):
			return faults.New(400, "BadRequest", "Bad body request: Invalid format: b'%s'.", x.Raw)
		case older && !body.IsObject(x.Body) && attributes.Empty(x.Body):
			return faults.BadRequest("Resource body required")
		case anything:
		case !body.IsObject(x.Body) && loose:
			return faults.Input("Invalid tags body")
		case err != nil, !body.IsObject(x.Body):
			return faults.BadRequest("Body contains invalid data")
		}
		return nil
	}}
}

// checkBodies checks the attributes of a body; it runs before any look-up.
func checkBodies() pipeline.Stage {
	return pipeline.Stage{Name: "attributes", Run: func(x *pipeline.Exchange) *pipeline.Fault {
		if check := x.DeclaredOperation().Formats; check != nil {
			return check(x)
		}
		return nil
	}}
}

var extensionList = collection.Of[extensions.Extension, pipeline.Nothing, pipeline.Nothing]{
	In: &collection.Service{Missing: notFoundFault}, Noun: "extension", Plural: "extensions", Param: "alias",
	Derived: func(x *pipeline.Exchange) iter.Seq[*extensions.Extension] {
		x.DoNotKeep() // settings are not records
		return slices.Values(slices.DeleteFunc(slices.Clone(extensions.All()), func(e *extensions.Extension) bool {
			return e.Alias == extensions.ResourceGroups && !x.Env.Settings().ResourceGroups
		}))
	},
	ID: func(e *extensions.Extension) string { return e.Alias },
}
