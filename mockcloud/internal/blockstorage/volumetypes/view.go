package volumetypes

import (
	"slices"

	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
)

func view(x *pipeline.Exchange, t *state.VolumeType) map[string]any {
	return map[string]any{
		"id": t.ID, "name": t.Name, "description": t.Description, "is_public": t.Public, "extra_specs": seenSpecs(x, t),
		"os-volume-type-access:is_public": t.Public, "qos_specs_id": nil,
	}
}

// seenSpecs are the specs that the caller may see: all, or those that say what a volume can do.
func seenSpecs(x *pipeline.Exchange, t *state.VolumeType) map[string]string {
	out := map[string]string{}
	all := x.Allows("volume_extension:types_extra_specs:read_sensitive")
	for key, value := range t.ExtraSpecs {
		if all || slices.Contains([]string{"multiattach", "replication_enabled", "RESKEY:availability_zones"}, key) {
			out[key] = value
		}
	}
	return out
}
