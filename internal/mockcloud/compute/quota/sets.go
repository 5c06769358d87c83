package quota

import (
	"maps"
	"slices"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
)

// values answers the limits by their names in the API. Limits of other services' resources are -1 unless set.
func (q Limits) values() map[string]int {
	out := map[string]int{
		"instances": q.Instances, "cores": q.Cores, "ram": q.RAM, "key_pairs": q.KeyPairs, "metadata_items": q.ServerMeta,
		"server_groups": q.ServerGroups, "server_group_members": q.ServerGroupMembers, "injected_files": q.Personality,
		"injected_file_content_bytes": q.PersonalityBytes, "injected_file_path_bytes": q.Path,
		"floating_ips": -1, "fixed_ips": -1, "security_groups": -1, "security_group_rules": -1,
	}
	maps.Copy(out, q.Proxied)
	return out
}

// For answers the limits of a project: its own where an administrator set them, else the defaults.
func (q Limits) For(x *pipeline.Exchange, project string) Limits {
	return q.withChoices(x.Txn, "", project)
}

// OfProject are the quotas of a project with its usage.
func (q Limits) OfProject(txn *state.Txn, project string) (out []pipeline.Quota) {
	used := inUse(txn, project)
	for name, limit := range q.withChoices(txn, "", project).values() {
		out = append(out, pipeline.Quota{Resource: name, Limit: limit, InUse: used[name]})
	}
	return out
}

// withChoices applies the limits that were set for the projects, in order: the last one wins.
func (q Limits) withChoices(txn *state.Txn, projects ...string) Limits {
	for _, project := range projects {
		if chosen := state.QuotaSets.Get(txn, state.QuotaSetID(project, "")); chosen != nil {
			q.choose(chosen.Limits)
		}
	}
	return q
}

func (q *Limits) choose(chosen map[string]int) {
	at := map[string]*int{
		"instances": &q.Instances, "cores": &q.Cores, "ram": &q.RAM, "key_pairs": &q.KeyPairs, "metadata_items": &q.ServerMeta,
		"server_groups": &q.ServerGroups, "server_group_members": &q.ServerGroupMembers, "injected_files": &q.Personality,
		"injected_file_content_bytes": &q.PersonalityBytes, "injected_file_path_bytes": &q.Path,
	}
	for name, n := range chosen {
		if limit := at[name]; limit != nil {
			*limit = n
			continue
		}
		if q.Proxied = maps.Clone(q.Proxied); q.Proxied == nil {
			q.Proxied = map[string]int{}
		}
		q.Proxied[name] = n
	}
}

// change is a request to change limits of a project or user.
type change struct {
	Request limits `body:"quota_set"`
}

// classChange is a request to change the default limits.
type classChange struct {
	Request limits `body:"quota_class_set"`
}

// limits holds the limits of a request by resource.
type limits struct {
	Force  body.Bool                     `json:"force"`
	Chosen map[string]body.Opt[body.Int] `json:"*"`
}

// Operations holds the operations on quotas: of projects and users, and the defaults.
func Operations(q Limits) pipeline.OperationSet {
	return pipeline.OperationSet{
		Lookups: map[string]pipeline.Lookup{"project_id": func(x *pipeline.Exchange, id string) *pipeline.Fault {
			x.SetSubject(nil, policy.Target{ProjectID: id})
			return nil
		}},
		Operations: map[string]pipeline.Operation{
			"quotas.show": {Answer: ofProject(func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
				return answer("quota_set", x.Params.Get("project_id"), q.requestedLimits(x))
			})},
			"quotas.detail":   {Answer: ofProject(func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) { return detail(x, q) })},
			"quotas.defaults": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) { return defaults(x, q) }},
			"quotas.update": pipeline.OperationOf[change]{
				Steps: []pipeline.StepOf[change]{
					{Name: "project is there", Run: pipeline.Ignoring[change](isProject)},
					{Name: "keep what is chosen", Run: func(x *pipeline.Exchange, w *change) *pipeline.Fault {
						return setLimits(x, q, w.Request)
					}},
				},
				Answer: func(x *pipeline.Exchange, _ *change) (*pipeline.Response, *pipeline.Fault) {
					return answer("quota_set", "", q.requestedLimits(x))
				},
			}.Operation(),
			"quotas.delete": {
				Steps:  []pipeline.Step{{Name: "forget what was chosen", Run: resetLimits}},
				Answer: func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) { return pipeline.Status(202), nil },
			},
			"quota-classes.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
				return answer("quota_class_set", x.Params.Get("class_name"), q.withChoices(x.Txn, classOf(x)).values())
			}},
			"quota-classes.update": pipeline.OperationOf[classChange]{
				Steps: []pipeline.StepOf[classChange]{{Name: "keep what is chosen", Run: func(x *pipeline.Exchange, w *classChange) *pipeline.Fault {
					storeLimits(x, classOf(x), "", w.Request.numbers())
					return nil
				}}},
				Answer: func(x *pipeline.Exchange, _ *classChange) (*pipeline.Response, *pipeline.Fault) {
					return answer("quota_class_set", "", q.withChoices(x.Txn, classOf(x)).values())
				},
			}.Operation(),
		},
	}
}

