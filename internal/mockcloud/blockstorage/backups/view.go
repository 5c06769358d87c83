package backups

import (
	"plumbline/internal/mockcloud/blockstorage/listing"
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// shownBrief is a backup in a list without details.
type shownBrief struct {
	ID    string          `json:"id"`
	Name  *string         `json:"name"`
	Links []pipeline.Link `json:"links"`
}

// shown is a backup with all fields.
type shown struct {
	shownBrief
	Status      string            `json:"status"`
	Size        int               `json:"size"`
	Objects     int               `json:"object_count"`
	Zone        *string           `json:"availability_zone"`
	Container   *string           `json:"container"`
	Created     *string           `json:"created_at"`
	Updated     *string           `json:"updated_at"`
	Description *string           `json:"description"`
	FailReason  *string           `json:"fail_reason"`
	VolumeID    string            `json:"volume_id"`
	Incremental bool              `json:"is_incremental"`
	Parent      bool              `json:"has_dependent_backups"`
	SnapshotID  *string           `json:"snapshot_id"`
	DataTime    *string           `json:"data_timestamp"`
	Metadata    map[string]string `json:"metadata"`
	ProjectID   string            `json:"os-backup-project-attr:project_id"`
	UserID      string            `json:"user_id"`
}

func brief(x *pipeline.Exchange, b *state.VolumeBackup) any {
	return &shownBrief{b.ID, b.Name, record.Links(x, "backups", b.ID)}
}

func detailed(x *pipeline.Exchange, b *state.VolumeBackup) any {
	return &shown{
		shownBrief: shownBrief{b.ID, b.Name, record.Links(x, "backups", b.ID)}, Status: b.Status, Size: b.Size,
		Zone: b.Zone, Container: b.Container,
		Created: record.Time(&b.Created), Updated: record.Time(b.Updated), Description: b.Description, FailReason: b.FailReason,
		VolumeID: b.VolumeID, Incremental: b.ParentID != "", Parent: len(state.VolumeBackups.List(x.Txn, "parent", b.ID)) > 0,
		SnapshotID: b.SnapshotID, DataTime: record.Time(&b.DataTime), Metadata: b.Metadata, ProjectID: b.ProjectID, UserID: b.UserID,
	}
}

func answerBrief[W any](status int) func(*pipeline.Exchange, *W) (*pipeline.Response, *pipeline.Fault) {
	return func(x *pipeline.Exchange, _ *W) (*pipeline.Response, *pipeline.Fault) {
		return pipeline.Answer(status, "backup", brief(x, backup(x))), nil
	}
}

var backupList = listing.List[state.VolumeBackup]{
	Key: "backups", Links: "backups_links",
	ID:     func(b *state.VolumeBackup) string { return b.ID },
	Serial: func(b *state.VolumeBackup) int64 { return b.Serial },
	Fields: map[string]func(*state.VolumeBackup) any{
		"id":          func(b *state.VolumeBackup) any { return b.ID },
		"name":        func(b *state.VolumeBackup) any { return b.Name },
		"status":      func(b *state.VolumeBackup) any { return b.Status },
		"volume_id":   func(b *state.VolumeBackup) any { return b.VolumeID },
		"size":        func(b *state.VolumeBackup) any { return b.Size },
		"snapshot_id": func(b *state.VolumeBackup) any { return b.SnapshotID },
		"project_id":  func(b *state.VolumeBackup) any { return b.ProjectID },
	},
	Sorts: []string{"updated_at", "name", "status", "volume_id", "size", "snapshot_id", "project_id"},
	Missing: func(x *pipeline.Exchange, marker string) *pipeline.Fault {
		if visible(x, marker) == nil {
			return notFound(marker)
		}
		return nil
	},
}

// sortByName is the first microversion in which backups are sorted by the name as it is called in answers.
var sortByName = openapi.MustVersion("3.37")

func list(view func(*pipeline.Exchange, *state.VolumeBackup) any) pipeline.Behaviour {
	return func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		p, f := listing.ReadPage(x)
		if f == nil {
			f = p.ReadCount(x)
		}
		if f == nil {
			f = p.Reject(x, listing.RefusesUnknownFilters(x), listing.FiltersOf("backup")...)
		}
		if f != nil {
			return nil, f
		}
		if !x.Version.AtLeast(sortByName) && p.SortsBy("name") {
			return nil, record.InvalidInput("Invalid sort key")
		}
		all := state.VolumeBackups.ByKey(x.Txn, "project", x.Caller.ProjectID)
		if p.AllProjects(x) {
			all = state.VolumeBackups.All(x.Txn)
		}
		return backupList.Answer(x, p, all, func(b *state.VolumeBackup) any { return view(x, b) })
	}
}
