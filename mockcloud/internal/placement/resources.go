package placement

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"plumbline/mockcloud/internal/collection"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
)

// classes are the resource classes that hosts have, in the order in which they are listed.
var classes = []string{"VCPU", "MEMORY_MB", "DISK_GB"}

// ratios say how much more than there is may be given.
var ratios = map[string]int{"VCPU": 4, "MEMORY_MB": 1, "DISK_GB": 1}

// totals are what a provider has, by class.
func totals(h *state.Host) map[string]int {
	return map[string]int{"VCPU": h.VCPUs, "MEMORY_MB": h.RAM, "DISK_GB": h.Disk}
}

// reserved is what the operator lets each host keep, by class.
func reserved(x *pipeline.Exchange) map[string]int {
	x.DoNotKeep() // settings are no records
	chosen := x.Env.Settings()
	return map[string]int{"MEMORY_MB": chosen.ReservedMemory, "DISK_GB": chosen.ReservedGiB()}
}

// capacity is how much of a class a host gives away.
func capacity(x *pipeline.Exchange, h *state.Host, class string) int {
	return (totals(h)[class] - reserved(x)[class]) * ratios[class]
}

func counts(u state.Usage) map[string]int {
	return map[string]int{"VCPU": u.VCPUs, "MEMORY_MB": u.RAM, "DISK_GB": u.Disk}
}

// shown makes an answer's object of amounts, without those that are nothing where so wanted.
func shown(amounts map[string]int, zero bool) map[string]int {
	out := map[string]int{}
	for class, n := range amounts {
		if n > 0 || zero {
			out[class] = n
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

func inventory(x *pipeline.Exchange, h *state.Host, class string) inventoryView {
	n := totals(h)[class]
	return inventoryView{
		Total: n, Reserved: reserved(x)[class], Least: 1, Most: n, Step: 1, Ratio: float64(ratios[class]),
		Generation: h.Generation,
	}
}

type inventoriesView struct {
	Inventories map[string]inventoryView `json:"inventories"`
	Generation  int64                    `json:"resource_provider_generation"`
}

func listInventories(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	h, all := provider(x), map[string]inventoryView{}
	for _, class := range classes {
		all[class] = inventory(x, h, class)
	}
	return pipeline.Body(200, inventoriesView{all, h.Generation}), nil
}

func showInventory(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	h, class := provider(x), x.Params.Get("resource_class")
	if !slices.Contains(classes, class) {
		return nil, pipeline.NotFound("No inventory of class %s for %s", class, h.HypervisorID)
	}
	return pipeline.Body(200, inventory(x, h, class)), nil
}

func showProviderUsages(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	h := provider(x)
	return pipeline.Body(200, usagesView{shown(counts(state.UsedOf(x.Txn, h.Name)), true), h.Generation}), nil
}

type usagesView struct {
	Usages     map[string]int `json:"usages"`
	Generation int64          `json:"resource_provider_generation"`
}

// gives tells whether a provider has what is wanted left.
func gives(x *pipeline.Exchange, h *state.Host, wanted map[string]int) bool {
	have, used := totals(h), counts(state.UsedOf(x.Txn, h.Name))
	for class, n := range wanted {
		if n > have[class] || used[class]+n > capacity(x, h, class) {
			return false
		}
	}
	return true
}

// amounts reads the query key resources: "VCPU:2,MEMORY_MB:1024".
func amounts(x *pipeline.Exchange) (map[string]int, *pipeline.Fault) {
	out := map[string]int{}
	for _, text := range x.Query["resources"] {
		for part := range strings.SplitSeq(text, ",") {
			class, amount, ok := strings.Cut(part, ":")
			if !ok {
				return nil, pipeline.BadRequest("Badly formed resources parameter. Expected resources query string parameter in "+
					"form: ?resources=VCPU:2,MEMORY_MB:1024. Got: %s.", part)
			}
			n, err := strconv.Atoi(amount)
			switch {
			case err != nil:
				return nil, pipeline.BadRequest("Requested resource %s expected positive integer amount. Got: %s.", class, amount)
			case n < 1:
				return nil, pipeline.BadRequest("Requested resource %s requires amount >= 1. Got: %d.", class, n)
			case !slices.Contains(classes, class):
				return nil, pipeline.BadRequest("Invalid resource class in resources parameter: No such resource class %s.", class)
			}
			out[class] = n
		}
	}
	return out, nil
}

// classList is the resource classes. None can be made.
var classList = collection.Of[classView, pipeline.Nothing, pipeline.Nothing]{
	In: &collection.Service{Bare: true, Missing: func(_, name string) *pipeline.Fault {
		return pipeline.NotFound("No such resource class %s.", name)
	}},
	Noun: "resource_class", Plural: "resource_classes", Param: "resource_class",
	Derived: func(*pipeline.Exchange) iter.Seq[*classView] {
		return func(yield func(*classView) bool) {
			for _, name := range classes {
				if !yield(&classView{name, []link{{"self", Prefix + "/resource_classes/" + name}}}) {
					return
				}
			}
		}
	},
	ID: func(c *classView) string { return c.Name },
}

type classView struct {
	Name  string `json:"name"`
	Links []link `json:"links"`
}
