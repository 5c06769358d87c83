package blockstorage

import (
	"plumbline/mockcloud/pipeline"
)

// aboutOperations tell of the service itself.
var aboutOperations = map[string]pipeline.Operation{
	"limits.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
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
		return pipeline.Answer(200, "limits", map[string]any{"rate": []any{}, "absolute": map[string]any{
			"maxTotalVolumes": most["volumes"], "maxTotalVolumeGigabytes": most["gigabytes"], "maxTotalSnapshots": most["snapshots"],
			"maxTotalBackups": most["backups"], "maxTotalBackupGigabytes": most["backup_gigabytes"], "totalVolumesUsed": used.volumes,
			"totalGigabytesUsed": used.gigabytes, "totalSnapshotsUsed": used.snapshots, "totalBackupsUsed": 0, "totalBackupGigabytesUsed": 0,
		}}), nil
	}},
	"zones.list": {Answer: func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		return pipeline.Answer(200, "availabilityZoneInfo", []any{
			map[string]any{"zoneName": Zone, "zoneState": map[string]any{"available": true}},
		}), nil
	}},
	"services.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		now, query := x.Now(), x.Request.URL.Query()
		out := []any{}
		for _, part := range []struct{ binary, host string }{{"cinder-scheduler", "controller"}, {"cinder-volume", "controller@file"}} {
			if query.Has("binary") && query.Get("binary") != part.binary || query.Has("host") && query.Get("host") != part.host {
				continue
			}
			view := map[string]any{
				"binary": part.binary, "host": part.host, "zone": Zone, "status": "enabled", "state": "up", "updated_at": stamp(&now),
				"disabled_reason": nil, "cluster": nil,
			}
			if part.binary == "cinder-volume" {
				view["replication_status"], view["active_backend_id"], view["frozen"], view["backend_state"] = "disabled", nil, false, "up"
			}
			out = append(out, view)
		}
		return pipeline.Answer(200, "services", out), nil
	}},
}
