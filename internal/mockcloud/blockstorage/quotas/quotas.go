package quotas

import (
	"maps"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// usual is the default limits of a project; -1 is no limit.
var usual = map[string]int{
	"volumes": 200, "gigabytes": 2000, "snapshots": 200, "backups": 10, "backup_gigabytes": 1000, "per_volume_gigabytes": -1, "groups": 10,
}

// mayBeQuota tells whether there is a quota of that name, or can be: there are three for each volume type.
func mayBeQuota(name string) bool {
	_, known := usual[name]
	return known || slices.ContainsFunc(byType, func(what string) bool { return strings.HasPrefix(name, what) })
}

// quotasOf tells of names whether there is such a quota.
func quotasOf(x *pipeline.Exchange) func(string) bool {
	all := builtIn(x.Txn)
	return func(name string) bool {
		_, known := all[name]
		return known
	}
}

// byType begin the names of the quotas of a volume type.
var byType = []string{"volumes_", "gigabytes_", "snapshots_"}

// Operations holds the operations on quotas and limits.
func Operations() pipeline.OperationSet {
	return pipeline.OperationSet{
		Lookups: map[string]pipeline.Lookup{"project_id": aimAtProject},
		Operations: map[string]pipeline.Operation{
			"limits.show":     {Answer: limits},
			"quotas.show":     {Answer: show},
			"quotas.defaults": {Answer: defaults},
			"quotas.update": pipeline.OperationOf[update]{
				Policy: refuseLimits,
				Steps: []pipeline.StepOf[update]{
					{Name: "limits are not below what is used", Run: aboveUsage}, {Name: "change the quota", Run: change},
				},
				Answer: func(x *pipeline.Exchange, _ *update) (*pipeline.Response, *pipeline.Fault) {
					return pipeline.Answer(200, "quota_set", &set[int]{Limits: limitsOf(x.Txn, project(x))}), nil
				},
			}.Operation(),
			"quotas.delete": pipeline.OperationOf[pipeline.Nothing]{
				Steps:  []pipeline.StepOf[pipeline.Nothing]{{Name: "forget the quota", Run: resetQuotas}},
				Answer: record.AnswerEmpty[pipeline.Nothing],
			}.Operation(),
		},
	}
}

// project is the id of the project in the path.
func project(x *pipeline.Exchange) string { return x.Params.Get("project_id") }

// set is limits as answers show them; ID is the project, "" where it is not shown.
type set[T any] struct {
	ID     string       `json:"id,omitzero"`
	Limits map[string]T `json:"*"`
}

// usage is a limit with its usage.
type usage struct {
	Limit    int `json:"limit"`
	InUse    int `json:"in_use"`
	Reserved int `json:"reserved"`
}

func show(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	withUsage, f := record.Flag(x, "usage")
	if f != nil {
		return nil, f
	}
	limits := limitsOf(x.Txn, project(x))
	if !withUsage {
		return pipeline.Answer(200, "quota_set", &set[int]{project(x), limits}), nil
	}
	used, all := usedBy(x.Txn, project(x)), map[string]usage{}
	for name, limit := range limits {
		all[name] = usage{Limit: limit, InUse: used.amount(name)}
	}
	return pipeline.Answer(200, "quota_set", &set[usage]{project(x), all}), nil
}

func defaults(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Answer(200, "quota_set", &set[int]{project(x), usualFor(x.Txn)}), nil
}

func change(x *pipeline.Exchange, w *update) *pipeline.Fault {
	q := &state.VolumeQuota{ProjectID: project(x), Limits: map[string]int{}}
	if before := state.VolumeQuotas.Get(x.Txn, project(x)); before != nil {
		maps.Copy(q.Limits, before.Limits)
	}
	for name, limit := range w.Set {
		if !noQuota[name] {
			q.Limits[name] = limit.value
		}
	}
	state.VolumeQuotas.Insert(x.Txn, q)
	return nil
}

func resetQuotas(x *pipeline.Exchange, _ *pipeline.Nothing) *pipeline.Fault {
	state.VolumeQuotas.Delete(x.Txn, project(x))
	return nil
}

// usualFor are the limits of projects that have none of their own.
func usualFor(txn *state.Txn) map[string]int {
	out := builtIn(txn)
	if q := state.VolumeQuotas.Get(txn, classID(defaultClass)); q != nil {
		maps.Copy(out, q.Limits)
	}
	return out
}

// builtIn are the limits as the service is configured.
func builtIn(txn *state.Txn) map[string]int {
	out := maps.Clone(usual)
	for t := range state.VolumeTypes.All(txn) {
		for _, what := range byType {
			out[what+t.Name] = -1
		}
	}
	return out
}

func limitsOf(txn *state.Txn, project string) map[string]int {
	out := usualFor(txn)
	if q := state.VolumeQuotas.Get(txn, project); q != nil {
		maps.Copy(out, q.Limits)
	}
	return out
}

// OfProject are the quotas of a project with its usage.
func OfProject(txn *state.Txn, project string) (out []pipeline.Quota) {
	used := usedBy(txn, project)
	for name, limit := range limitsOf(txn, project) {
		out = append(out, pipeline.Quota{Resource: name, Limit: limit, InUse: used.amount(name)})
	}
	return out
}

// LimitOf is a limit that applies to all volume types together.
func LimitOf(x *pipeline.Exchange, project, name string) int {
	for _, id := range []string{project, classID(defaultClass)} {
		if q := state.VolumeQuotas.Get(x.Txn, id); q != nil {
			if limit, ok := q.Limits[name]; ok {
				return limit
			}
		}
	}
	return usual[name]
}

// use is the usage of a project: counts of volumes and snapshots, and their gigabytes (GiB), in all and by volume type.
type use struct {
	sums
	byType map[string]int
}

// sums are the totals that most quotas limit; gigabytes (GiB) are those of volumes and snapshots together.
type sums struct{ Volumes, gigabytes, Snapshots, Backups, backupGigabytes, Groups int }

// SumsOf counts a project's volumes and snapshots of all types. It runs on each create, so it does not count by type.
func SumsOf(txn *state.Txn, project string) (s sums) {
	for v := range state.Volumes.ByKey(txn, "project", project) {
		s.Volumes++
		s.gigabytes += v.Size
	}
	for snapshot := range state.VolumeSnapshots.ByKey(txn, "project", project) {
		s.Snapshots++
		s.gigabytes += snapshot.Size
	}
	for b := range state.VolumeBackups.ByKey(txn, "project", project) {
		s.Backups++
		s.backupGigabytes += b.Size
	}
	for range state.VolumeGroups.ByKey(txn, "project", project) {
		s.Groups++
	}
	return s
}

func usedBy(txn *state.Txn, project string) use {
	u := use{sums: SumsOf(txn, project), byType: map[string]int{}}
	count := func(what, typeID string, size int) {
		name := state.VolumeTypes.Get(txn, typeID).Name
		u.byType[what+name]++
		u.byType["gigabytes_"+name] += size
	}
	for v := range state.Volumes.ByKey(txn, "project", project) {
		count("volumes_", v.TypeID, v.Size)
	}
	for s := range state.VolumeSnapshots.ByKey(txn, "project", project) {
		count("snapshots_", s.TypeID, s.Size)
	}
	return u
}

func (u use) amount(name string) int {
	switch name {
	case "volumes":
		return u.Volumes
	case "gigabytes":
		return u.gigabytes
	case "snapshots":
		return u.Snapshots
	case "backups":
		return u.Backups
	case "backup_gigabytes":
		return u.backupGigabytes
	case "groups":
		return u.Groups
	}
	return u.byType[name]
}

// limitsOfOthers is the first microversion in which administrators can query another project's limits.
var limitsOfOthers = openapi.MustVersion("3.39")

// aimAtProject makes the project in the path the target of policy checks.
func aimAtProject(x *pipeline.Exchange, id string) *pipeline.Fault {
	x.Target = policy.Target{ProjectID: id}
	return nil
}
