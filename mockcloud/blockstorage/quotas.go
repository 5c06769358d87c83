package blockstorage

import (
	"maps"
	"strings"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
	"plumbline/openapi"
)

// usual is what a project may have when nobody has said otherwise; -1 is no limit.
var usual = map[string]int{
	"volumes": 200, "gigabytes": 2000, "snapshots": 200, "backups": 10, "backup_gigabytes": 1000, "per_volume_gigabytes": -1, "groups": 10,
}

// knownQuota tells whether there is a limit of a name: those above, and three for each type.
func knownQuota(name string) bool {
	_, known := usual[name]
	return known || strings.HasPrefix(name, "volumes_") || strings.HasPrefix(name, "gigabytes_") || strings.HasPrefix(name, "snapshots_")
}

var quotaOperations = map[string]pipeline.Operation{
	"quotas.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		usage, f := flag(x, "usage", "usage")
		if f != nil {
			return nil, f
		}
		project := x.Params.Get("project_id")
		set := map[string]any{"id": project}
		for name, limit := range limitsOf(x, project) {
			if set[name] = limit; usage {
				set[name] = map[string]any{"limit": limit, "in_use": usedBy(x, project).of(name), "reserved": 0}
			}
		}
		return pipeline.Answer(200, "quota_set", set), nil
	}},
	"quotas.defaults": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		set := map[string]any{"id": x.Params.Get("project_id")}
		for name, limit := range usualFor(x) {
			set[name] = limit
		}
		return pipeline.Answer(200, "quota_set", set), nil
	}},
	"quotas.update": {
		Steps: []pipeline.Step{{Name: "change the quota", Run: func(x *pipeline.Exchange) *pipeline.Fault {
			project := x.Params.Get("project_id")
			q := &state.VolumeQuota{ProjectID: project, Limits: map[string]int{}}
			if before := state.VolumeQuotas.Get(x.Txn, project); before != nil {
				maps.Copy(q.Limits, before.Limits)
			}
			for name, value := range x.Inner("quota_set") {
				if n, err := integer(value); err == nil && knownQuota(name) {
					q.Limits[name] = n
				}
			}
			state.VolumeQuotas.Insert(x.Txn, q)
			return nil
		}}},
		Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			set := map[string]any{}
			for name, limit := range limitsOf(x, x.Params.Get("project_id")) {
				set[name] = limit
			}
			return pipeline.Answer(200, "quota_set", set), nil
		},
	},
	"quotas.delete": {
		Steps: []pipeline.Step{{Name: "forget the quota", Run: func(x *pipeline.Exchange) *pipeline.Fault {
			state.VolumeQuotas.Delete(x.Txn, x.Params.Get("project_id"))
			return nil
		}}},
		Answer: done,
	},
}

func usualFor(x *pipeline.Exchange) map[string]int {
	out := maps.Clone(usual)
	for t := range state.VolumeTypes.All(x.Txn) {
		for _, what := range []string{"volumes_", "gigabytes_", "snapshots_"} {
			out[what+t.Name] = -1
		}
	}
	return out
}

func limitsOf(x *pipeline.Exchange, project string) map[string]int {
	out := usualFor(x)
	if q := state.VolumeQuotas.Get(x.Txn, project); q != nil {
		maps.Copy(out, q.Limits)
	}
	return out
}

// limitOf is one limit that no type has.
func limitOf(x *pipeline.Exchange, project, name string) int {
	if q := state.VolumeQuotas.Get(x.Txn, project); q != nil {
		if limit, ok := q.Limits[name]; ok {
			return limit
		}
	}
	return usual[name]
}

// use is what a project has.
type use struct {
	sums
	byType map[string]int
}

// sums are what most quotas limit; gigabytes are those of volumes and snapshots together.
type sums struct{ volumes, gigabytes, snapshots int }

// sumsOf counts what a project has, whatever its type: every create asks.
func sumsOf(x *pipeline.Exchange, project string) (s sums) {
	for v := range state.Volumes.Each(x.Txn, "project", project) {
		s.volumes++
		s.gigabytes += v.Size
	}
	for snapshot := range state.VolumeSnapshots.Each(x.Txn, "project", project) {
		s.snapshots++
		s.gigabytes += snapshot.Size
	}
	return s
}

func usedBy(x *pipeline.Exchange, project string) use {
	u := use{sums: sumsOf(x, project), byType: map[string]int{}}
	count := func(what, typeID string, size int) {
		name := state.VolumeTypes.Get(x.Txn, typeID).Name
		u.byType[what+name]++
		u.byType["gigabytes_"+name] += size
	}
	for v := range state.Volumes.Each(x.Txn, "project", project) {
		count("volumes_", v.TypeID, v.Size)
	}
	for s := range state.VolumeSnapshots.Each(x.Txn, "project", project) {
		count("snapshots_", s.TypeID, s.Size)
	}
	return u
}

func (u use) of(name string) int {
	switch name {
	case "volumes":
		return u.volumes
	case "gigabytes":
		return u.gigabytes
	case "snapshots":
		return u.snapshots
	}
	return u.byType[name]
}

func allowsGigabytes(x *pipeline.Exchange, project string, more int) *pipeline.Fault {
	most := limitOf(x, project, "gigabytes")
	if most < 0 {
		return nil // nothing is counted where nothing is limited: a project may have many volumes then
	}
	if used := sumsOf(x, project).gigabytes; used+more > most {
		return overQuota("VolumeSizeExceedsAvailableQuota",
			"Requested volume or snapshot exceeds allowed gigabytes quota. Requested %dG, quota is %dG and %dG has been consumed.", more, most, used)
	}
	return nil
}

// limitsOfOthers is the first microversion in which administrators ask for another project's limits.
var limitsOfOthers = openapi.MustVersion("3.39")
