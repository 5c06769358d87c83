package servers

import (
	"iter"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// unknownStatusRefused is the microversion from which listing servers of a status that does not exist is refused.
var unknownStatusRefused = openapi.MustVersion("2.38")

// listing holds the values that the steps of the two lists share.
type listing struct {
	allProjects bool
	after       *state.Server // the marker
	order       func(a, b *state.Server) int
	keep        []func(*state.Server) bool
	// marks narrow down which servers are looked at; ids, if not nil, are the only ones.
	marks [][]state.Mark
	ids   []string
	// living and deleted tell whether the list has servers that are there, and those deleted for good.
	living, deleted bool
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
	return func(yield func(*state.Server) bool) {
		for _, part := range []struct {
			wanted bool
			of     func(*state.Txn) iter.Seq[*state.Server]
		}{{w.living, w.there}, {w.deleted, state.DeletedServers.All}} {
			if !part.wanted {
				continue
			}
			for s := range part.of(txn) {
				if !yield(s) {
					return
				}
			}
		}
	}
}

func (w *listing) there(txn *state.Txn) iter.Seq[*state.Server] {
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
		{Name: "fields that may be filtered by", Run: pipeline.Ignoring[listing](listFilterable)},
		{Name: "status exists", Run: listStatus},
		{Name: "times", Run: filterTimes},
		{Name: "deleted servers", Run: listDeleted},
		{Name: "all projects need an administrator", Run: listAllProjects},
		{Name: "filters", Run: listFilters},
		{Name: "sort keys", Run: pipeline.Ignoring[listing](listSortable)},
		{Name: "marker exists", Run: listMarker},
		{Name: "sort directions", Run: listOrder},
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

// listDeleted decides whether the list has deleted servers: alone, as administrators may ask by deleted or by the status DELETED, or beside
// the others, as lists of what has changed have them.
func listDeleted(x *pipeline.Exchange, w *listing) *pipeline.Fault {
	only, said := false, x.Query.Has("deleted") && mayFilter(x, "deleted")
	if said {
		only, _ = body.Boolean(record.LastQueryValue(x, "deleted"))
	}
	known := slices.DeleteFunc(slices.Clone(x.Query["status"]), func(name string) bool { return !IsStatus(name) })
	if len(known) > 0 && !slices.ContainsFunc(known, func(name string) bool { return !strings.EqualFold(name, "DELETED") }) {
		if !x.Caller.Admin() {
			return pipeline.Forbidden("Only administrators may list deleted instances")
		}
		only = true
	}
	changed := x.Query.Has("changes-since") || x.Query.Has("changes-before")
	w.living, w.deleted = !only, only || changed && !said
	return nil
}

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
	return pageFirst(out, w.after, record.PageLimit(x), w.order)
}

// listMarker finds the server after which the page begins. It may be one that the list does not have, one of another project, or a deleted
// one.
func listMarker(x *pipeline.Exchange, w *listing) *pipeline.Fault {
	if marker := record.LastQueryValue(x, "marker"); marker != "" {
		w.after = state.Servers.Get(x.Txn, marker)
		if w.after == nil {
			w.after = deletedServer(x.Txn, marker)
		}
		if w.after == nil {
			return pipeline.BadRequest("marker [%s] not found", marker)
		}
	}
	return nil
}

func deletedServer(txn *state.Txn, id string) *state.Server {
	for s := range state.DeletedServers.All(txn) {
		if s.ID == id {
			return s
		}
	}
	return nil
}

func listServers(x *pipeline.Exchange, w *listing) (*pipeline.Response, *pipeline.Fault) {
	return serverPage(x, w, "/servers", briefOf)
}

func detailServers(x *pipeline.Exchange, w *listing) (*pipeline.Response, *pipeline.Fault) {
	return serverPage(x, w, "/servers/detail", ViewOf)
}

var serverList = record.PagedList[state.Server]{
	Key: "servers", Links: "servers_links",
	ID: func(s *state.Server) string { return s.ID },
}

func serverPage[V any](
	x *pipeline.Exchange, w *listing, path string, render func(*pipeline.Exchange, *state.Server) *V,
) (*pipeline.Response, *pipeline.Fault) {
	return serverList.AnswerRest(x, path, findListed(x, w), func(s *state.Server) any { return render(x, s) }), nil
}
