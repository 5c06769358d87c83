package groupsnapshots

import (
	"plumbline/internal/mockcloud/blockstorage/groups"
	"plumbline/internal/mockcloud/blockstorage/listing"
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// filtered is the first microversion whose lists are filtered, sorted and paged.
var filtered = openapi.MustVersion("3.29")

// shownBrief is a snapshot of a group in a list without details, shownCreated a new one.
type (
	shownBrief struct {
		ID   string  `json:"id"`
		Name *string `json:"name"`
	}
	shownCreated struct {
		shownBrief
		TypeID string `json:"group_type_id"`
	}
)

// shown is a snapshot of a group with details.
type shown struct {
	shownCreated
	GroupID     string  `json:"group_id"`
	Status      string  `json:"status"`
	Created     *string `json:"created_at"`
	Description *string `json:"description"`
	ProjectID   string  `json:"project_id"`
}

func brief(s *state.VolumeGroupSnapshot) any { return &shownBrief{s.ID, s.Name} }

func detailed(s *state.VolumeGroupSnapshot) any {
	return &shown{
		shownCreated: shownCreated{shownBrief{s.ID, s.Name}, s.TypeID}, GroupID: s.GroupID, Status: s.Status,
		Created: record.Time(&s.Created), Description: s.Description, ProjectID: s.ProjectID,
	}
}

var snapshotList = listing.List[state.VolumeGroupSnapshot]{
	Key: "group_snapshots", Links: "group_snapshot_links", Path: "/group_snapshots",
	ID:     func(s *state.VolumeGroupSnapshot) string { return s.ID },
	Serial: func(s *state.VolumeGroupSnapshot) int64 { return s.Serial },
	Fields: map[string]func(*state.VolumeGroupSnapshot) any{
		"id":            func(s *state.VolumeGroupSnapshot) any { return s.ID },
		"name":          func(s *state.VolumeGroupSnapshot) any { return s.Name },
		"description":   func(s *state.VolumeGroupSnapshot) any { return s.Description },
		"status":        func(s *state.VolumeGroupSnapshot) any { return s.Status },
		"group_id":      func(s *state.VolumeGroupSnapshot) any { return s.GroupID },
		"group_type_id": func(s *state.VolumeGroupSnapshot) any { return s.TypeID },
		"user_id":       func(s *state.VolumeGroupSnapshot) any { return s.UserID },
		"project_id":    func(s *state.VolumeGroupSnapshot) any { return s.ProjectID },
	},
	Sorts: []string{"updated_at", "name", "status", "description", "group_id", "group_type_id", "user_id", "project_id"},
	Missing: func(x *pipeline.Exchange, marker string) *pipeline.Fault {
		if Visible(x, marker) == nil {
			return NotFound(marker)
		}
		return nil
	},
}

func list(view func(*state.VolumeGroupSnapshot) any) func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	return func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		p, f := readPage(x)
		if f != nil {
			return nil, f
		}
		all := state.VolumeGroupSnapshots.ByKey(x.Txn, "project", x.Caller.ProjectID)
		if p.EveryProject(x) {
			all = state.VolumeGroupSnapshots.All(x.Txn)
		}
		return snapshotList.Answer(x, p, func(yield func(*state.VolumeGroupSnapshot) bool) {
			for s := range all {
				if !groups.IsReserved(x, s.TypeID) && !yield(s) {
					return
				}
			}
		}, view)
	}
}

// readPage reads the query. What is asked for in the older microversions is left out, but for the link to a next page.
func readPage(x *pipeline.Exchange) (*listing.Page, *pipeline.Fault) {
	if !x.Version.AtLeast(filtered) {
		return listing.ReadWhole(x)
	}
	p, f := listing.ReadPage(x)
	if f == nil && listing.RefusesUnknownFilters(x) {
		f = p.Reject(x, true, listing.FiltersOf("group_snapshot")...)
	}
	return p, f
}
