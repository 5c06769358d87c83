package transfers

import (
	"iter"
	"strings"

	"plumbline/internal/mockcloud/blockstorage/listing"
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// pagedLists is the first microversion with pages and an order, in lists by the newer name.
var pagedLists = openapi.MustVersion("3.59")

// The fields are those of the service's table, whose names differ from the answers': a filter by any other finds nothing. The link
// to the next page leads to the older name from both.
var transferList = listing.List[state.VolumeTransfer]{
	Key: "transfers", Links: "transfers_links", Path: "/os-volume-transfer",
	ID:     func(t *state.VolumeTransfer) string { return t.ID },
	Serial: func(t *state.VolumeTransfer) int64 { return t.Serial },
	Fields: map[string]func(*state.VolumeTransfer) any{
		"id":                     func(t *state.VolumeTransfer) any { return t.ID },
		"volume_id":              func(t *state.VolumeTransfer) any { return t.VolumeID },
		"display_name":           func(t *state.VolumeTransfer) any { return t.Name },
		"no_snapshots":           func(t *state.VolumeTransfer) any { return t.NoSnapshots },
		"source_project_id":      func(t *state.VolumeTransfer) any { return t.SourceProjectID },
		"destination_project_id": func(*state.VolumeTransfer) any { return nil },
		"accepted":               func(*state.VolumeTransfer) any { return false },
		"deleted":                func(*state.VolumeTransfer) any { return false },
	},
	Sorts: []string{"display_name", "volume_id", "no_snapshots", "source_project_id", "destination_project_id", "accepted"},
	Missing: func(x *pipeline.Exchange, marker string) *pipeline.Fault {
		if t := state.VolumeTransfers.Get(x.Txn, marker); t == nil || record.Visible(x, t.VolumeID) == nil {
			return notFound(marker)
		}
		return nil
	},
}

func list(view func(*pipeline.Exchange, *state.VolumeTransfer) any) pipeline.Behaviour {
	return func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		p, f := readPage(x)
		if f != nil {
			return nil, f
		}
		if names, given := p.Filters["name"]; given {
			p.Filters["display_name"] = names
			delete(p.Filters, "name")
		}
		return transferList.Answer(x, p, ofVolumesIn(x, readProject(x, p)), func(t *state.VolumeTransfer) any { return view(x, t) })
	}
}

func readPage(x *pipeline.Exchange) (*listing.Page, *pipeline.Fault) {
	if strings.HasPrefix(x.Operation.ID, "os-") || !x.Version.AtLeast(pagedLists) {
		return listing.ReadUnpaged(x)
	}
	p, f := listing.ReadPage(x)
	if f == nil {
		p.SkipTwice()
	}
	return p, f
}

// readProject is the project whose transfers are listed, "" for all projects.
func readProject(x *pipeline.Exchange, p *listing.Page) string {
	project := p.Filters.Get("project_id")
	delete(p.Filters, "project_id")
	if p.AllProjects(x) {
		return project
	}
	return x.Caller.ProjectID
}

// ofVolumesIn are the transfers of the volumes that are in a project now, "" for all.
func ofVolumesIn(x *pipeline.Exchange, project string) iter.Seq[*state.VolumeTransfer] {
	return func(yield func(*state.VolumeTransfer) bool) {
		for t := range state.VolumeTransfers.All(x.Txn) {
			if (project == "" || volumeOf(x, t).ProjectID == project) && !yield(t) {
				return
			}
		}
	}
}
