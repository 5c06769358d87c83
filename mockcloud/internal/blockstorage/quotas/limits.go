package quotas

import (
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/openapi"
)

func limits(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	project := x.Caller.ProjectID
	if x.Caller.Admin() && x.Version.AtLeast(limitsOfOthers) {
		query := x.Request.URL.Query()
		for _, key := range []string{"tenant_id", "project_id"} {
			if query.Has(key) {
				project = query.Get(key)
			}
		}
	}
	most, used := limitsOf(x, project), usedBy(x, project)
	return pipeline.Answer(200, "limits", &openapi.Fields{{Name: "rate", Value: []any{}}, {Name: "absolute", Value: map[string]any{
		"maxTotalVolumes": most["volumes"], "maxTotalVolumeGigabytes": most["gigabytes"], "maxTotalSnapshots": most["snapshots"],
		"maxTotalBackups": most["backups"], "maxTotalBackupGigabytes": most["backup_gigabytes"], "totalVolumesUsed": used.Volumes,
		"totalGigabytesUsed": used.gigabytes, "totalSnapshotsUsed": used.Snapshots, "totalBackupsUsed": 0, "totalBackupGigabytesUsed": 0,
	}}}), nil
}
