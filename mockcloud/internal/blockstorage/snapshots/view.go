package snapshots

import (
	"maps"

	"plumbline/mockcloud/internal/blockstorage/record"
	"plumbline/mockcloud/internal/state"
)

func view(s *state.VolumeSnapshot) map[string]any {
	return map[string]any{
		"id": s.ID, "name": s.Name, "description": s.Description, "volume_id": s.VolumeID, "status": s.Status, "size": s.Size,
		"created_at": record.Time(&s.Created), "updated_at": record.Time(s.Updated), "metadata": maps.Clone(s.Metadata), "group_snapshot_id": nil,
		"user_id": s.UserID, "consumes_quota": true, "os-extended-snapshot-attributes:progress": s.Progress,
		"os-extended-snapshot-attributes:project_id": s.ProjectID,
	}
}
