package storage

// extension is an extension in answers. All of them are part of the API since long.
type extension struct {
	Name        string   `json:"name"`
	Alias       string   `json:"alias"`
	Description string   `json:"description"`
	Updated     string   `json:"updated"`
	Links       []string `json:"links"`
}

var extensions = func() (all []extension) {
	for _, e := range [][3]string{
		{"SchedulerHints", "OS-SCH-HNT", "2013-04-18T00:00:00+00:00"},
		{"Backups", "backups", "2012-12-12T00:00:00+00:00"},
		{"Capabilities", "capabilities", "2015-08-31T00:00:00+00:00"},
		{"Cgsnapshots", "cgsnapshots", "2014-08-18T00:00:00+00:00"},
		{"Consistencygroups", "consistencygroups", "2014-08-18T00:00:00+00:00"},
		{"VolumeTypeEncryption", "encryption", "2013-07-01T00:00:00+00:00"},
		{"AdminActions", "os-admin-actions", "2012-08-25T00:00:00+00:00"},
		{"AvailabilityZones", "os-availability-zone", "2013-06-27T00:00:00+00:00"},
		{"ExtendedServices", "os-extended-services", "2014-01-10T00:00:00-00:00"},
		{"ExtendedSnapshotAttributes", "os-extended-snapshot-attributes", "2012-06-19T00:00:00+00:00"},
		{"Hosts", "os-hosts", "2011-06-29T00:00:00+00:00"},
		{"QuotaClasses", "os-quota-class-sets", "2012-03-12T00:00:00+00:00"},
		{"Quotas", "os-quota-sets", "2011-08-08T00:00:00+00:00"},
		{"Services", "os-services", "2012-10-28T00:00:00-00:00"},
		{"SnapshotActions", "os-snapshot-actions", "2013-07-16T00:00:00+00:00"},
		{"SnapshotManage", "os-snapshot-manage", "2014-12-31T00:00:00+00:00"},
		{"SnapshotUnmanage", "os-snapshot-unmanage", "2014-12-31T00:00:00+00:00"},
		{"TypesExtraSpecs", "os-types-extra-specs", "2011-08-24T00:00:00+00:00"},
		{"TypesManage", "os-types-manage", "2011-08-24T00:00:00+00:00"},
		{"UsedLimits", "os-used-limits", "2013-10-03T00:00:00+00:00"},
		{"VolumeHostAttribute", "os-vol-host-attr", "2011-11-03T00:00:00+00:00"},
		{"VolumeImageMetadata", "os-vol-image-meta", "2012-12-07T00:00:00+00:00"},
		{"VolumeMigStatusAttribute", "os-vol-mig-status-attr", "2013-08-08T00:00:00+00:00"},
		{"VolumeTenantAttribute", "os-vol-tenant-attr", "2011-11-03T00:00:00+00:00"},
		{"VolumeActions", "os-volume-actions", "2012-05-31T00:00:00+00:00"},
		{"VolumeEncryptionMetadata", "os-volume-encryption-metadata", "2013-07-10T00:00:00+00:00"},
		{"VolumeManage", "os-volume-manage", "2014-02-10T00:00:00+00:00"},
		{"VolumeTransfer", "os-volume-transfer", "2013-05-29T00:00:00+00:00"},
		{"VolumeTypeAccess", "os-volume-type-access", "2014-06-26T00:00:00Z"},
		{"VolumeUnmanage", "os-volume-unmanage", "2012-05-31T00:00:00+00:00"},
		{"Qos_specs_manage", "qos-specs", "2013-08-02T00:00:00+00:00"},
		{"Scheduler_stats", "scheduler-stats", "2014-09-07T00:00:00+00:00"},
	} {
		all = append(all, extension{Name: e[0], Alias: e[1], Description: "Part of block storage: " + e[1], Updated: e[2], Links: []string{}})
	}
	return all
}()
