package identity

import (
	"slices"
	"strings"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/collection"
	"plumbline/internal/mockcloud/held"
	"plumbline/internal/mockcloud/identity/assignments"
	"plumbline/internal/mockcloud/identity/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// projectRequest is the object under "project"; domain and parent can be set at creation only.
type projectRequest struct {
	Name        body.Opt[string]      `json:"name"`
	Description body.Opt[string]      `json:"description"`
	DomainID    body.Opt[string]      `json:"domain_id"`
	ParentID    body.Opt[string]      `json:"parent_id"`
	Enabled     body.Opt[bool]        `json:"enabled"`
	IsDomain    body.Opt[bool]        `json:"is_domain"`
	Tags        body.Opt[[]string]    `json:"tags"`
	Options     record.OptionsRequest `json:"options"`
	More        record.Further        `json:"*"`
}

// projects are those of the table and, by their ids, the domains. A domain is created here as a project of the table; a further step of
// the creation makes it one.
var projects = collection.Of[state.Project, projectRequest, projectRequest]{
	In: record.Plain, Noun: "project", Plural: "projects", Table: state.Projects,
	Filters: []string{"name", "domain_id", "parent_id", "enabled"},
	Lists: func(x *pipeline.Exchange, p *state.Project) bool {
		return x.Operation.ID != "projects.list" || hasTags(x, p) && ofScope(x, p.DomainID)
	},
	Order: func(a, b *state.Project) int { return record.Compare(a.Name, b.Name) },
	View:  func(x *pipeline.Exchange, p *state.Project) any { return record.ViewProject(x, p) },
	Changed: func(x *pipeline.Exchange, p *state.Project) any {
		view := record.ViewProject(x, p)
		view.Changed = &changedExtra{More: p.Extra}
		return view
	},
	New: newProject, Change: changeProject, Unique: projectUnique,
	Keep: []pipeline.StepOf[state.Project]{
		{Name: "keep an immutable project", Run: keepImmutable}, {Name: "keep a project with others below it", Run: keepParent},
	},
	Deletes: true, With: withProject,
}

// changedExtra is in the answer to a change only: the attributes that a caller made up.
type changedExtra struct {
	Email       *string     `json:"email,omitzero"`
	Description *string     `json:"description,omitzero"`
	More        state.Extra `json:"*"`
}

// projectOperationSet also shows and lists domains as projects, and deletes them.
func projectOperationSet() pipeline.OperationSet {
	set := projects.Operations()
	create := set.Operations["projects.create"]
	create.Steps = append(create.Steps, pipeline.Step{Name: "make a domain of what acts as one", Run: becomeDomain})
	set.Operations["projects.create"] = create
	set.Operations["projects.show"] = pipeline.Operation{Answer: showProject}
	list := set.Operations["projects.list"].Answer
	set.Operations["projects.list"] = pipeline.Operation{Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		if !record.Asks(x, "is_domain") {
			return list(x)
		}
		page, _ := record.Plain.Ask(x, projects.Filters)
		var items []any
		for d := range state.Domains.All(x.Txn) {
			if p := record.AsProject(d); hasTags(x, p) && ofScope(x, p.DomainID) && record.Passes(page, record.ViewProject(x, p)) {
				items = append(items, record.ViewProject(x, p))
			}
		}
		return record.Plain.AnswerList(x, "projects", items), nil
	}}
	set.Operations["projects.update"] = updateOrDomain(set.Operations["projects.update"])
	remove := set.Operations["projects.delete"]
	last := len(remove.Steps) - 1
	for i, step := range remove.Steps {
		remove.Steps[i].Run = func(x *pipeline.Exchange) *pipeline.Fault {
			domain := state.Domains.Get(x.Txn, x.Params.Get("project_id"))
			switch {
			case domain == nil:
				return step.Run(x)
			case record.IsSet(domain.Immutable):
				return record.ImmutableDelete("domain", domain.ID)
			case domain.Enabled:
				return keepEnabled(x, domain)
			case i == last:
				withDomain(x, domain)
				state.Domains.Delete(x.Txn, domain.ID)
			}
			return nil
		}
	}
	return set
}

