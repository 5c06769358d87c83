package identity

import (
	"strings"

	"plumbline/internal/mockcloud/identity/assignments"
	"plumbline/internal/mockcloud/identity/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

var groups = record.Declare(record.Resource[state.Group]{
	Noun: "group", Plural: "groups", Path: "/groups", Table: state.Groups, Filters: []string{"name", "domain_id"},
	Extra: func(g *state.Group) *state.Extra { return &g.Extra },
	Order: func(a, b *state.Group) int { return record.Compare(a.Name, b.Name) },
	Made: func(x *pipeline.Exchange, before, g *state.Group) *pipeline.Fault {
		if before == nil && g.DomainID == "" {
			g.DomainID, _ = domainOf(x, noDomain)
		}
		if before != nil && g.DomainID != before.DomainID {
			return pipeline.BadRequest("Cannot change Domain ID")
		}
		if _, f := record.Domain(x, g.DomainID); f != nil {
			return f
		}
		g.Name = strings.TrimSpace(g.Name)
		return record.Fits(g.Name, "name", 64)
	},
	Unique: groupUnique, With: withGroup,
	Lists: func(x *pipeline.Exchange, g *state.Group) bool { return ofScope(x, g.DomainID) },
})

func groupUnique(x *pipeline.Exchange, g *state.Group) *pipeline.Fault {
	for other := range state.Groups.ByKey(x.Txn, "name", g.Name) {
		switch {
		case other.DomainID != g.DomainID || other.ID == g.ID:
		case x.Params.Get("group_id") != "":
			return record.Taken("group", "Duplicate entry found with name %s", g.Name)
		default:
			return record.Taken("group", "Duplicate entry found with name %s at domain ID %s", g.Name, g.DomainID)
		}
	}
	return nil
}

// withGroup deletes the memberships and role assignments of a deleted group, and the tokens of its members.
func withGroup(x *pipeline.Exchange, g *state.Group) {
	assignments.Forget(x, func(a *state.Assignment) bool { return a.GroupID == g.ID })
	for m := range state.Memberships.ByKey(x.Txn, "group", g.ID) {
		record.RevokeOf(x.Txn, m.UserID, nil)
	}
	for _, m := range state.Memberships.List(x.Txn, "group", g.ID) {
		state.Memberships.Delete(x.Txn, m.ID())
	}
}

// memberOperations are the operations on the members of groups.
var memberOperations = map[string]pipeline.Operation{
	"group-users.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		g, f := groups.Find(x)
		if f != nil {
			return nil, f
		}
		return users.List(x, func(u *state.User) bool { return member(x, g.ID, u.ID) })
	}},
	"user-groups.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		u, f := users.Find(x)
		if f != nil {
			return nil, f
		}
		page, _ := record.Plain.Ask(x, []string{"name"})
		var items []any
		for m := range state.Memberships.ByKey(x.Txn, "user", u.ID) {
			if g := state.Groups.Get(x.Txn, m.GroupID); g != nil && ofScope(x, g.DomainID) && record.Passes(page, groups.View(x, g)) {
				shown := *g
				shown.Links.Self = x.Base + "/groups/" + g.ID
				items = append(items, &memberGroup{Group: shown})
			}
		}
		return record.Plain.AnswerList(x, "groups", items), nil
	}},
	"group-users.show": {Answer: checkMember}, "group-users.check": {Answer: checkMember},
	"group-users.add": record.Does("add the user", func(x *pipeline.Exchange) *pipeline.Fault {
		m, f := readMembership(x)
		if f == nil {
			state.Memberships.Insert(x.Txn, m)
		}
		return f
	}),
	"group-users.remove": record.Does("remove the user", func(x *pipeline.Exchange) *pipeline.Fault {
		m, f := findMembership(x)
		if f != nil {
			return f
		}
		state.Memberships.Delete(x.Txn, m.ID())
		record.RevokeOf(x.Txn, m.UserID, nil)
		return nil
	}),
}

// memberGroup is a group in the list of a user's.
type memberGroup struct {
	state.Group
	Expires *string `json:"membership_expires_at"`
}

func member(x *pipeline.Exchange, group, user string) bool {
	return state.Memberships.Get(x.Txn, (&state.Membership{GroupID: group, UserID: user}).ID()) != nil
}

// readMembership makes the membership that the path describes; the group and the user must exist.
func readMembership(x *pipeline.Exchange) (*state.Membership, *pipeline.Fault) {
	g, f := groups.Find(x)
	if f != nil {
		return nil, f
	}
	u, f := users.Find(x)
	if f != nil {
		return nil, f
	}
	return &state.Membership{GroupID: g.ID, UserID: u.ID}, nil
}

func findMembership(x *pipeline.Exchange) (*state.Membership, *pipeline.Fault) {
	m, f := readMembership(x)
	if f == nil && !member(x, m.GroupID, m.UserID) {
		f = pipeline.NotFound("User '%s' not found in group '%s'", m.UserID, m.GroupID)
	}
	return m, f
}

func checkMember(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	_, f := findMembership(x)
	return pipeline.Status(204), f
}
