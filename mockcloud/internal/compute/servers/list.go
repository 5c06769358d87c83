package servers

import (
	"iter"
	"slices"
	"strings"

	"plumbline/internal/openapi"
	"plumbline/mockcloud/internal/body"
	"plumbline/mockcloud/internal/compute/record"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
)

// unknownStatusRefused is the microversion from which listing servers of a status that does not exist is refused.
var unknownStatusRefused = openapi.MustVersion("2.38")

// listing holds the values that the steps of the two lists share.
type listing struct {
	allProjects bool
	keep        []func(*state.Server) bool
	// marks narrow down which servers are looked at; ids, if not nil, are the only ones.
	marks [][]state.Mark
	ids   []string
}

// narrow remembers that the servers of the list have one of these values in a field.
func (w *listing) narrow(field state.ServerField, values ...string) {
	group := make([]state.Mark, len(values))
	for i, v := range values {
		group[i] = field.MarkOf(v)
	}
	w.marks = append(w.marks, group)
}

// candidates are servers among which are all of the list, each once.
func (w *listing) candidates(txn *state.Txn) iter.Seq[*state.Server] {
	if w.ids == nil {
		return state.Servers.Marked(txn, w.marks...)
	}
	return func(yield func(*state.Server) bool) {
		for _, id := range slices.Compact(slices.Sorted(slices.Values(w.ids))) {
			if s := state.Servers.Get(txn, id); s != nil && !yield(s) {
				return
			}
		}
	}
}

func listSteps() []pipeline.StepOf[listing] {
	return []pipeline.StepOf[listing]{
		{Name: "sort key and direction", Run: pipeline.Ignoring[listing](listSortable)},
		{Name: "all projects need an administrator", Run: listAllProjects},
		{Name: "status exists", Run: listStatus},
		{Name: "filters", Run: listFilters},
	}
}

// listAllProjects reads all_tenants and checks its policy rule.
func listAllProjects(x *pipeline.Exchange, w *listing) *pipeline.Fault {
	text := x.Query.Get("all_tenants")
	if text == "" {
		w.allProjects = x.Query.Has("all_tenants")
	} else {
		all, ok := body.Boolean(text)
		if !ok {
			return notBoolean(text)
		}
		w.allProjects = all
	}
	if !w.allProjects {
		return nil
	}
	return x.Demand(x.Operation.Policy + ":get_all_tenants")
}

// notBoolean is the message about a query value that is no boolean.
func notBoolean(text string) *pipeline.Fault {
	return pipeline.BadRequest("Unrecognized value '%s', acceptable values are: '0', '1', 'f', 'false', 'n', 'no', "+
		"'off', 'on', 't', 'true', 'y', 'yes'", text)
}

// listStatus keeps the servers of the requested statuses.
func listStatus(x *pipeline.Exchange, w *listing) *pipeline.Fault {
	asked := x.Query["status"]
	if len(asked) == 0 {
		return nil
	}
	if slices.ContainsFunc(asked, isDeleted) && !x.Caller.Admin() {
		return pipeline.Forbidden("Only administrators may list deleted instances")
	}
	if !slices.ContainsFunc(asked, IsStatus) && x.Version.AtLeast(unknownStatusRefused) {
		return pipeline.BadRequest("Invalid status value")
	}
	if states, all := statesOf(asked); all {
		w.narrow(state.ServerState, states...)
	}
	w.keep = append(w.keep, func(s *state.Server) bool {
		return slices.ContainsFunc(asked, func(name string) bool { return strings.EqualFold(name, Status(s)) })
	})
	return nil
}

func isDeleted(status string) bool { return strings.EqualFold(status, "DELETED") }

// findListed answers the servers of the list that its page is cut from, sorted.
func findListed(x *pipeline.Exchange, w *listing) []*state.Server {
	if !w.allProjects {
		own := x.Caller.ProjectID
		w.narrow(state.ServerProject, own)
		w.keep = append(w.keep, func(s *state.Server) bool { return s.ProjectID == own })
	}
	out := []*state.Server{}
	for s := range w.candidates(x.Txn) {
		if !slices.ContainsFunc(w.keep, func(keep func(*state.Server) bool) bool { return !keep(s) }) {
			out = append(out, s)
		}
	}
	order := serverOrder(x.Query["sort_key"], x.Query["sort_dir"])
	return pageFirst(out, record.LastQueryValue(x, "marker"), record.PageLimit(x), order)
}

func listServers(x *pipeline.Exchange, w *listing) (*pipeline.Response, *pipeline.Fault) {
	return serverPage(x, w, "/servers", briefOf)
}

func detailServers(x *pipeline.Exchange, w *listing) (*pipeline.Response, *pipeline.Fault) {
	return serverPage(x, w, "/servers/detail", ViewOf)
}

var serverList = record.PagedList[state.Server]{
	Key: "servers", Links: "servers_links",
	ID: func(s *state.Server) string { return s.ID }, Unknown: "marker [%s] not found",
}

func serverPage[V any](
	x *pipeline.Exchange, w *listing, path string, render func(*pipeline.Exchange, *state.Server) *V,
) (*pipeline.Response, *pipeline.Fault) {
	return serverList.Answer(x, path, findListed(x, w), func(s *state.Server) any { return render(x, s) })
}