// updateOrDomain also changes a domain as a project, as 2025.1 does when it is asked.
func updateOrDomain(update pipeline.Operation) pipeline.Operation {
	step, answer := update.Steps[0].Run, update.Answer
	update.Steps = slices.Clone(update.Steps)
	update.Steps[0].Run = func(x *pipeline.Exchange) *pipeline.Fault {
		if d := state.Domains.Get(x.Txn, x.Params.Get("project_id")); d != nil {
			return changeAsDomain(x, d)
		}
		return step(x)
	}
	update.Answer = func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		if d := state.Domains.Get(x.Txn, x.Params.Get("project_id")); d != nil {
			return record.Plain.AnswerRecord(x, 200, "project", projects.Changed(x, record.AsProject(d))), nil
		}
		return answer(x)
	}
	return update
}

func changeAsDomain(x *pipeline.Exchange, d *state.Domain) *pipeline.Fault {
	r, changed := askedProject(x), *d
	if record.IsSet(d.Immutable) && !r.Options.OnlyUnlocks(x, "project") {
		return record.ImmutableUpdate("domain", d.ID)
	}
	fillDomain(&changed, &domainRequest{
		Name: r.Name, Description: r.Description, Enabled: r.Enabled, Tags: r.Tags, Options: r.Options, More: r.More,
	})
	if f := domains.Unique(x, &changed); f != nil {
		return f
	}
	state.Domains.Insert(x.Txn, &changed)
	domains.Then(x, d, &changed)
	return nil
}

// askedProject is the project of the body.
func askedProject(x *pipeline.Exchange) projectRequest {
	return body.As[struct {
		Project projectRequest `json:"project"`
	}](x.Body).Project
}

// becomeDomain makes a domain of the project that the request created as one.
func becomeDomain(x *pipeline.Exchange) *pipeline.Fault {
	asked := askedProject(x)
	if !asked.IsDomain.Or(false) {
		return nil
	}
	for _, p := range state.Projects.List(x.Txn, "name", asked.Name.Or("")) {
		if p.DomainID == "" {
			state.Projects.Delete(x.Txn, p.ID)
			state.Domains.Insert(x.Txn, &state.Domain{
				ID: p.ID, Name: p.Name, Description: p.Description, Enabled: p.Enabled, Tags: p.Tags, Extra: p.Extra,
				Immutable: p.Immutable,
			})
		}
	}
	return nil
}

func showProject(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	p, f := record.Project(x, x.Params.Get("project_id"))
	if f != nil {
		return nil, f
	}
	view := record.ViewProject(x, p)
	for _, kind := range []string{"parents", "subtree"} {
		if record.Asks(x, kind+"_as_list") && record.Asks(x, kind+"_as_ids") {
			return nil, pipeline.BadRequest("Cannot use %s_as_list and %s_as_ids query params at the same time.", kind, kind)
		}
	}
	mine := assignments.ProjectsOf(x, x.Caller.UserID)
	wrapped := func(all []*state.Project) []wrappedProject {
		out := []wrappedProject{}
		for _, p := range all {
			if mine(p) {
				out = append(out, wrappedProject{record.ViewProject(x, p)})
			}
		}
		return out
	}
	above := held.Above(x.Txn, p.ID)
	switch {
	case record.Asks(x, "parents_as_list"):
		var all []*state.Project
		for _, id := range above {
			all = append(all, state.Projects.Get(x.Txn, id))
		}
		view.Parents = wrapped(all)
	case record.Asks(x, "parents_as_ids") && p.DomainID != "":
		tree := idTree{p.DomainID: nil}
		for _, id := range slices.Backward(above) {
			tree = idTree{id: tree}
		}
		view.Parents = tree
	}
	switch {
	case record.Asks(x, "subtree_as_list"):
		view.Subtree = wrapped(below(x, p.ID))
	case record.Asks(x, "subtree_as_ids"):
		view.Subtree = treeBelow(x, p.ID)
	}
	return record.Plain.AnswerRecord(x, 200, "project", view), nil
}

