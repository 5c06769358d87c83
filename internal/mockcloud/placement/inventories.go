package placement

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// computed are the resource classes that compute reports for its hosts. What is written for them is overwritten at once.
var computed = []string{"VCPU", "MEMORY_MB", "DISK_GB"}

// inventories are the inventories of a provider, by resource class.
func inventories(x *pipeline.Exchange, p *provider) map[string]state.Inventory {
	out := map[string]state.Inventory{}
	if p.kept != nil {
		maps.Copy(out, p.kept.Inventories)
	}
	if p.host == nil {
		return out
	}
	x.DoNotKeep() // settings are not records
	chosen := x.Env.Settings()
	for class, have := range map[string]struct{ total, reserved, ratio int }{
		"VCPU":      {p.host.VCPUs, 0, 4},
		"MEMORY_MB": {p.host.RAM, chosen.ReservedMemory, 1},
		"DISK_GB":   {p.host.Disk, x.Env.ReservedGiB(), 1},
	} {
		out[class] = state.Inventory{
			Total: have.total, Reserved: have.reserved, Least: 1, Most: have.total, Step: 1, Ratio: float64(have.ratio),
		}
	}
	return out
}

type inventoryView struct {
	Total      int     `json:"total"`
	Reserved   int     `json:"reserved"`
	Least      int     `json:"min_unit"`
	Most       int     `json:"max_unit"`
	Step       int     `json:"step_size"`
	Ratio      float64 `json:"allocation_ratio"`
	Generation int64   `json:"resource_provider_generation"`
}

func viewInventory(i state.Inventory, generation int64) inventoryView {
	return inventoryView{i.Total, i.Reserved, i.Least, i.Most, i.Step, i.Ratio, generation}
}

type inventoriesView struct {
	Inventories map[string]inventoryView `json:"inventories"`
	Generation  int64                    `json:"resource_provider_generation"`
}

func answerInventories(p *provider, all map[string]state.Inventory) *pipeline.Response {
	out := inventoriesView{map[string]inventoryView{}, p.generation}
	for class, i := range all {
		out.Inventories[class] = viewInventory(i, p.generation)
	}
	return pipeline.Body(200, out)
}

func listInventories(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	p := subject(x)
	return answerInventories(p, inventories(x, p)), nil
}

func showInventory(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	p, class := subject(x), x.Params.Get("resource_class")
	i, there := inventories(x, p)[class]
	if !there {
		return nil, pipeline.NotFound("No inventory of class %s for %s", class, p.id)
	}
	return pipeline.Body(200, viewInventory(i, p.generation)), nil
}

// inventoryRequest is an inventory in a body.
type inventoryRequest struct {
	Class      string            `json:"resource_class"`
	Generation body.Opt[int64]   `json:"resource_provider_generation"`
	Total      int               `json:"total"`
	Reserved   int               `json:"reserved"`
	Least      body.Opt[int]     `json:"min_unit"`
	Most       body.Opt[int]     `json:"max_unit"`
	Step       body.Opt[int]     `json:"step_size"`
	Ratio      body.Opt[float64] `json:"allocation_ratio"`
}

func (r *inventoryRequest) inventory() state.Inventory {
	return state.Inventory{
		Total: r.Total, Reserved: r.Reserved, Least: r.Least.Or(1), Most: r.Most.Or(math.MaxInt32), Step: r.Step.Or(1), Ratio: r.Ratio.Or(1),
	}
}

// allReserved is the microversion from which the whole of an inventory may be reserved.
var allReserved = openapi.MustVersion("1.26")

// checkInventory refuses an inventory from which nothing can be allocated.
func checkInventory(x *pipeline.Exchange, p *provider, class string, i state.Inventory, doing string) *pipeline.Fault {
	how := "than"
	if x.Version.Less(allReserved) {
		how = "than or equal to"
		if i.Capacity() > 0 {
			return nil
		}
	} else if i.Capacity() >= 0 {
		return nil
	}
	return pipeline.BadRequest("Unable to %s inventory for resource provider %s: Invalid inventory for '%s' on resource provider '%s'. "+
		"The reserved value is greater %s total.", doing, p.id, class, p.id, how)
}

// setInventories stores the inventories of a provider; the classes that compute reports for a host stay, and the generation is
// incremented.
func setInventories(x *pipeline.Exchange, p *provider, all map[string]state.Inventory) {
	p.change(x, func(kept *state.Provider) {
		kept.Inventories = maps.Clone(all)
		if p.host != nil {
			maps.DeleteFunc(kept.Inventories, func(class string, _ state.Inventory) bool { return slices.Contains(computed, class) })
		}
	})
}

// filling is the work of inventories.create and inventories.update.
type filling struct {
	Request inventoryRequest `body:""`
}

