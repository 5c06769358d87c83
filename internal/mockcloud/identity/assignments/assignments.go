package assignments

import (
	"slices"

	"plumbline/internal/mockcloud/held"
	"plumbline/internal/mockcloud/identity/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

var assignmentOperations = map[string]pipeline.Operation{
	"role-assignments.list": {Policy: listPolicy, Answer: listAssignments},
}

// listPolicy asks another rule for the assignments in a project and those below it.
func listPolicy(x *pipeline.Exchange) *pipeline.Fault {
	if record.Asks(x, "include_subtree") {
		if p := state.Projects.Get(x.Txn, x.Query.Get("scope.project.id")); p != nil {
			x.Target.DomainID = p.DomainID
		}
		return x.Demand("identity:list_role_assignments_for_tree")
	}
	return x.Demand("identity:list_role_assignments")
}

// together are pairs of keys that a query must not have both.
var together = [][3]string{
	{"scope.domain.id", "scope.project.id", "Specify a domain or project, not both"},
	{"scope.domain.id", "scope.system", "Specify system or domain, not both"},
	{"scope.project.id", "scope.system", "Specify system or project, not both"},
	{"user.id", "group.id", "Specify a user or group, not both"},
	{"effective", "group.id", "Combining effective and group filter will always result in an empty list."},
}

// listAssignments lists role assignments. With effective in the query they are those of users in places: of each member instead of a
// group, in each project instead of all below one, with the roles that roles imply; those for the system only where the query wants them.
func listAssignments(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	if record.Asks(x, "include_subtree") && !x.Query.Has("scope.project.id") {
		return nil, pipeline.BadRequest("'scope.project.id' is a dependency of 'include_subtree'")
	}
	for _, pair := range together {
		if x.Query.Has(pair[0]) && x.Query.Has(pair[1]) {
			return nil, pipeline.BadRequest("%s", pair[2])
		}
	}
	all := slices.Collect(state.Assignments.All(x.Txn))
	var found []*given
	if record.Asks(x, "effective") {
		for _, a := range all {
			if a.System && !x.Query.Has("scope.system") {
				continue
			}
			found = append(found, effective(x.Txn, a)...)
		}
	} else {
		for _, a := range all {
			found = append(found, &given{Assignment: *a, of: a})
		}
	}
	var items []any
	for _, g := range found {
		if g.matches(x) && g.ofScope(x) {
			items = append(items, g.view(x))
		}
	}
	return record.Plain.AnswerList(x, "role_assignments", items), nil
}

// given is an assignment as it takes effect, and the one that it follows from.
type given struct {
	state.Assignment
	of *state.Assignment
	// prior is the role that implies the role, "" for none. In links the two change places, as in the real service.
	prior string
}

// effective are the assignments that follow from one: for each member of a group, in each project that inherits it, with each role that
// is implied.
func effective(txn *state.Txn, a *state.Assignment) (all []*given) {
	users := []string{a.UserID}
	if a.GroupID != "" {
		users = users[:0]
		for m := range state.Memberships.ByKey(txn, "group", a.GroupID) {
			users = append(users, m.UserID)
		}
	}
	for _, user := range users {
		one := *a
		one.UserID, one.GroupID = user, ""
		for _, where := range places(txn, &one) {
			for _, role := range held.ImpliedBy(txn, a.RoleID) {
				if r := state.Roles.Get(txn, role.ID); r != nil && r.DomainID != "" {
					continue // the role of a domain only implies others
				}
				g := &given{Assignment: where, of: a}
				g.RoleID, g.prior = role.ID, role.Prior
				all = append(all, g)
			}
		}
	}
	return all
}

// places are the assignments that an inherited one stands for, or the one itself.
func places(txn *state.Txn, a *state.Assignment) (all []state.Assignment) {
	if !a.Inherited {
		return []state.Assignment{*a}
	}
	for p := range state.Projects.All(txn) {
		if held.Inherits(txn, p, a) {
			one := *a
			one.DomainID, one.ProjectID, one.Inherited = "", p.ID, false
			all = append(all, one)
		}
	}
	return all
}

// matches tells whether the query selects an assignment. Those for the system are listed whether inherited ones are wanted or not.
func (g *given) matches(x *pipeline.Exchange) bool {
	is := func(key, value string) bool { return !x.Query.Has(key) || x.Query.Get(key) == value }
	inherited := !x.Query.Has("scope.OS-INHERIT:inherited_to") ||
		(x.Query.Get("scope.OS-INHERIT:inherited_to") == "projects") == g.of.Inherited || g.System
	return inherited && is("user.id", g.UserID) && is("group.id", g.GroupID) && is("role.id", g.RoleID) && is("scope.domain.id", g.DomainID) &&
		(!x.Query.Has("scope.system") || g.System) && (is("scope.project.id", g.ProjectID) ||
		record.Asks(x, "include_subtree") && isBelow(x.Txn, g.ProjectID, x.Query.Get("scope.project.id")))
}

// ofScope tells whether a list includes an assignment: for a token of a domain those in the domain and its projects, except in a list of
// a project and those below it.
func (g *given) ofScope(x *pipeline.Exchange) bool {
	domain := x.Caller.DomainID
	if domain == "" || g.DomainID == domain || record.Asks(x, "include_subtree") {
		return true
	}
	p := state.Projects.Get(x.Txn, g.ProjectID)
	return p != nil && p.DomainID == domain
}

// isBelow tells whether a project is below another, or in a domain.
func isBelow(txn *state.Txn, id, above string) bool {
	p := state.Projects.Get(txn, id)
	return p != nil && (p.DomainID == above || slices.Contains(held.Above(txn, id), above))
}

// assignmentView is a role assignment. With include_names in the query it has names in addition to ids.
type assignmentView struct {
	Links assignmentLinks        `json:"links"`
	Scope assignmentScope        `json:"scope"`
	User  *record.ActorReference `json:"user,omitzero"`
	Group *record.ActorReference `json:"group,omitzero"`
	Role  record.ActorReference  `json:"role"`
}

type assignmentLinks struct {
	Assignment string `json:"assignment"`
	Membership string `json:"membership,omitzero"`
	Prior      string `json:"prior_role,omitzero"`
}

type assignmentScope struct {
	System    *record.Everything     `json:"system,omitzero"`
	Project   *record.ActorReference `json:"project,omitzero"`
	Domain    *record.ActorReference `json:"domain,omitzero"`
	Inherited string                 `json:"OS-INHERIT:inherited_to,omitzero"`
}

func (g *given) view(x *pipeline.Exchange) *assignmentView {
	v := &assignmentView{Role: record.ActorReference{ID: g.RoleID}}
	from := *g.of
	if g.prior != "" {
		from.RoleID = g.prior
		v.Links.Prior = x.Base + "/prior_role/" + g.RoleID + "/implies/" + g.prior
	}
	v.Links.Assignment = x.Base + link(&from)
	if g.of.GroupID != "" && g.UserID != "" {
		v.Links.Membership = x.Base + "/groups/" + g.of.GroupID + "/users/" + g.UserID
	}
	if g.of.Inherited {
		v.Scope.Inherited = "projects"
	}
	names := record.Asks(x, "include_names")
	refer := func(id, name, domain string) *record.ActorReference {
		if !names || name == "" {
			return &record.ActorReference{ID: id}
		}
		if domain == "" {
			return &record.ActorReference{ID: id, Name: name}
		}
		return &record.ActorReference{ID: id, Name: name, Domain: record.DomainReference(x, domain)}
	}
	switch {
	case g.System:
		v.Scope.System = &record.Everything{All: true}
	case g.DomainID != "":
		v.Scope.Domain = refer(g.DomainID, record.DomainReference(x, g.DomainID).Name, "")
	default:
		v.Scope.Project = refer(g.ProjectID, "", "")
		if p := state.Projects.Get(x.Txn, g.ProjectID); p != nil {
			v.Scope.Project = refer(p.ID, p.Name, p.DomainID)
		}
	}
	if u := state.Users.Get(x.Txn, g.UserID); u != nil {
		v.User = refer(u.ID, u.Name, u.DomainID)
	} else if g.UserID != "" {
		v.User = refer(g.UserID, "", "")
	}
	if group := state.Groups.Get(x.Txn, g.GroupID); group != nil {
		v.Group = refer(group.ID, group.Name, group.DomainID)
	}
	if r := state.Roles.Get(x.Txn, g.RoleID); r != nil {
		v.Role = *refer(r.ID, r.Name, r.DomainID)
	}
	return v
}

// link is the path of an assignment.
func link(a *state.Assignment) string {
	path := "/projects/" + a.ProjectID
	switch {
	case a.System:
		path = "/system"
	case a.DomainID != "":
		path = "/domains/" + a.DomainID
	}
	if a.GroupID != "" {
		path += "/groups/" + a.GroupID
	} else {
		path += "/users/" + a.UserID
	}
	path += "/roles/" + a.RoleID
	if a.Inherited {
		return "/OS-INHERIT" + path + "/inherited_to_projects"
	}
	return path
}
