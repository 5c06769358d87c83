package servergroups

import (
	"cmp"
	"slices"
	"strconv"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/compute/quota"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// onePolicy is the microversion from which a group has one policy, with rules.
var onePolicy = openapi.MustVersion("2.64")

// creation is a request for a group, and the group.
type creation struct {
	Request struct {
		Name     string   `json:"name"`
		Policies []string `json:"policies"`
		Policy   string   `json:"policy"`
		Rules    struct {
			MostPerHost body.Opt[body.Int] `json:"max_server_per_host"`
		} `json:"rules"`
	} `body:"server_group"`
	group *state.ServerGroup
}

// Operations holds the operations on server groups.
func Operations(q quota.Limits) pipeline.OperationSet {
	return pipeline.OperationSet{
		Lookups: map[string]pipeline.Lookup{"server_group_id": find},
		Operations: map[string]pipeline.Operation{
			"server-groups.list": {Answer: list},
			"server-groups.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
				return pipeline.Answer(200, "server_group", viewOf(x, pipeline.Subject[state.ServerGroup](x))), nil
			}},
			"server-groups.create": pipeline.OperationOf[creation]{
				Steps: []pipeline.StepOf[creation]{
					{Name: "quota of server groups", Run: func(x *pipeline.Exchange, _ *creation) *pipeline.Fault { return checkQuota(x, q) }},
					{Name: "only one policy has rules", Run: rulesFit},
					{Name: "create the group", Run: create},
				},
				Answer: func(x *pipeline.Exchange, w *creation) (*pipeline.Response, *pipeline.Fault) {
					return pipeline.Answer(200, "server_group", viewOf(x, w.group)), nil
				},
			}.Operation(),
			"server-groups.delete": {
				Steps: []pipeline.Step{{Name: "delete the group", Run: func(x *pipeline.Exchange) *pipeline.Fault {
					state.ServerGroups.Delete(x.Txn, pipeline.Subject[state.ServerGroup](x).ID)
					return nil
				}}},
				Answer: func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) { return pipeline.Status(204), nil },
			},
		},
	}
}

func find(x *pipeline.Exchange, id string) *pipeline.Fault {
	g := state.ServerGroups.Get(x.Txn, id)
	if g == nil || g.ProjectID != x.Caller.ProjectID && !x.Caller.Admin() {
		return pipeline.NotFound("Instance group %s could not be found.", id)
	}
	x.SetSubject(g, policy.Target{ProjectID: g.ProjectID})
	return nil
}

// view is a group with every field of every microversion.
type view struct {
	ID        string         `json:"id"`
	Name      string         `json:"name"`
	Policies  []string       `json:"policies"`
	Policy    string         `json:"policy"`
	Rules     map[string]int `json:"rules"`
	Metadata  struct{}       `json:"metadata"`
	Members   []string       `json:"members"`
	ProjectID string         `json:"project_id"`
	UserID    string         `json:"user_id"`
}

func viewOf(x *pipeline.Exchange, g *state.ServerGroup) *view {
	v := &view{
		ID: g.ID, Name: g.Name, Policies: []string{g.Policy}, Policy: g.Policy, Rules: map[string]int{}, Members: []string{},
		ProjectID: g.ProjectID, UserID: g.UserID,
	}
	if g.MostPerHost > 0 {
		v.Rules["max_server_per_host"] = g.MostPerHost
	}
	for s := range state.Servers.ByKey(x.Txn, "project", g.ProjectID) {
		if slices.Contains(s.ServerGroups, g.ID) {
			v.Members = append(v.Members, s.ID)
		}
	}
	return v
}

func list(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	var found []*state.ServerGroup
	for g := range state.ServerGroups.All(x.Txn) {
		if g.ProjectID == x.Caller.ProjectID || x.Query.Has("all_projects") && x.Caller.Admin() {
			found = append(found, g)
		}
	}
	slices.SortStableFunc(found, func(a, b *state.ServerGroup) int {
		return cmp.Or(a.Created.Compare(b.Created), cmp.Compare(a.ID, b.ID))
	})
	skip, _ := strconv.Atoi(x.Query.Get("offset"))
	found = found[min(skip, len(found)):]
	if n, err := strconv.Atoi(x.Query.Get("limit")); err == nil && n > 0 {
		found = found[:min(n, len(found))]
	}
	out := []*view{}
	for _, g := range found {
		out = append(out, viewOf(x, g))
	}
	return pipeline.Answer(200, "server_groups", out), nil
}

func checkQuota(x *pipeline.Exchange, q quota.Limits) *pipeline.Fault {
	most, there := q.For(x, x.Caller.ProjectID).ServerGroups, 0
	for range state.ServerGroups.ByKey(x.Txn, "project", x.Caller.ProjectID) {
		there++
	}
	if most >= 0 && there >= most {
		return pipeline.Forbidden("Quota exceeded, too many server groups.")
	}
	return nil
}

func rulesFit(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	if !x.Version.Less(onePolicy) && w.Request.Policy != "anti-affinity" && w.Request.Rules.MostPerHost.Given() {
		return pipeline.BadRequest("Only anti-affinity policy supports rules.")
	}
	return nil
}

func create(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	w.group = &state.ServerGroup{
		ID: x.Env.IDs.UUID(), Name: w.Request.Name, ProjectID: x.Caller.ProjectID, UserID: x.Caller.UserID,
		Policy: w.Request.Policy, MostPerHost: int(w.Request.Rules.MostPerHost.Or(0)), Created: x.Now(),
	}
	if len(w.Request.Policies) > 0 {
		w.group.Policy = w.Request.Policies[0]
	}
	state.ServerGroups.Insert(x.Txn, w.group)
	return nil
}
