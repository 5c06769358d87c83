package compute

import (
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
	"plumbline/openapi"
)

// unknownStatusRefused: from it on, asking for servers of a status that does not exist is refused.
var unknownStatusRefused = openapi.MustVersion("2.38")

// listing is what the steps of the two lists pass on.
type listing struct {
	allProjects bool
	keep        []func(*state.Server) bool
	nothing     bool
}

func listSteps() []pipeline.Step {
	return []pipeline.Step{
		{Name: "sort key and direction", Run: listSortable},
		{Name: "all projects need an administrator", Run: listAllProjects},
		{Name: "status exists", Run: listStatus},
		{Name: "filters", Run: listFilters},
	}
}

// listAllProjects reads all_tenants, which policy is asked about.
func listAllProjects(x *pipeline.Exchange) *pipeline.Fault {
	text := x.Query.Get("all_tenants")
	if text == "" {
		pipeline.Work[listing](x).allProjects = x.Query.Has("all_tenants")
	} else {
		all, ok := boolean(text)
		if !ok {
			return notBoolean(text)
		}
		pipeline.Work[listing](x).allProjects = all
	}
	if !pipeline.Work[listing](x).allProjects {
		return nil
	}
	return x.Demand(x.Operation.Policy + ":get_all_tenants")
}

// notBoolean is what a query's word says that is no boolean.
func notBoolean(text string) *pipeline.Fault {
	return pipeline.BadRequest("Unrecognized value '%s', acceptable values are: '0', '1', 'f', 'false', 'n', 'no', 'off', 'on', 't', 'true', 'y', 'yes'", text)
}

// listStatus turns the statuses that are asked for into states.
func listStatus(x *pipeline.Exchange) *pipeline.Fault {
	var pairs []statePair
	asked := x.Query["status"]
	for _, name := range asked {
		if equalFold(name, "DELETED") && !x.Caller.Admin() {
			return pipeline.Forbidden("Only administrators may list deleted instances")
		}
		pairs = append(pairs, statesOf(name)...)
	}
	w := pipeline.Work[listing](x)
	switch {
	case len(asked) == 0:
		return nil
	case len(pairs) > 0:
		w.keep = append(w.keep, func(s *state.Server) bool { return inStates(s, pairs) })
	case x.Version.AtLeast(unknownStatusRefused):
		return pipeline.BadRequest("Invalid status value")
	default:
		w.nothing = true
	}
	return nil
}

func inStates(s *state.Server, pairs []statePair) bool {
	shown := status(s.VMState, s.TaskState)
	for _, p := range pairs {
		if s.VMState == p.vm && (p.exact && s.TaskState == p.task || !p.exact && shown == statuses[p.vm].normal) {
			return true
		}
	}
	return false
}

// found are the servers that the list shows, sorted, before it is cut into pages.
func found(x *pipeline.Exchange) []*state.Server {
	w := pipeline.Work[listing](x)
	out := []*state.Server{}
	if w.nothing {
		return out
	}
	take := func(s *state.Server) {
		for _, keep := range w.keep {
			if !keep(s) {
				return
			}
		}
		out = append(out, s)
	}
	if w.allProjects {
		for s := range state.Servers.All(x.Txn) {
			take(s)
		}
	} else {
		for s := range state.Servers.Each(x.Txn, "project", x.Caller.ProjectID) {
			take(s)
		}
	}
	sortServers(out, x.Query["sort_key"], x.Query["sort_dir"])
	return out
}

func listServers(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	return serverPage(x, "/servers", brief)
}

func detailServers(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	return serverPage(x, "/servers/detail", view)
}

func serverPage(x *pipeline.Exchange, path string, render func(*pipeline.Exchange, *state.Server) map[string]any) (*pipeline.Response, *pipeline.Fault) {
	page, more, fault := pageOf(x, found(x), func(s *state.Server) string { return s.ID }, "marker [%s] not found")
	if fault != nil {
		return nil, fault
	}
	list := &pipeline.List{Key: "servers"}
	for _, s := range page {
		list.Items = append(list.Items, pipeline.Item{Record: s, Render: func() any { return render(x, s) }})
	}
	out := &pipeline.Response{Status: 200, List: list}
	if more != "" {
		out.Value = map[string]any{"servers_links": next(x, path, more)}
	}
	return out, nil
}
