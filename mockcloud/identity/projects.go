package identity

import (
	"slices"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

var projectOperations = map[string]pipeline.Operation{
	"projects.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		return listProjects(x, func(*state.Project) bool { return true })
	}},
	"projects.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		project, fault := projectOf(x)
		if fault != nil {
			return nil, fault
		}
		return pipeline.Answer(200, "project", viewProject(x, project)), nil
	}},
	"projects.create": {
		Steps: []pipeline.Step{{Name: "create the project", Run: createProject}},
		Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Answer(201, "project", viewProject(x, pipeline.Work[state.Project](x))), nil
		},
	},
	"projects.update": {
		Steps: []pipeline.Step{{Name: "change the project", Run: updateProject}},
		Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			view := viewProject(x, pipeline.Work[state.Project](x))
			view["extra"] = map[string]any{} // in the answer to a change only
			return pipeline.Answer(200, "project", view), nil
		},
	},
	"projects.delete": {
		Steps:  []pipeline.Step{{Name: "delete the project", Run: deleteProject}},
		Answer: done,
	},
}

func projectOf(x *pipeline.Exchange) (*state.Project, *pipeline.Fault) {
	id := x.Params.Get("project_id")
	project := state.Projects.Get(x.Txn, id)
	if project == nil {
		return nil, missing("project", id)
	}
	return project, nil
}

func createProject(x *pipeline.Exchange) *pipeline.Fault {
	body := x.Inner("project")
	name, _ := text(body, "name")
	domain, fault := domainOf(x, body)
	if fault != nil {
		return fault
	}
	p := pipeline.Work[state.Project](x)
	*p = state.Project{ID: x.Env.IDs.Hex(), Name: name, DomainID: domain, ParentID: domain, Enabled: true, Tags: texts(body["tags"])}
	p.Description, _ = text(body, "description")
	if parent, ok := text(body, "parent_id"); ok {
		p.ParentID = parent
	}
	if enabled, ok := body["enabled"].(bool); ok {
		p.Enabled = enabled
	}
	return storeProject(x, p)
}

func updateProject(x *pipeline.Exchange) *pipeline.Fault {
	before, fault := projectOf(x)
	if fault != nil {
		return fault
	}
	body := x.Inner("project")
	p := pipeline.Work[state.Project](x)
	*p = *before
	if name, ok := text(body, "name"); ok {
		p.Name = name
	}
	if description, ok := text(body, "description"); ok {
		p.Description = description
	}
	if enabled, ok := body["enabled"].(bool); ok {
		p.Enabled = enabled
	}
	if tags, ok := body["tags"]; ok {
		p.Tags = texts(tags)
	}
	return storeProject(x, p)
}

func storeProject(x *pipeline.Exchange, p *state.Project) *pipeline.Fault {
	for other := range state.Projects.Each(x.Txn, "name", p.Name) {
		if other.DomainID == p.DomainID && other.ID != p.ID {
			return pipeline.Conflict("Conflict occurred attempting to store project - it is not permitted to have two projects with either the same name or same id in the same domain: name is %s, project id %s.", p.Name, p.ID)
		}
	}
	state.Projects.Insert(x.Txn, p)
	return nil
}

func deleteProject(x *pipeline.Exchange) *pipeline.Fault {
	project, fault := projectOf(x)
	if fault != nil {
		return fault
	}
	for _, a := range state.Assignments.List(x.Txn, "project", project.ID) {
		revokeOf(x.Txn, a.UserID, func(t *state.Token) bool { return t.ProjectID == project.ID })
		state.Assignments.Delete(x.Txn, a.ID())
	}
	state.Projects.Delete(x.Txn, project.ID)
	return nil
}

// domainOf is the domain a body names, else the caller's own.
func domainOf(x *pipeline.Exchange, body map[string]any) (string, *pipeline.Fault) {
	id, ok := text(body, "domain_id")
	if !ok {
		if x.Caller.UserDomainID != "" {
			return x.Caller.UserDomainID, nil
		}
		return "default", nil
	}
	if state.Domains.Get(x.Txn, id) == nil {
		return "", missing("domain", id)
	}
	return id, nil
}

// listProjects answers the projects that the query and a condition let through, by name.
func listProjects(x *pipeline.Exchange, which func(*state.Project) bool) (*pipeline.Response, *pipeline.Fault) {
	var found []*state.Project
	for p := range state.Projects.All(x.Txn) {
		if which(p) && matches(x, "name", p.Name) && matches(x, "domain_id", p.DomainID) &&
			matches(x, "parent_id", p.ParentID) && matchesEnabled(x, p.Enabled) {
			found = append(found, p)
		}
	}
	slices.SortStableFunc(found, func(a, b *state.Project) int { return compare(a.Name, b.Name) })
	var items []any
	for _, p := range found {
		items = append(items, viewProject(x, p))
	}
	return collection(x, "projects", items)
}

func viewProject(x *pipeline.Exchange, p *state.Project) map[string]any {
	return map[string]any{
		"id": p.ID, "name": p.Name, "domain_id": p.DomainID, "description": p.Description, "enabled": p.Enabled,
		"parent_id": p.ParentID, "is_domain": false, "tags": anys(p.Tags), "options": map[string]any{},
		"links": self(x, "/projects/"+p.ID),
	}
}
