package snapshots

import (
	"plumbline/internal/mockcloud/blockstorage/listing"
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// oldFilters are the filters that every caller may use in the microversions that ignore unknown filters.
var oldFilters = []string{"name", "status", "volume_id", "metadata"}

// The first microversions with the filter by metadata, and with the order by the name as it is called in answers.
var (
	filterByMetadata = openapi.MustVersion("3.22")
	sortByName       = openapi.MustVersion("3.30")
)

var snapshotList = listing.List[state.VolumeSnapshot]{
	Key: "snapshots", Links: "snapshots_links",
	ID:     func(s *state.VolumeSnapshot) string { return s.ID },
	Serial: func(s *state.VolumeSnapshot) int64 { return s.Serial },
	Fields: map[string]func(*state.VolumeSnapshot) any{
		"id":                func(s *state.VolumeSnapshot) any { return s.ID },
		"name":              func(s *state.VolumeSnapshot) any { return s.Name },
		"display_name":      func(s *state.VolumeSnapshot) any { return s.Name },
		"description":       func(s *state.VolumeSnapshot) any { return s.Description },
		"status":            func(s *state.VolumeSnapshot) any { return s.Status },
		"volume_id":         func(s *state.VolumeSnapshot) any { return s.VolumeID },
		"metadata":          func(s *state.VolumeSnapshot) any { return s.Metadata },
		"availability_zone": func(*state.VolumeSnapshot) any { return record.Zone },
		"use_quota":         func(*state.VolumeSnapshot) any { return true },
		"size":              func(s *state.VolumeSnapshot) any { return s.Size },
		"volume_size":       func(s *state.VolumeSnapshot) any { return s.Size },
		"user_id":           func(s *state.VolumeSnapshot) any { return s.UserID },
		"project_id":        func(s *state.VolumeSnapshot) any { return s.ProjectID },
	},
	Sorts: []string{"updated_at", "name", "display_name", "status", "volume_id", "volume_size", "user_id", "project_id"},
	Missing: func(x *pipeline.Exchange, marker string) *pipeline.Fault {
		if Visible(x, marker) == nil {
			return NotFound(marker)
		}
		return nil
	},
}

func list(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	p, f := listing.ReadPage(x)
	if f != nil {
		return nil, f
	}
	f = p.ReadCount(x)
	known, strict := listing.FiltersOf("snapshot"), listing.RefusesUnknownFilters(x)
	if !strict {
		known = oldFilters
		if !x.Version.AtLeast(filterByMetadata) {
			delete(p.Filters, "metadata")
		}
	}
	if f == nil {
		f = p.Reject(x, strict, known...)
	}
	if f != nil {
		return nil, f
	}
	if !x.Version.AtLeast(sortByName) && p.SortsBy("name") {
		return nil, record.InvalidInput("Invalid sort key")
	}
	if strict {
		if f := p.ConsumesQuota(); f != nil {
			return nil, f
		}
	}
	all := state.VolumeSnapshots.All(x.Txn)
	if !p.AllProjects(x) {
		delete(p.Filters, "project_id") // the caller's own counts
		all = state.VolumeSnapshots.ByKey(x.Txn, "project", x.Caller.ProjectID)
	}
	return snapshotList.Answer(x, p, all, func(s *state.VolumeSnapshot) any { return View(s) })
}
