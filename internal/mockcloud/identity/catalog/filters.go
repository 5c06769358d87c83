package catalog

import (
	"iter"
	"slices"

	"plumbline/internal/mockcloud/identity/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// endpointGroups are the groups of endpoints by attributes.
var endpointGroups = record.Declare(record.Resource[state.EndpointGroup]{
	Noun: "endpoint_group", Plural: "endpoint_groups", Path: "/OS-EP-FILTER/endpoint_groups", Table: state.EndpointGroups,
	Filters: []string{"name"}, Made: checkFilters,
	With: func(x *pipeline.Exchange, g *state.EndpointGroup) {
		for _, a := range slices.Collect(state.EndpointProjects.All(x.Txn)) {
			if a.GroupID == g.ID {
				state.EndpointProjects.Delete(x.Txn, a.ID())
			}
		}
	},
})

// checkFilters refuses attributes that endpoints do not have.
func checkFilters(_ *pipeline.Exchange, before, g *state.EndpointGroup) *pipeline.Fault {
	if before == nil && len(g.Filters) == 0 {
		return pipeline.BadRequest("filters field is required and cannot be empty")
	}
	for key := range g.Filters {
		if !slices.Contains([]string{"service_id", "region_id", "enabled", "interface"}, key) {
			return record.Expecting("service_id, region_id, enabled or interface", "endpoint_group filters")
		}
	}
	return nil
}

// filterOperations are about which endpoints a project has.
var filterOperations = map[string]pipeline.Operation{
	"project-endpoints.list": {Answer: listProjectEndpoints},
	"project-endpoints.create": record.Does("give the project the endpoint", func(x *pipeline.Exchange) *pipeline.Fault {
		a, f := readAssociation(x)
		if f != nil {
			return f
		}
		if state.EndpointProjects.Get(x.Txn, a.ID()) != nil {
			return record.Taken("project_endpoint", "Duplicate entry")
		}
		state.EndpointProjects.Insert(x.Txn, a)
		return nil
	}),
	"project-endpoints.show":  {Answer: checkAssociation},
	"project-endpoints.check": {Answer: checkAssociation},
	"project-endpoints.delete": record.Does("take the endpoint from the project", func(x *pipeline.Exchange) *pipeline.Fault {
		return removeAssociation(x, &state.EndpointProject{EndpointID: x.Params.Get("endpoint_id"), ProjectID: x.Params.Get("project_id")})
	}),
	"endpoint-projects.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		e, f := endpoints.Find(x)
		if f != nil {
			return nil, f
		}
		return listProjects(x, func(a *state.EndpointProject) bool { return a.EndpointID == e.ID })
	}},
	"group-endpoints.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		g, f := endpointGroups.Find(x)
		if f != nil {
			return nil, f
		}
		return answerEndpoints(x, func(e *state.Endpoint) bool { return g.Has(e) })
	}},
	"group-projects.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		return listProjects(x, func(a *state.EndpointProject) bool { return a.GroupID == x.Params.Get("endpoint_group_id") })
	}},
	"group-projects.show": {Answer: showGroupProject}, "group-projects.check": {Answer: showGroupProject},
	"group-projects.create": record.Does("give the project the group", func(x *pipeline.Exchange) *pipeline.Fault {
		a, f := readAssociation(x)
		if f == nil {
			state.EndpointProjects.Insert(x.Txn, a)
		}
		return f
	}),
	"group-projects.delete": record.Does("take the group from the project", func(x *pipeline.Exchange) *pipeline.Fault {
		a, f := readAssociation(x)
		if f != nil {
			return f
		}
		return removeAssociation(x, a)
	}),
	"project-endpoint-groups.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		if _, f := record.Project(x, x.Params.Get("project_id")); f != nil {
			return nil, f
		}
		return endpointGroups.List(x, func(g *state.EndpointGroup) bool {
			a := state.EndpointProject{GroupID: g.ID, ProjectID: x.Params.Get("project_id")}
			return state.EndpointProjects.Get(x.Txn, a.ID()) != nil
		})
	}},
}

