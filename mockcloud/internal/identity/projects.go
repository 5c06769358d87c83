package identity

import (
	"plumbline/mockcloud/internal/body"
	"plumbline/mockcloud/internal/collection"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
)

// projectRequest is the object under "project"; domain and parent can be set at creation only.
type projectRequest struct {
	Name        body.Opt[string]   `json:"name"`
	Description body.Opt[string]   `json:"description"`
	DomainID    body.Opt[string]   `json:"domain_id"`
	ParentID    body.Opt[string]   `json:"parent_id"`
	Enabled     body.Opt[bool]     `json:"enabled"`
	Tags        body.Opt[[]string] `json:"tags"`
}

var projects = collection.Of[state.Project, projectRequest, projectRequest]{
	In: plain, Noun: "project", Plural: "projects", Table: state.Projects, Filters: []string{"name", "domain_id", "parent_id", "enabled"},
	Order: func(a, b *state.Project) int { return compare(a.Name, b.Name) },
	View:  func(x *pipeline.Exchange, p *state.Project) any { return viewProject(x, p) },
	Changed: func(x *pipeline.Exchange, p *state.Project) any {
		view := viewProject(x, p)
		view.Extra = &extra{}
		return view
	},
	New: newProject, Change: changeProject, Unique: projectUnique,
	Deletes: true, With: withProject,
}

func newProject(x *pipeline.Exchange, r *projectRequest) (*state.Project, *pipeline.Fault) {
	domain, f := domainOf(x, r.DomainID)
	if f != nil {
		return nil, f
	}
	p := &state.Project{ID: x.Env.IDs.Hex(), DomainID: domain, ParentID: r.ParentID.Or(domain), Enabled: true}
	return p, changeProject(x, p, r)
}

func changeProject(_ *pipeline.Exchange, p *state.Project, r *projectRequest) *pipeline.Fault {
	r.Name.Set(&p.Name)
	r.Description.Set(&p.Description)
	r.Enabled.Set(&p.Enabled)
	if r.Tags.Given() {
		p.Tags = withoutRepeats(r.Tags.Or(nil))
	}
	return nil
}

func projectUnique(x *pipeline.Exchange, p *state.Project) *pipeline.Fault {
	for other := range state.Projects.ByKey(x.Txn, "name", p.Name) {
		if other.DomainID == p.DomainID && other.ID != p.ID {
			return pipeline.Conflict("Conflict occurred attempting to store project - it is not permitted to have two projects with "+
				"either the same name or same id in the same domain: name is %s, project id %s.", p.Name, p.ID)
		}
	}
	return nil
}

// withProject deletes the role assignments in a deleted project, and the tokens for it.
func withProject(x *pipeline.Exchange, p *state.Project) {
	for _, a := range state.Assignments.List(x.Txn, "project", p.ID) {
		revokeOf(x.Txn, a.UserID, func(t *state.Token) bool { return t.ProjectID == p.ID })
		state.Assignments.Delete(x.Txn, a.ID())
	}
}

// domainOf is the domain that a body names, else the caller's own.
func domainOf(x *pipeline.Exchange, given body.Opt[string]) (string, *pipeline.Fault) {
	id, ok := given.Get()
	if !ok {
		if x.Caller.UserDomainID != "" {
			return x.Caller.UserDomainID, nil
		}
		return "default", nil
	}
	if state.Domains.Get(x.Txn, id) == nil {
		return "", notFoundFault("domain", id)
	}
	return id, nil
}

type projectView struct {
	ID          string   `json:"id"`
	Name        string   `json:"name"`
	DomainID    string   `json:"domain_id"`
	Description string   `json:"description"`
	Enabled     bool     `json:"enabled"`
	ParentID    string   `json:"parent_id"`
	IsDomain    bool     `json:"is_domain"`
	Tags        []string `json:"tags"`
	Options     options  `json:"options"`
	Links       links    `json:"links"`
	Extra       *extra   `json:"extra,omitzero"`
}

func viewProject(x *pipeline.Exchange, p *state.Project) *projectView {
	return &projectView{
		ID: p.ID, Name: p.Name, DomainID: p.DomainID, Description: p.Description, Enabled: p.Enabled, ParentID: p.ParentID, Tags: p.Tags,
		Links: selfLinks(x, "/projects/"+p.ID),
	}
}