// wrappedProject is a project in a list of parents or of a subtree.
type wrappedProject struct {
	Project *record.ProjectView `json:"project"`
}

// idTree are projects by id, with those below or above them; nil for none.
type idTree map[string]any

func treeBelow(x *pipeline.Exchange, id string) any {
	var tree idTree
	for p := range state.Projects.All(x.Txn) {
		if p.ParentID == id {
			if tree == nil {
				tree = idTree{}
			}
			tree[p.ID] = treeBelow(x, p.ID)
		}
	}
	if tree == nil {
		return nil
	}
	return tree
}

// below are all projects below one.
func below(x *pipeline.Exchange, id string) (all []*state.Project) {
	for p := range state.Projects.All(x.Txn) {
		if slices.Contains(held.Above(x.Txn, p.ID), id) {
			all = append(all, p)
		}
	}
	return all
}

// hasTags tells whether a project has the tags that the query wants.
func hasTags(x *pipeline.Exchange, p *state.Project) bool {
	has := func(tag string) bool { return slices.Contains(p.Tags, tag) }
	lacks := func(tag string) bool { return !has(tag) }
	wanted := func(key string) []string { return strings.Split(x.Query.Get(key), ",") }
	switch {
	case x.Query.Has("tags") && slices.ContainsFunc(wanted("tags"), lacks),
		x.Query.Has("tags-any") && !slices.ContainsFunc(wanted("tags-any"), has),
		x.Query.Has("not-tags") && !slices.ContainsFunc(wanted("not-tags"), lacks),
		x.Query.Has("not-tags-any") && slices.ContainsFunc(wanted("not-tags-any"), has):
		return false
	}
	return true
}

func newProject(x *pipeline.Exchange, r *projectRequest) (*state.Project, *pipeline.Fault) {
	p := &state.Project{ID: x.Env.IDs.Hex(), Enabled: true, Tags: []string{}}
	fillProject(p, r)
	if r.IsDomain.Or(false) {
		if r.DomainID.Or("") != "" || r.ParentID.Or("") != "" {
			return nil, pipeline.BadRequest("only root projects are allowed to act as domains.")
		}
		return p, nil
	}
	parent := state.Projects.Get(x.Txn, r.ParentID.Or(""))
	domain, f := domainOf(x, r.DomainID)
	switch {
	case f != nil:
		f.Status = 400
		return nil, f
	case r.ParentID.Or("") != "" && parent == nil && state.Domains.Get(x.Txn, r.ParentID.Or("")) == nil:
		return nil, pipeline.BadRequest("Could not find project: %s.", r.ParentID.Or(""))
	case parent == nil && r.ParentID.Or(domain) != domain:
		return nil, pipeline.BadRequest("Cannot create project, the parent (%s) is acting as a domain, but this project's domain id (%s) "+
			"does not match the parent's id.", r.ParentID.Or(""), domain)
	case parent != nil && parent.DomainID != domain:
		return nil, pipeline.BadRequest("Cannot create project, since it specifies its domain_id %s, but specifies a parent in a different "+
			"domain (%s).", domain, parent.DomainID)
	case parent != nil && !parent.Enabled:
		return nil, pipeline.BadRequest("Cannot create project, the parent project %s is disabled.", parent.ID)
	case !state.Domains.Get(x.Txn, domain).Enabled:
		return nil, pipeline.BadRequest("Cannot create project, the domain %s is disabled.", domain)
	}
	p.DomainID, p.ParentID = domain, r.ParentID.Or(domain)
	return p, nil
}

