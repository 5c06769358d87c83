// Package placement is the mock's placement service: what providers have, what consumers take of it, and which traits and
// aggregates they have. What hosts have and what servers take follows from the records of compute; the rest is written
// through the service's API, and compute's scheduler heeds what others take of a host.
package placement

import (
	"fmt"

	"plumbline/mockcloud/internal/authtoken"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/pipeline/stages"
	"plumbline/openapi"
)

// Prefix is where the service is mounted. It has no versioned root below.
const Prefix = "/placement"

// maxBody is how large a body is read at most (bytes).
const maxBody = 114688

// New makes the service. Its order of checks is the real one's: microversion, token, path and method, media type, policy,
// query and body, the thing itself.
func New(env *pipeline.Env) (*pipeline.Service, error) {
	chain, err := env.Chain(openapi.Placement)
	if err != nil {
		return nil, fmt.Errorf("placement: %w", err)
	}
	svc := &pipeline.Service{
		Name: openapi.Placement, Prefix: Prefix, Chain: chain, Roots: []string{""},
		Stages: []pipeline.Stage{
			stages.Size(maxBody),
			rewordVersionFaults(stages.Microversion()),
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
	return svc, svc.AddRooms(classList.Room(), pipeline.Room{
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
	})
}

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