var createInventory = pipeline.OperationOf[filling]{
	Steps: []pipeline.StepOf[filling]{
		{Name: "inventory gives something", Run: func(x *pipeline.Exchange, w *filling) *pipeline.Fault {
			return checkInventory(x, subject(x), w.Request.Class, w.Request.inventory(), "create")
		}},
		{Name: "class exists", Run: func(x *pipeline.Exchange, w *filling) *pipeline.Fault {
			if p := subject(x); !isClass(x, w.Request.Class) {
				return pipeline.BadRequest("Unable to create inventory for resource provider %s: No such resource class %s.",
					p.id, w.Request.Class)
			}
			return nil
		}},
		{Name: "inventory is new", Run: func(x *pipeline.Exchange, w *filling) *pipeline.Fault {
			if _, there := inventories(x, subject(x))[w.Request.Class]; there {
				return coded409(concurrentUpdate, "Update conflict: there is an inventory of class %s", w.Request.Class)
			}
			return nil
		}},
		{Name: "store the inventory", Run: func(x *pipeline.Exchange, w *filling) *pipeline.Fault {
			p := subject(x)
			all := inventories(x, p)
			all[w.Request.Class] = w.Request.inventory()
			setInventories(x, p, all)
			return nil
		}},
	},
	Answer: func(x *pipeline.Exchange, w *filling) (*pipeline.Response, *pipeline.Fault) {
		p := subject(x)
		return pipeline.Body(201, viewInventory(w.Request.inventory(), p.generation)).
			WithHeader("Location", x.Root+p.path()+"/inventories/"+w.Request.Class), nil
	},
}.Operation()

func sameGeneration(x *pipeline.Exchange, asked int64) *pipeline.Fault {
	if asked != subject(x).generation {
		return coded409(concurrentUpdate, "resource provider generation conflict")
	}
	return nil
}

var updateInventory = pipeline.OperationOf[filling]{
	Steps: []pipeline.StepOf[filling]{
		{Name: "generation", Run: func(x *pipeline.Exchange, w *filling) *pipeline.Fault {
			return sameGeneration(x, w.Request.Generation.Or(-1))
		}},
		{Name: "inventory gives something", Run: func(x *pipeline.Exchange, w *filling) *pipeline.Fault {
			return checkInventory(x, subject(x), x.Params.Get("resource_class"), w.Request.inventory(), "update")
		}},
		{Name: "inventory exists", Run: func(x *pipeline.Exchange, _ *filling) *pipeline.Fault {
			p, class := subject(x), x.Params.Get("resource_class")
			switch _, there := inventories(x, p)[class]; {
			case !isClass(x, class):
				return noClass(class)
			case !there:
				return pipeline.BadRequest("No inventory record with resource class for resource provider %s: No inventory of class %s "+
					"found.", p.id, class)
			}
			return nil
		}},
		{Name: "store the inventory", Run: func(x *pipeline.Exchange, w *filling) *pipeline.Fault {
			p := subject(x)
			all := inventories(x, p)
			all[x.Params.Get("resource_class")] = w.Request.inventory()
			setInventories(x, p, all)
			return nil
		}},
	},
	Answer: func(x *pipeline.Exchange, w *filling) (*pipeline.Response, *pipeline.Fault) {
		return pipeline.Body(200, viewInventory(w.Request.inventory(), subject(x).generation)), nil
	},
}.Operation()

// refilling holds the values that the steps of inventories.replace share.
type refilling struct {
	Request inventoriesRequest `body:""`
}

type inventoriesRequest struct {
	Generation  int64                       `json:"resource_provider_generation"`
	Inventories map[string]inventoryRequest `json:"inventories"`
}

func (r *inventoriesRequest) inventories() map[string]state.Inventory {
	out := map[string]state.Inventory{}
	for class, i := range r.Inventories {
		out[class] = i.inventory()
	}
	return out
}

var replaceInventories = pipeline.OperationOf[refilling]{
	Steps: []pipeline.StepOf[refilling]{
		{Name: "generation", Run: func(x *pipeline.Exchange, w *refilling) *pipeline.Fault {
			return sameGeneration(x, w.Request.Generation)
		}},
		{Name: "inventories give something", Run: func(x *pipeline.Exchange, w *refilling) *pipeline.Fault {
			for _, class := range slices.Sorted(maps.Keys(w.Request.Inventories)) {
				if f := checkInventory(x, subject(x), class, w.Request.inventories()[class], "update"); f != nil {
					return f
				}
			}
			return nil
		}},
		{Name: "classes exist", Run: func(x *pipeline.Exchange, w *refilling) *pipeline.Fault {
			for _, class := range slices.Sorted(maps.Keys(w.Request.Inventories)) {
				if !isClass(x, class) {
					return pipeline.BadRequest("Unknown resource class in inventory for resource provider %s: No such resource class %s.",
						subject(x).id, class)
				}
			}
			return nil
		}},
		{Name: "nothing of it is in use", Run: func(x *pipeline.Exchange, w *refilling) *pipeline.Fault {
			if class := inUse(x, subject(x), w.Request.inventories()); class != "" {
				return coded409("placement.inventory.inuse", "update conflict: %s", inUseText(class, subject(x)))
			}
			return nil
		}},
		{Name: "store the inventories", Run: func(x *pipeline.Exchange, w *refilling) *pipeline.Fault {
			setInventories(x, subject(x), w.Request.inventories())
			return nil
		}},
	},
	Answer: func(x *pipeline.Exchange, w *refilling) (*pipeline.Response, *pipeline.Fault) {
		return answerInventories(subject(x), w.Request.inventories()), nil
	},
}.Operation()