func fillProject(p *state.Project, r *projectRequest) {
	record.SetName(r.Name, &p.Name)
	r.Description.Set(&p.Description)
	r.Enabled.Set(&p.Enabled)
	if r.Tags.Given() {
		p.Tags = slices.Sorted(slices.Values(withoutRepeats(r.Tags.Or(nil))))
	}
	r.Options.Immutable.SetOrClear(&p.Immutable)
	r.More.AddTo(&p.Extra, "id", "links")
}

func keepImmutable(_ *pipeline.Exchange, p *state.Project) *pipeline.Fault {
	if record.IsSet(p.Immutable) {
		return record.ImmutableDelete("project", p.ID)
	}
	return nil
}

func changeProject(x *pipeline.Exchange, p *state.Project, r *projectRequest) *pipeline.Fault {
	if f := record.KeepsID(r.More, p.ID); f != nil {
		return f
	}
	off := func(p *state.Project) bool { return !p.Enabled }
	on := func(p *state.Project) bool { return p.Enabled }
	above := []*state.Project{}
	for _, id := range held.Above(x.Txn, p.ID) {
		above = append(above, state.Projects.Get(x.Txn, id))
	}
	switch {
	case r.DomainID.Given() && r.DomainID.Or("") != p.DomainID:
		return pipeline.BadRequest("Cannot change Domain ID")
	case record.IsSet(p.Immutable) && !r.Options.OnlyUnlocks(x, "project"):
		return record.ImmutableUpdate("project", p.ID)
	case r.ParentID.Given() && r.ParentID.Or("") != p.ParentID:
		return pipeline.Forbidden("Update of `parent_id` is not allowed.")
	case r.IsDomain.Or(false):
		return pipeline.BadRequest("Update of `is_domain` is not allowed.")
	case p.Enabled && !r.Enabled.Or(true) && slices.ContainsFunc(below(x, p.ID), on):
		return pipeline.Forbidden("Cannot disable project %s since its subtree contains enabled projects.", p.ID)
	case !p.Enabled && r.Enabled.Or(false) && slices.ContainsFunc(above, off):
		return pipeline.Forbidden("Cannot enable project %s since it has disabled parents", p.ID)
	}
	fillProject(p, r)
	return nil
}

func projectUnique(x *pipeline.Exchange, p *state.Project) *pipeline.Fault {
	if p.DomainID == "" {
		return domains.Unique(x, &state.Domain{ID: p.ID, Name: p.Name})
	}
	for other := range state.Projects.ByKey(x.Txn, "name", p.Name) {
		if other.DomainID == p.DomainID && other.ID != p.ID {
			return record.Taken("project", "it is not permitted to have two projects with either the same name or same id in the same domain: "+
				"name is %s, project id %s", p.Name, p.ID)
		}
	}
	return nil
}

func keepParent(x *pipeline.Exchange, p *state.Project) *pipeline.Fault {
	if len(below(x, p.ID)) > 0 {
		return pipeline.Forbidden("Cannot delete the project %s since it is not a leaf in the hierarchy. Use the cascade option if you want to "+
			"delete a whole subtree.", p.ID)
	}
	return nil
}

// withProject deletes what a deleted project had: role assignments, tokens, credentials and limits.
func withProject(x *pipeline.Exchange, p *state.Project) {
	assignments.Forget(x, func(a *state.Assignment) bool { return a.ProjectID == p.ID })
	for _, c := range slices.Collect(state.Credentials.All(x.Txn)) {
		if c.ProjectID != nil && *c.ProjectID == p.ID {
			state.Credentials.Delete(x.Txn, c.ID)
		}
	}
	for _, l := range slices.Collect(state.Limits.All(x.Txn)) {
		if l.ProjectID != nil && *l.ProjectID == p.ID {
			state.Limits.Delete(x.Txn, l.ID)
		}
	}
	for _, a := range state.EndpointProjects.List(x.Txn, "project", p.ID) {
		state.EndpointProjects.Delete(x.Txn, a.ID())
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
	_, f := record.Domain(x, id)
	return id, f
}
