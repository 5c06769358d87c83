package volumetypes

import (
	"slices"

	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// shown is a type in answers.
type shown struct {
	ID          string            `json:"id"`
	Name        string            `json:"name"`
	Description *string           `json:"description"`
	Public      bool              `json:"is_public"`
	Specs       map[string]string `json:"extra_specs"`
	// Access is Public under its older name, nil where it is left out.
	Access *bool   `json:"os-volume-type-access:is_public,omitzero"`
	QoS    *string `json:"qos_specs_id"`
}

func view(x *pipeline.Exchange, t *state.VolumeType) *shown {
	return &shown{
		ID: t.ID, Name: t.Name, Description: t.Description, Public: t.Public, Specs: seenSpecs(x, t), Access: &t.Public,
		QoS: record.OrNull(t.QoSID),
	}
}

// seenSpecs are the extra specifications that the caller may see: all, or only those about a volume's capabilities.
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
