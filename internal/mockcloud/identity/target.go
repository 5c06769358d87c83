package identity

import (
	"cmp"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
)

// target tells policy what a request is about: whose it is, and in which domain. Most records are looked up after policy.
func target() pipeline.Stage {
	return pipeline.Stage{Name: "target", Run: func(x *pipeline.Exchange) *pipeline.Fault {
		x.Target = policy.Target{
			UserID: x.Params.Get("user_id"), ProjectID: x.Params.Get("project_id"), DomainID: domainOfTarget(x),
		}
		if role := state.Roles.Get(x.Txn, x.Params.Get("role_id")); role != nil {
			x.Target.Role = role.Name
		}
		if limit := state.Limits.Get(x.Txn, x.Params.Get("limit_id")); limit != nil && limit.ProjectID != nil {
			x.Target.ProjectID = *limit.ProjectID
		}
		return nil
	}}
}

// saidDomain is the domain that the object of a new record names.
type saidDomain struct {
	ID string `json:"domain_id"`
}

// ofScope tells whether a list includes what is in a domain: lists for a token of a domain are of that domain alone, for administrators,
// too.
func ofScope(x *pipeline.Exchange, domain string) bool {
	return x.Caller.DomainID == "" || x.Caller.DomainID == domain
}

// domainOfTarget is the domain that all of what the path names is in, "" where there is none. That of a new record is in the body, and
// a list is of the domain of the token.
func domainOfTarget(x *pipeline.Exchange) string {
	var all []string
	for _, p := range x.Params {
		all = append(all, domainsOf(x.Txn, p.Name, p.Value)...)
	}
	switch {
	case len(all) == 0 && x.Request.Method == "POST":
		asked := body.As[struct {
			User    saidDomain `json:"user"`
			Group   saidDomain `json:"group"`
			Project saidDomain `json:"project"`
		}](x.Body)
		return cmp.Or(asked.User.ID, asked.Group.ID, asked.Project.ID)
	case len(all) == 0:
		return x.Caller.DomainID
	}
	for _, domain := range all {
		if domain != all[0] {
			return ""
		}
	}
	return all[0]
}

// domainsOf are the domains that a part of a path says something about: none for a role of no domain, "" for a record that is unknown.
func domainsOf(txn *state.Txn, name, id string) []string {
	switch name {
	case "user_id":
		if u := state.Users.Get(txn, id); u != nil {
			return []string{u.DomainID}
		}
	case "group_id":
		if g := state.Groups.Get(txn, id); g != nil {
			return []string{g.DomainID}
		}
	case "project_id":
		if p := state.Projects.Get(txn, id); p != nil {
			return []string{p.DomainID}
		}
	case "domain_id":
		if state.Domains.Get(txn, id) != nil {
			return []string{id}
		}
	case "limit_id":
		if l := state.Limits.Get(txn, id); l != nil && l.ProjectID != nil {
			return domainsOf(txn, "project_id", *l.ProjectID)
		} else if l != nil && l.DomainID != nil {
			return []string{*l.DomainID}
		}
	case "role_id":
		if r := state.Roles.Get(txn, id); r == nil || r.DomainID == "" {
			return nil
		} else {
			return []string{r.DomainID}
		}
	default:
		return nil
	}
	return []string{""}
}
