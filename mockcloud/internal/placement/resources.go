package placement

import (
	"slices"
	"strconv"
	"strings"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// classes are the resource classes that hosts have, in the order in which they are listed.
var classes = []string{"VCPU", "MEMORY_MB", "DISK_GB"}

// ratios say how much more than there is may be given.
var ratios = map[string]int{"VCPU": 4, "MEMORY_MB": 1, "DISK_GB": 1}

// totals are what a provider has, by class.
func totals(h *state.Host) map[string]int {
	return map[string]int{"VCPU": h.VCPUs, "MEMORY_MB": h.RAM, "DISK_GB": h.Disk}
}

func counts(u state.Usage) map[string]int {
	return map[string]int{"VCPU": u.VCPUs, "MEMORY_MB": u.RAM, "DISK_GB": u.Disk}
}

// shown makes an answer's object of amounts, without those that are nothing where so wanted.
func shown(amounts map[string]int, zero bool) map[string]any {
	out := map[string]any{}
	for class, n := range amounts {
		if n > 0 || zero {
			out[class] = n
		}
	}
	return out
}

func inventory(h *state.Host, class string) map[string]any {
	n := totals(h)[class]
	return map[string]any{
		"total": n, "reserved": 0, "min_unit": 1, "max_unit": n, "step_size": 1, "allocation_ratio": float64(ratios[class]),
		"resource_provider_generation": h.Generation,
	}
}

func listInventories(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	h, all := provider(x), map[string]any{}
	for _, class := range classes {
		all[class] = inventory(h, class)
	}
	return pipeline.Body(200, map[string]any{"inventories": all, "resource_provider_generation": h.Generation}), nil
}

func showInventory(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	h, class := provider(x), x.Params.Get("resource_class")
	if !slices.Contains(classes, class) {
		return nil, pipeline.NotFound("No inventory of class %s for %s", class, h.HypervisorID)
	}
	return pipeline.Body(200, inventory(h, class)), nil
}

func showProviderUsages(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	h := provider(x)
	return pipeline.Body(200, map[string]any{"usages": shown(counts(state.UsedOf(x.Txn, h.Name)), true), "resource_provider_generation": h.Generation}), nil
}

// gives tells whether a provider has what is wanted left.
func gives(x *pipeline.Exchange, h *state.Host, wanted map[string]int) bool {
	have, used := totals(h), counts(state.UsedOf(x.Txn, h.Name))
	for class, n := range wanted {
		if n > have[class] || used[class]+n > have[class]*ratios[class] {
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
				return nil, pipeline.BadRequest("Badly formed resources parameter. Expected resources query string parameter in form: ?resources=VCPU:2,MEMORY_MB:1024. Got: %s.", part)
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

func classView(name string) map[string]any {
	return map[string]any{"name": name, "links": []any{map[string]any{"rel": "self", "href": Prefix + "/resource_classes/" + name}}}
}

func listClasses(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	out := []any{}
	for _, class := range classes {
		out = append(out, classView(class))
	}
	return pipeline.Answer(200, "resource_classes", out), nil
}

func showClass(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	name := x.Params.Get("resource_class")
	if !slices.Contains(classes, name) {
		return nil, pipeline.NotFound("No such resource class %s.", name)
	}
	return pipeline.Body(200, classView(name)), nil
}