// readAssociation makes the association that the path describes; what it is about must exist.
func readAssociation(x *pipeline.Exchange) (*state.EndpointProject, *pipeline.Fault) {
	a := &state.EndpointProject{EndpointID: x.Params.Get("endpoint_id"), GroupID: x.Params.Get("endpoint_group_id")}
	if a.EndpointID != "" {
		if _, f := endpoints.Find(x); f != nil {
			return nil, f
		}
	}
	project, f := record.Project(x, x.Params.Get("project_id"))
	if f != nil {
		return nil, f
	}
	if a.GroupID != "" {
		if _, f := endpointGroups.Find(x); f != nil {
			return nil, f
		}
	}
	a.ProjectID = project.ID
	return a, nil
}

// noAssociation is the fault for an association that does not exist.
func noAssociation(a *state.EndpointProject) *pipeline.Fault {
	if a.GroupID != "" {
		return pipeline.NotFound("Endpoint Group Project Association not found")
	}
	return pipeline.NotFound("Endpoint %s not found in project %s", a.EndpointID, a.ProjectID)
}

func removeAssociation(x *pipeline.Exchange, a *state.EndpointProject) *pipeline.Fault {
	if state.EndpointProjects.Get(x.Txn, a.ID()) == nil {
		return noAssociation(a)
	}
	state.EndpointProjects.Delete(x.Txn, a.ID())
	return nil
}

func checkAssociation(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	a, f := readAssociation(x)
	if f == nil && state.EndpointProjects.Get(x.Txn, a.ID()) == nil {
		f = noAssociation(a)
	}
	return pipeline.Status(204), f
}

// groupProject is the association of a group of endpoints with a project.
type groupProject struct {
	GroupID   string       `json:"endpoint_group_id"`
	ProjectID string       `json:"project_id"`
	Links     record.Links `json:"links"`
}

func showGroupProject(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	a, f := readAssociation(x)
	if f != nil {
		return nil, f
	}
	if state.EndpointProjects.Get(x.Txn, a.ID()) == nil {
		return nil, noAssociation(a)
	}
	path := "/OS-EP-FILTER/endpoint_groups/" + a.GroupID + "/projects/" + a.ProjectID
	return pipeline.Answer(200, "project_endpoint_group", groupProject{a.GroupID, a.ProjectID, record.Links{Self: path}}), nil
}

// listProjectEndpoints lists the endpoints that a project has by itself or through groups.
func listProjectEndpoints(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	project, f := record.Project(x, x.Params.Get("project_id"))
	if f != nil {
		return nil, f
	}
	all := state.EndpointProjects.List(x.Txn, "project", project.ID)
	return answerEndpoints(x, func(e *state.Endpoint) bool {
		return slices.ContainsFunc(all, func(a *state.EndpointProject) bool {
			if a.GroupID == "" {
				return a.EndpointID == e.ID
			}
			g := state.EndpointGroups.Get(x.Txn, a.GroupID)
			return g != nil && g.Has(e)
		})
	})
}

func answerEndpoints(x *pipeline.Exchange, which func(*state.Endpoint) bool) (*pipeline.Response, *pipeline.Fault) {
	var items []any
	for e := range allEndpoints(x) {
		if which(e) {
			items = append(items, endpoints.View(x, e))
		}
	}
	return record.Plain.AnswerList(x, "endpoints", items), nil
}

// listProjects lists the projects of associations.
func listProjects(x *pipeline.Exchange, which func(*state.EndpointProject) bool) (*pipeline.Response, *pipeline.Fault) {
	var items []any
	for p := range associated(x, which) {
		items = append(items, record.ViewProject(x, p))
	}
	return record.Plain.AnswerList(x, "projects", items), nil
}

func associated(x *pipeline.Exchange, which func(*state.EndpointProject) bool) iter.Seq[*state.Project] {
	return func(yield func(*state.Project) bool) {
		for a := range state.EndpointProjects.All(x.Txn) {
			if p := state.Projects.Get(x.Txn, a.ProjectID); p != nil && which(a) && !yield(p) {
				return
			}
		}
	}
}
