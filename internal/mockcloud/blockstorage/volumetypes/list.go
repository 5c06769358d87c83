package volumetypes

import (
	"slices"

	"plumbline/internal/mockcloud/blockstorage/listing"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

var typeList = listing.List[state.VolumeType]{
	Key: "volume_types", Links: "volume_type_links",
	ID:     func(t *state.VolumeType) string { return t.ID },
	Serial: func(t *state.VolumeType) int64 { return t.Serial },
	Fields: map[string]func(*state.VolumeType) any{
		"id":   func(t *state.VolumeType) any { return t.ID },
		"name": func(t *state.VolumeType) any { return t.Name },
		"description": func(t *state.VolumeType) any {
			if t.Description == nil {
				return nil
			}
			return *t.Description
		},
		"qos_specs_id": func(t *state.VolumeType) any { return t.QoSID },
	},
	Sorts: []string{"name", "updated_at", "is_public"},
}

// filteredTypes is the first microversion in which unknown filters of types are refused.
var filteredTypes = openapi.MustVersion("3.52")

func list(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	p, f := listing.ReadPage(x)
	if f == nil {
		f = p.Reject(x, x.Version.AtLeast(filteredTypes), listing.FiltersOf("volume_type")...)
	}
	if f != nil {
		return nil, f
	}
	public, all, f := listing.Publicity(x, p)
	if f != nil {
		return nil, f
	}
	specs := p.Filters["extra_specs"]
	delete(p.Filters, "extra_specs")
	delete(p.Filters, "is_public")
	chosen := func(yield func(*state.VolumeType) bool) {
		for t := range state.VolumeTypes.All(x.Txn) {
			if !all && t.Public != public && !slices.Contains(t.Access, x.Caller.ProjectID) || !canSee(x, t) {
				continue
			}
			if len(specs) > 0 && (x.Caller.Admin() || x.Version.AtLeast(filteredTypes)) && !listing.HasAll(seenSpecs(x, t), specs[0]) {
				continue
			}
			if !yield(t) {
				return
			}
		}
	}
	return typeList.Answer(x, p, chosen, func(t *state.VolumeType) any { return view(x, t) })
}
