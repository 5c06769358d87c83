package snapshots

import (
	"maps"

	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/state"
)

// shown is a snapshot in answers.
type shown struct {
	ID            string            `json:"id"`
	Name          *string           `json:"name"`
	Description   *string           `json:"description"`
	VolumeID      string            `json:"volume_id"`
	Status        string            `json:"status"`
	Size          int               `json:"size"`
	Created       *string           `json:"created_at"`
	Updated       *string           `json:"updated_at"`
	Metadata      map[string]string `json:"metadata"`
	GroupSnapshot *string           `json:"group_snapshot_id"`
	UserID        string            `json:"user_id"`
	ConsumesQuota bool              `json:"consumes_quota"`
	Progress      string            `json:"os-extended-snapshot-attributes:progress"`
	ProjectID     string            `json:"os-extended-snapshot-attributes:project_id"`
}

// View makes the view of a snapshot.
func View(s *state.VolumeSnapshot) *shown {
	return &shown{
		ID: s.ID, Name: s.Name, Description: s.Description, VolumeID: s.VolumeID, Status: s.Status, Size: s.Size,
		Created: record.Time(&s.Created), Updated: record.Time(s.Updated), Metadata: maps.Clone(s.Metadata), UserID: s.UserID,
		ConsumesQuota: true, GroupSnapshot: record.OrNull(s.GroupSnapshotID), Progress: s.Progress, ProjectID: s.ProjectID,
	}
}