// inUse is a class with allocations that the new inventories lack, "" for none.
func inUse(x *pipeline.Exchange, p *provider, then map[string]state.Inventory) string {
	var out []string
	now := usage(x, p)
	for class := range inventories(x, p) {
		if _, stays := then[class]; !stays && now[class] > 0 {
			out = append(out, class)
		}
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

func inUseText(class string, p *provider) string {
	return "Inventory for '" + class + "' on resource provider '" + p.id + "' in use."
}

var deleteInventory = pipeline.OperationOf[pipeline.Nothing]{
	Steps: []pipeline.StepOf[pipeline.Nothing]{
		{Name: "inventory exists", Run: pipeline.Ignoring[pipeline.Nothing](func(x *pipeline.Exchange) *pipeline.Fault {
			class := x.Params.Get("resource_class")
			switch _, there := inventories(x, subject(x))[class]; {
			case !isClass(x, class):
				return pipeline.NotFound("No inventory of class %s found for delete: No such resource class %s.", class, class)
			case !there:
				return pipeline.NotFound("No inventory of class %s found for delete: No inventory of class %s found for delete", class, class)
			}
			return nil
		})},
		{Name: "nothing of it is in use", Run: pipeline.Ignoring[pipeline.Nothing](func(x *pipeline.Exchange) *pipeline.Fault {
			p, class := subject(x), x.Params.Get("resource_class")
			if usage(x, p)[class] > 0 {
				return coded409(concurrentUpdate, "Unable to delete inventory of class %s: %s", class, inUseText(class, p))
			}
			return nil
		})},
		{Name: "delete the inventory", Run: pipeline.Ignoring[pipeline.Nothing](func(x *pipeline.Exchange) *pipeline.Fault {
			p := subject(x)
			all := inventories(x, p)
			delete(all, x.Params.Get("resource_class"))
			setInventories(x, p, all)
			return nil
		})},
	},
	Answer: func(*pipeline.Exchange, *pipeline.Nothing) (*pipeline.Response, *pipeline.Fault) {
		return pipeline.Status(204), nil
	},
}.Operation()

var clearInventories = pipeline.OperationOf[pipeline.Nothing]{
	Steps: []pipeline.StepOf[pipeline.Nothing]{
		{Name: "nothing of it is in use", Run: pipeline.Ignoring[pipeline.Nothing](func(x *pipeline.Exchange) *pipeline.Fault {
			if class := inUse(x, subject(x), nil); class != "" {
				return coded409("placement.inventory.inuse", "%s", inUseText(class, subject(x)))
			}
			return nil
		})},
		{Name: "delete the inventories", Run: pipeline.Ignoring[pipeline.Nothing](func(x *pipeline.Exchange) *pipeline.Fault {
			setInventories(x, subject(x), nil)
			return nil
		})},
	},
	Answer: func(*pipeline.Exchange, *pipeline.Nothing) (*pipeline.Response, *pipeline.Fault) {
		return pipeline.Status(204), nil
	},
}.Operation()

// amounts reads amounts by resource class in the form of queries: "VCPU:2,MEMORY_MB:1024".
func amounts(x *pipeline.Exchange, text string) (map[string]int, *pipeline.Fault) {
	out := map[string]int{}
	if strings.TrimSpace(text) == "" {
		return nil, badAmounts("empty string")
	}
	for part := range strings.SplitSeq(text, ",") {
		class, amount, ok := strings.Cut(part, ":")
		if !ok || strings.Contains(amount, ":") {
			return nil, badAmounts(part)
		}
		n, err := strconv.Atoi(strings.TrimSpace(amount))
		switch {
		case err != nil:
			return nil, pipeline.BadRequest("Requested resource %s expected positive integer amount. Got: %s.", class, amount)
		case n < 1:
			return nil, pipeline.BadRequest("Requested resource %s requires amount >= 1. Got: %d.", class, n)
		}
		out[class] = n
	}
	for _, class := range slices.Sorted(maps.Keys(out)) {
		if !isClass(x, class) {
			return nil, pipeline.BadRequest("Invalid resource class in resources parameter: No such resource class %s.", class)
		}
	}
	return out, nil
}

func badAmounts(got string) *pipeline.Fault {
	return pipeline.BadRequest("Badly formed resources parameter. Expected resources query string parameter in form: "+
		"?resources=VCPU:2,MEMORY_MB:1024. Got: %s.", got)
}

// hasLeft tells whether a provider has the wanted amounts free.
func hasLeft(x *pipeline.Exchange, p *provider, wanted map[string]int) bool {
	if len(wanted) == 0 {
		return true
	}
	have, used := inventories(x, p), usage(x, p)
	for class, n := range wanted {
		i, there := have[class]
		if !there || n < i.Least || n > i.Most || n%i.Step != 0 || used[class]+n > i.Capacity() {
			return false
		}
	}
	return true
}
