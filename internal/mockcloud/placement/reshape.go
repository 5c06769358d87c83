package placement

import (
	"maps"
	"slices"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// reshaping holds the values that the steps of reshaper.reshape share: inventories and allocations that change together.
type reshaping struct {
	Request struct {
		Inventories map[string]inventoriesRequest `json:"inventories"`
		Allocations map[string]takingRequest      `json:"allocations"`
	} `body:""`
}

func (w *reshaping) taking() *taking {
	return &taking{w.Request.Allocations, "malformed reshaper data:"}
}

// eachProvider calls run for each provider whose inventories change.
func (w *reshaping) eachProvider(x *pipeline.Exchange, run func(*provider, *inventoriesRequest) *pipeline.Fault) *pipeline.Fault {
	for _, id := range slices.Sorted(maps.Keys(w.Request.Inventories)) {
		given := w.Request.Inventories[id]
		if f := run(providerOf(x, id), &given); f != nil {
			return f
		}
	}
	return nil
}

var reshape = pipeline.OperationOf[reshaping]{
	Steps: []pipeline.StepOf[reshaping]{
		{Name: "providers exist", Run: func(x *pipeline.Exchange, w *reshaping) *pipeline.Fault {
			for _, id := range slices.Sorted(maps.Keys(w.Request.Inventories)) {
				if providerOf(x, id) == nil {
					f := pipeline.BadRequest("Resource provider %s in inventories not found: No resource provider with uuid %s found", id, id)
					f.Name = "placement.resource_provider.not_found"
					return f
				}
			}
			return nil
		}},
		{Name: "generations of providers", Run: func(x *pipeline.Exchange, w *reshaping) *pipeline.Fault {
			return w.eachProvider(x, func(p *provider, given *inventoriesRequest) *pipeline.Fault {
				if given.Generation == p.generation {
					return nil
				}
				return coded409(concurrentUpdate, "resource provider generation conflict for provider %s: actual: %d, given: %d",
					p.id, p.generation, given.Generation)
			})
		}},
		{Name: "generations of consumers", Run: func(x *pipeline.Exchange, w *reshaping) *pipeline.Fault {
			return w.taking().consumersHave(x)
		}},
		{Name: "providers and classes exist", Run: func(x *pipeline.Exchange, w *reshaping) *pipeline.Fault {
			return w.taking().checkExist(x)
		}},
		{Name: "store both", Run: storeShape},
	},
	Answer: func(*pipeline.Exchange, *reshaping) (*pipeline.Response, *pipeline.Fault) {
		return pipeline.Status(204), nil
	},
}.Operation()

// storeShape stores the inventories and checks them against the new allocations: they must fit, and no class with allocations may be
// missing. A refusal undoes all of it, as the request's transaction is not committed.
func storeShape(x *pipeline.Exchange, w *reshaping) *pipeline.Fault {
	f := w.eachProvider(x, func(p *provider, given *inventoriesRequest) *pipeline.Fault {
		for class := range given.Inventories {
			if !isClass(x, class) {
				return pipeline.BadRequest("malformed reshaper data: No such resource class %s.", class)
			}
		}
		p.store(x, func(kept *state.Provider) { kept.Inventories = given.inventories() })
		return nil
	})
	if f != nil {
		return f
	}
	if f = w.taking().checkFit(x); f != nil {
		return f
	}
	w.taking().store(x)
	return w.eachProvider(x, func(p *provider, given *inventoriesRequest) *pipeline.Fault {
		then, used := given.inventories(), usage(x, p)
		for _, class := range slices.Sorted(maps.Keys(used)) {
			if _, stays := then[class]; !stays && p.host == nil {
				return coded409("placement.inventory.inuse", "update conflict: %s", inUseText(class, p))
			}
		}
		setInventories(x, p, then)
		return nil
	})
}