// isProject refuses a project that identity does not know.
func isProject(x *pipeline.Exchange) *pipeline.Fault {
	if id := x.Params.Get("project_id"); state.Projects.Get(x.Txn, id) == nil {
		return pipeline.BadRequest("Project ID %s is not a valid project.", id)
	}
	return nil
}

// defaults answers the limits of projects for which nobody set any. Compute asks identity for the project in the caller's name: who may
// not look there is believed.
func defaults(x *pipeline.Exchange, q Limits) (*pipeline.Response, *pipeline.Fault) {
	if x.Caller.Admin() || x.Caller.System {
		if f := isProject(x); f != nil {
			return nil, f
		}
	}
	return answer("quota_set", x.Params.Get("project_id"), q.withChoices(x.Txn, "").values())
}

func ofProject(show pipeline.Behaviour) pipeline.Behaviour {
	return func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		if f := isProject(x); f != nil {
			return nil, f
		}
		return show(x)
	}
}

// classOf answers the key under which a class's limits are stored: the class default applies to all projects, any other to none.
func classOf(x *pipeline.Exchange) string {
	if name := x.Params.Get("class_name"); name != "default" {
		return "class " + name
	}
	return ""
}

// set is limits as answers show them; ID is the project or class, "" where it is not shown.
type set[T any] struct {
	ID     string       `json:"id,omitzero"`
	Limits map[string]T `json:"*"`
}

func answer(key, id string, limits map[string]int) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Answer(200, key, &set[int]{ID: id, Limits: limits}), nil
}

// requestedLimits answers the limits of the project in the path, or of the user in it that the query names.
func (q Limits) requestedLimits(x *pipeline.Exchange) map[string]int {
	project := x.Params.Get("project_id")
	out := q.For(x, project).values()
	if user := x.Query.Get("user_id"); user != "" {
		if chosen := state.QuotaSets.Get(x.Txn, state.QuotaSetID(project, user)); chosen != nil {
			maps.Copy(out, chosen.Limits)
		}
	}
	return out
}

// detail shows limits with the usage.
func detail(x *pipeline.Exchange, q Limits) (*pipeline.Response, *pipeline.Fault) {
	type one struct {
		Limit    int `json:"limit"`
		InUse    int `json:"in_use"`
		Reserved int `json:"reserved"`
	}
	project, all := x.Params.Get("project_id"), map[string]one{}
	used := inUse(x.Txn, project)
	for name, n := range q.requestedLimits(x) {
		all[name] = one{Limit: n, InUse: used[name]}
	}
	return pipeline.Answer(200, "quota_set", &set[one]{ID: project, Limits: all}), nil
}

func inUse(txn *state.Txn, project string) map[string]int {
	used := state.UsedBy(txn, project)
	out := map[string]int{"instances": used.Servers, "cores": used.VCPUs, "ram": used.RAM}
	for range state.ServerGroups.ByKey(txn, "project", project) {
		out["server_groups"]++
	}
	return out
}

func (l limits) numbers() map[string]int {
	out := map[string]int{}
	for name, v := range l.Chosen {
		if n, there := v.Get(); there {
			out[name] = int(n)
		}
	}
	return out
}

// setLimits stores limits. It refuses limits below the present usage, unless force is set.
func setLimits(x *pipeline.Exchange, q Limits, request limits) *pipeline.Fault {
	if request.Chosen["networks"].Given() {
		return pipeline.BadRequest("The networks quota has been removed")
	}
	project, user := x.Params.Get("project_id"), x.Query.Get("user_id")
	chosen, used := request.numbers(), inUse(x.Txn, project)
	if !request.Force {
		most := q.For(x, project).values()
		for _, name := range slices.Sorted(maps.Keys(chosen)) {
			n := chosen[name]
			if n >= 0 && n < used[name] {
				return pipeline.BadRequest("Quota limit %d for %s must be greater than or equal to already used and reserved %d.", n, name, used[name])
			}
			if limit := most[name]; user != "" && limit >= 0 && (n > limit || n < 0) {
				return pipeline.BadRequest("Quota limit %d for %s must be less than or equal to %d.", n, name, limit)
			}
		}
	}
	storeLimits(x, project, user, chosen)
	return nil
}

func storeLimits(x *pipeline.Exchange, project, user string, chosen map[string]int) {
	next := &state.QuotaSet{ProjectID: project, UserID: user, Limits: map[string]int{}}
	if known := state.QuotaSets.Get(x.Txn, state.QuotaSetID(project, user)); known != nil {
		maps.Copy(next.Limits, known.Limits)
	}
	maps.Copy(next.Limits, chosen)
	state.QuotaSets.Insert(x.Txn, next)
}

func resetLimits(x *pipeline.Exchange) *pipeline.Fault {
	project, user := x.Params.Get("project_id"), x.Query.Get("user_id")
	for _, set := range state.QuotaSets.List(x.Txn, "project", project) {
		if user == "" || set.UserID == user {
			state.QuotaSets.Delete(x.Txn, state.QuotaSetID(set.ProjectID, set.UserID))
		}
	}
	return nil
}
