package groups

import (
	"plumbline/internal/mockcloud/blockstorage/listing"
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

var groupList = listing.List[state.VolumeGroup]{
	Key: "groups", Links: "group_links", Path: "/groups",
	ID:     func(g *state.VolumeGroup) string { return g.ID },
	Serial: func(g *state.VolumeGroup) int64 { return g.Serial },
	Fields: map[string]func(*state.VolumeGroup) any{
		"id":                func(g *state.VolumeGroup) any { return g.ID },
		"name":              func(g *state.VolumeGroup) any { return g.Name },
		"description":       func(g *state.VolumeGroup) any { return g.Description },
		"status":            func(g *state.VolumeGroup) any { return g.Status },
		"availability_zone": func(g *state.VolumeGroup) any { return g.Zone },
		"group_type_id":     func(g *state.VolumeGroup) any { return g.TypeID },
		"group_snapshot_id": func(g *state.VolumeGroup) any { return record.OrNull(g.SnapshotID) },
		"source_group_id":   func(g *state.VolumeGroup) any { return record.OrNull(g.SourceID) },
		"host":              func(g *state.VolumeGroup) any { return g.Host },
		"user_id":           func(g *state.VolumeGroup) any { return g.UserID },
		"project_id":        func(g *state.VolumeGroup) any { return g.ProjectID },
	},
	Sorts: []string{
		"updated_at", "name", "status", "description", "availability_zone", "group_type_id", "group_snapshot_id", "source_group_id", "host",
		"user_id", "project_id",
	},
	Missing: func(x *pipeline.Exchange, marker string) *pipeline.Fault {
		if Visible(x, marker) == nil {
			return NotFound(marker)
		}
		return nil
	},
}

func list(view func(*pipeline.Exchange, *state.VolumeGroup) any) func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	return func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		p, f := listing.ReadPage(x)
		if f != nil {
			return nil, f
		}
		delete(p.Filters, "list_volume")
		if listing.RefusesUnknownFilters(x) {
			f = p.Reject(x, true, listing.FiltersOf("group")...)
		}
		if f == nil {
			_, f = showsVolumes(x)
		}
		if f != nil {
			return nil, f
		}
		all := state.VolumeGroups.ByKey(x.Txn, "project", x.Caller.ProjectID)
		if p.EveryProject(x) {
			all = state.VolumeGroups.All(x.Txn)
		}
		return groupList.Answer(x, p, func(yield func(*state.VolumeGroup) bool) {
			for g := range all {
				if !IsReserved(x, g.TypeID) && !yield(g) {
					return
				}
			}
		}, func(g *state.VolumeGroup) any { return view(x, g) })
	}
}
