package phrases

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/probe"
	"plumbline/internal/steps/world"
)

// onTraitOfAll asks for a trait that all hosts have. Where they have none in common it asks for nothing, which all hosts run.
func onTraitOfAll(w *world.World) (ImageKind, error) {
	all, err := fixtures.Hypervisors(w)
	if err != nil {
		return ImageKind{}, err
	}
	var common []string
	for i, host := range slices.Sorted(maps.Keys(all)) {
		x, err := w.Setup(world.Request{
			Actor: "admin", Service: openapi.Placement, At: probe.TraitsAt, Method: http.MethodGet,
			Path: "/resource_providers/" + all[host].UUID + "/traits",
		}, http.StatusOK)
		if err != nil {
			return ImageKind{}, err
		}
		list, _ := x.Get("/traits")
		traits, _ := list.([]any)
		if i == 0 {
			for _, trait := range traits {
				common = append(common, fmt.Sprint(trait))
			}
		}
		common = slices.DeleteFunc(common, func(trait string) bool { return !slices.Contains(traits, any(trait)) })
	}
	return ImageKind{Properties: asking(common)}, nil
}

// asking are the properties of an image that asks for the first of some traits: not for one that says what is up, nor one that rows take
// from hosts.
func asking(traits []string) map[string]any {
	for _, trait := range slices.Sorted(slices.Values(traits)) {
		if trait != "COMPUTE_STATUS_DISABLED" && trait != "COMPUTE_REBUILD_BFV" && !strings.HasPrefix(trait, "CUSTOM_") {
			return map[string]any{"trait:" + trait: "required"}
		}
	}
	return nil
}
