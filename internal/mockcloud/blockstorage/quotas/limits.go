package quotas

import (
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi"
)

// absolute is the absolute limits of a project, and its usage.
type absolute struct {
	Volumes             int `json:"maxTotalVolumes"`
	Gigabytes           int `json:"maxTotalVolumeGigabytes"`
	Snapshots           int `json:"maxTotalSnapshots"`
	Backups             int `json:"maxTotalBackups"`
	BackupGigabytes     int `json:"maxTotalBackupGigabytes"`
	VolumesUsed         int `json:"totalVolumesUsed"`
	GigabytesUsed       int `json:"totalGigabytesUsed"`
	SnapshotsUsed       int `json:"totalSnapshotsUsed"`
	BackupsUsed         int `json:"totalBackupsUsed"`
	BackupGigabytesUsed int `json:"totalBackupGigabytesUsed"`
}

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
	most, used := limitsOf(x.Txn, project), usedBy(x.Txn, project)
	return pipeline.Answer(200, "limits", &openapi.Fields{{Name: "rate", Value: []any{}}, {Name: "absolute", Value: &absolute{
		Volumes: most["volumes"], Gigabytes: most["gigabytes"], Snapshots: most["snapshots"], Backups: most["backups"],
		BackupGigabytes: most["backup_gigabytes"], VolumesUsed: used.Volumes, GigabytesUsed: used.gigabytes, SnapshotsUsed: used.Snapshots,
		BackupsUsed: used.Backups, BackupGigabytesUsed: used.backupGigabytes,
	}}}), nil
}
