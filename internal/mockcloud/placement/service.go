// Package placement is the mock's placement service: the inventories of providers, the allocations of consumers, traits and
// aggregates. The inventories of hosts and the allocations of servers are computed from compute's records; the rest is written
// through the service's API. Compute's scheduler takes the allocations of other consumers into account.
package placement

import (
	"fmt"

	"plumbline/internal/mockcloud/authtoken"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/pipeline/stages"
	"plumbline/internal/openapi"
)

// Prefix is the path under which the service is mounted. It has no versioned root below.
const Prefix = "/placement"

// maxBody is the size of the largest body (bytes).
const maxBody = 114688

// New makes the service. The order of checks is the real one's: microversion, token, path and method, media type, policy, query and
// body, look-up of the record.
func New(env *pipeline.Env) (*pipeline.Service, error) {
	chain, err := env.Chain(openapi.Placement)
	if err != nil {
		return nil, fmt.Errorf("placement: %w", err)
	}
	svc := &pipeline.Service{
		Name: openapi.Placement, Prefix: Prefix, Chain: chain, Roots: []string{""},
		Stages: []pipeline.Stage{
			stages.Size(maxBody),
			negotiate(),
			stages.Token(authtoken.Refuse),
			route(),
			refuseUnknownMethod(),
			mediaType(),
			stages.Authorise(),
			findFirst(),
			decode(),
			stages.AnswerFromKept(),
			stages.Schema(),
			query(),
			stages.Find(),
		},
		Render: render, Refused: policyFault, Violated: schemaFault,
	}
	return svc.WithOperations(operations())
}

// operations are the same for all clouds of a process, and made once.
var operations = pipeline.UniteOnce(func() []pipeline.OperationSet {
	return []pipeline.OperationSet{classList.Operations(), {
		Lookups: map[string]pipeline.Lookup{"uuid": findProvider},
		Operations: map[string]pipeline.Operation{
			"versions.show":              {Answer: showVersion},
			"resource-providers.list":    {Answer: listProviders},
			"resource-providers.show":    {Answer: showProvider},
			"resource-providers.create":  createProvider,
			"resource-providers.update":  updateProvider,
			"resource-providers.delete":  deleteProvider,
			"inventories.list":           {Answer: listInventories},
			"inventories.show":           {Answer: showInventory},
			"inventories.create":         createInventory,
			"inventories.update":         updateInventory,
			"inventories.replace":        replaceInventories,
			"inventories.delete":         deleteInventory,
			"inventories.clear":          clearInventories,
			"provider-usages.show":       {Answer: showProviderUsages},
			"provider-allocations.list":  {Answer: listProviderAllocations},
			"provider-aggregates.list":   {Answer: listProviderAggregates},
			"provider-traits.list":       {Answer: listProviderTraits},
			"provider-aggregates.update": replaceAggregates,
			"provider-traits.update":     replaceTraits,
			"provider-traits.delete":     deleteTraits,
			"resource-classes.create":    createClass,
			"resource-classes.update":    updateClass,
			"resource-classes.ensure":    {Answer: ensureClass, Writes: true},
			"resource-classes.delete":    deleteClass,
			"traits.list":                {Answer: listTraits},
			"traits.show":                {Answer: showTrait},
			"traits.create":              {Answer: createTrait},
			"traits.delete":              {Answer: deleteTrait},
			"allocations.show":           {Answer: showAllocations},
			"allocations.update":         updateAllocations,
			"allocations.replace":        replaceAllocations,
			"allocations.delete":         deleteAllocations,
			"reshaper.reshape":           reshape,
			"usages.show":                {Answer: showUsages},
			"allocation-candidates.list": {Answer: listCandidates},
		},
	}}
})

func showVersion(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	x.DoNotKeep()
	return pipeline.Answer(200, "versions", []versionView{{
		"v1.0", x.Env.Maximum(openapi.Placement).String(), "1.0", "CURRENT", []pipeline.Link{{Rel: "self"}},
	}}), nil
}

type versionView struct {
	ID      string          `json:"id"`
	Maximum string          `json:"max_version"`
	Minimum string          `json:"min_version"`
	Status  string          `json:"status"`
	Links   []pipeline.Link `json:"links"`
}
