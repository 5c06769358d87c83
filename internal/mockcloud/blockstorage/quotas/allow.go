package quotas

import (
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
)

// AllowVolume refuses one more volume of a size (GiB) that the project's quotas do not allow.
func AllowVolume(x *pipeline.Exchange, project string, size int) *pipeline.Fault {
	if most := LimitOf(x, project, "per_volume_gigabytes"); most >= 0 && size > most {
		return record.OverQuota("VolumeSizeExceedsLimit", "Requested volume size %dG is larger than maximum allowed limit %dG.", size, most)
	}
	if f := AllowGigabytes(x, project, size); f != nil {
		return f
	}
	if most := LimitOf(x, project, "volumes"); most >= 0 && SumsOf(x.Txn, project).Volumes >= most {
		return record.OverQuota("VolumeLimitExceeded", "Maximum number of volumes allowed (%d) exceeded for quota 'volumes'.", most)
	}
	return nil
}

// AllowSnapshots refuses snapshots, of a size (GiB) together, that the project's quotas do not allow. Reserved is a size (GiB) that the
// project is about to get besides.
func AllowSnapshots(x *pipeline.Exchange, project string, count, size, reserved int) *pipeline.Fault {
	if f := allowGigabytes(x, project, size, reserved); f != nil {
		return f
	}
	if most := LimitOf(x, project, "snapshots"); most >= 0 && SumsOf(x.Txn, project).Snapshots+count > most {
		return record.OverQuota("SnapshotLimitExceeded", "Maximum number of snapshots allowed (%d) exceeded", most)
	}
	return nil
}

// AllowGigabytes refuses more gigabytes (GiB) than the project's quota allows.
func AllowGigabytes(x *pipeline.Exchange, project string, more int) *pipeline.Fault {
	return allowGigabytes(x, project, more, 0)
}

func allowGigabytes(x *pipeline.Exchange, project string, more, reserved int) *pipeline.Fault {
	most := LimitOf(x, project, "gigabytes")
	if most < 0 {
		return nil // without a limit the volumes, which may be many, are not counted
	}
	if used := SumsOf(x.Txn, project).gigabytes + reserved; used+more > most {
		return record.OverQuota("VolumeSizeExceedsAvailableQuota",
			"Requested volume or snapshot exceeds allowed gigabytes quota. Requested %dG, quota is %dG and %dG has been consumed.", more, most, used)
	}
	return nil
}

// AllowGroup refuses one more group of volumes that the project's quota does not allow.
func AllowGroup(x *pipeline.Exchange, project string) *pipeline.Fault {
	if most := LimitOf(x, project, "groups"); most >= 0 && SumsOf(x.Txn, project).Groups >= most {
		return record.OverQuota("GroupLimitExceeded", "Maximum number of groups allowed (%d) exceeded", most)
	}
	return nil
}

// AllowBackup refuses a backup of a size (GiB) that the project's quota does not allow.
func AllowBackup(x *pipeline.Exchange, project string, size int) *pipeline.Fault {
	used := SumsOf(x.Txn, project)
	if most := LimitOf(x, project, "backup_gigabytes"); most >= 0 && used.backupGigabytes+size > most {
		return record.OverQuota("VolumeBackupSizeExceedsAvailableQuota",
			"Requested backup exceeds allowed Backup gigabytes quota. Requested %dG, quota is %dG and %dG has been consumed.",
			size, most, used.backupGigabytes)
	}
	if most := LimitOf(x, project, "backups"); most >= 0 && used.Backups >= most {
		return record.OverQuota("BackupLimitExceeded", "Maximum number of backups allowed (%d) exceeded", most)
	}
	return nil
}
