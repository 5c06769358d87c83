package catalog

import (
	"iter"
	"regexp"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/identity/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

var services = record.Declare(record.Resource[state.CatalogService]{
	Noun: "service", Plural: "services", Path: "/services", Table: state.CatalogServices, Derived: allServices,
	Filters: []string{"type", "name"}, Extra: func(s *state.CatalogService) *state.Extra { return &s.Extra },
	Defaults: func(_ *pipeline.Exchange, s *state.CatalogService) { s.Enabled, s.Name = true, new(string) },
	With: func(x *pipeline.Exchange, s *state.CatalogService) {
		state.Withdrawals.Insert(x.Txn, &state.Withdrawn{ID: s.ID})
		for e := range allEndpoints(x) {
			if e.ServiceID == s.ID {
				withdrawEndpoint(x, e)
				state.Endpoints.Delete(x.Txn, e.ID)
			}
		}
	},
})

// withBuiltIn are the records of a table and, unless they were changed or deleted, those that are there from the beginning.
func withBuiltIn[T any](x *pipeline.Exchange, table *state.Table[T], builtIn []*T) iter.Seq[*T] {
	return func(yield func(*T) bool) {
		for _, r := range builtIn {
			if changed := table.Get(x.Txn, table.ID(r)); changed != nil {
				r = changed
			} else if state.Withdrawals.Get(x.Txn, table.ID(r)) != nil {
				continue
			}
			if !yield(r) {
				return
			}
		}
		for r := range table.All(x.Txn) {
			known := func(b *T) bool { return table.ID(b) == table.ID(r) }
			if !slices.ContainsFunc(builtIn, known) && !yield(r) {
				return
			}
		}
	}
}

func allServices(x *pipeline.Exchange) iter.Seq[*state.CatalogService] {
	var all []*state.CatalogService
	for i := range offers {
		all = append(all, &state.CatalogService{
			Entity: state.Entity{ID: id(offers[i].kind)}, Type: offers[i].kind, Name: &offers[i].name, Enabled: true,
		})
	}
	return withBuiltIn(x, state.CatalogServices, all)
}

// HasService tells whether a service exists.
func HasService(x *pipeline.Exchange, id string) bool { _, f := services.Get(x, id); return f == nil }

// HasRegion tells whether a region exists.
func HasRegion(x *pipeline.Exchange, id string) bool { return findRegion(x, id) != nil }

// findRegion finds a region, nil for none.
func findRegion(x *pipeline.Exchange, id string) *state.Region {
	for r := range allRegions(x) {
		if r.ID == id {
			return r
		}
	}
	return nil
}

var endpoints = record.Declare(record.Resource[state.Endpoint]{
	Noun: "endpoint", Plural: "endpoints", Path: "/endpoints", Table: state.Endpoints, Derived: allEndpoints,
	Filters: []string{"interface", "service_id", "region_id"}, Extra: func(e *state.Endpoint) *state.Extra { return &e.Extra },
	Defaults: func(_ *pipeline.Exchange, e *state.Endpoint) { e.Enabled = true },
	Made:     makeEndpoint, Shown: func(_ *pipeline.Exchange, e *state.Endpoint) { e.Region = e.RegionID }, With: withdrawEndpoint,
})

// replaced are the places in URLs that values of the token take.
var replaced = regexp.MustCompile(`[$%]\((project_id|tenant_id|user_id|public_bind_host|admin_bind_host)\)s`)

// isURL tells whether every place in a URL can be filled in.
func isURL(url string) bool {
	rest := replaced.ReplaceAllString(url, "")
	return !strings.Contains(strings.ReplaceAll(rest, "%%", ""), "%") && !strings.Contains(rest, "$(")
}

// makeEndpoint checks what an endpoint refers to. A region that is named by "region" is made where it does not exist.
func makeEndpoint(x *pipeline.Exchange, before, e *state.Endpoint) *pipeline.Fault {
	if before == nil && !isURL(e.URL) {
		return pipeline.BadRequest("Cannot create an endpoint with an invalid URL: %s.", e.URL)
	}
	// A change that names no region_id has the pointer that was there.
	named := e.RegionID != nil && (before == nil || e.RegionID != before.RegionID)
	if e.Region != nil && !named {
		e.RegionID = e.Region
		if *e.RegionID == "" {
			return record.Expecting("endpoint region_id", "region table")
		}
		if _, f := regions.Get(x, *e.RegionID); f != nil {
			state.Regions.Insert(x.Txn, &state.Region{Entity: state.Entity{ID: *e.RegionID}})
		}
	}
	e.Region = nil
	if e.RegionID != nil {
		if _, f := regions.Get(x, *e.RegionID); f != nil {
			return record.Expecting("endpoint region_id", "region table")
		}
	}
	if !HasService(x, e.ServiceID) {
		return record.Expecting("endpoint service_id", "service table")
	}
	return nil
}

func withdrawEndpoint(x *pipeline.Exchange, e *state.Endpoint) {
	state.Withdrawals.Insert(x.Txn, &state.Withdrawn{ID: e.ID})
	for _, a := range slices.Collect(state.EndpointProjects.All(x.Txn)) {
		if a.EndpointID == e.ID {
			state.EndpointProjects.Delete(x.Txn, a.ID())
		}
	}
}

// KnownEndpoint refuses requests for an endpoint that is neither built in nor made.
func KnownEndpoint(x *pipeline.Exchange) *pipeline.Fault {
	_, f := endpoints.Find(x)
	return f
}

func allEndpoints(x *pipeline.Exchange) iter.Seq[*state.Endpoint] {
	var all []*state.Endpoint
	for _, o := range offers {
		url := x.Root + o.path
		if o.perProject {
			url += "/%(project_id)s"
		}
		for _, i := range interfaces {
			all = append(all, &state.Endpoint{
				Entity: state.Entity{ID: id(o.kind + "/" + i)}, Interface: i, ServiceID: id(o.kind), URL: url, Enabled: true,
				RegionID: &x.Env.Region,
			})
		}
	}
	return withBuiltIn(x, state.Endpoints, all)
}

var regions = record.Declare(record.Resource[state.Region]{
	Noun: "region", Plural: "regions", Path: "/regions", Table: state.Regions, Derived: allRegions,
	Filters: []string{"parent_region_id"}, Extra: func(r *state.Region) *state.Extra { return &r.Extra },
	Made: makeRegion,
	Keep: []pipeline.StepOf[state.Region]{{Name: "keep a region in use", Run: keepRegion}},
	With: func(x *pipeline.Exchange, r *state.Region) {
		state.Withdrawals.Insert(x.Txn, &state.Withdrawn{ID: r.ID})
	},
})

// regionOperationSet lets the request choose the id of a region: in the object, or in the path.
func regionOperationSet() pipeline.OperationSet {
	set := regions.Operations()
	put := regionOf(set.Operations["regions.create"])
	set.Operations["regions.create"], set.Operations["regions.put"] = put, put
	return set
}

// newRegion holds the values that the steps of a creation share.
type newRegion struct {
	Request record.Object `body:"region"`
	made    *state.Region
}

func regionOf(like pipeline.Operation) pipeline.Operation {
	return pipeline.OperationOf[newRegion]{
		Steps: []pipeline.StepOf[newRegion]{{Name: like.Steps[0].Name, Run: createRegion}},
		Answer: func(x *pipeline.Exchange, w *newRegion) (*pipeline.Response, *pipeline.Fault) {
			return record.Plain.AnswerRecord(x, 201, "region", regions.View(x, w.made)), nil
		},
	}.Operation()
}

func createRegion(x *pipeline.Exchange, w *newRegion) *pipeline.Fault {
	made, f := regions.New(x, &w.Request)
	if f != nil {
		return f
	}
	inPath, sent := x.Params.Get("region_id"), w.Request.ID()
	switch {
	case inPath != "" && sent != "" && inPath != sent:
		return pipeline.BadRequest("Conflicting region IDs specified: \"%s\" != \"%s\"", inPath, sent)
	case inPath != "":
		made.ID = inPath
	case sent != "":
		made.ID = sent
	}
	if _, f := regions.Get(x, made.ID); f == nil {
		return record.Taken("region", "Duplicate ID, %s.", made.ID)
	}
	if f := record.Fits(made.ID, "id", 255); f != nil {
		return f
	}
	state.Regions.Insert(x.Txn, made)
	w.made = made
	return nil
}

// makeRegion refuses an unknown parent, and one that is below the region itself.
func makeRegion(x *pipeline.Exchange, _, r *state.Region) *pipeline.Fault {
	for parent, seen := r.Parent, 0; parent != nil && seen < 1000; seen++ {
		if *parent == r.ID {
			return pipeline.BadRequest("The specified parent region %s would create a circular region hierarchy.", *r.Parent)
		}
		above := findRegion(x, *parent)
		if above == nil {
			return record.Missing("region", *parent)
		}
		parent = above.Parent
	}
	return record.Fits(r.Description, "description", 255)
}

// keepRegion refuses the deletion of a region with endpoints; regions below it go with it.
func keepRegion(x *pipeline.Exchange, r *state.Region) *pipeline.Fault {
	below := []string{r.ID}
	for i := 0; i < len(below); i++ {
		for each := range allRegions(x) {
			if each.Parent != nil && *each.Parent == below[i] && !slices.Contains(below, each.ID) {
				below = append(below, each.ID)
			}
		}
	}
	for e := range allEndpoints(x) {
		if e.RegionID != nil && slices.Contains(below, *e.RegionID) {
			return pipeline.Forbidden("Unable to delete region %s because it or its child regions have associated endpoints.", r.ID)
		}
	}
	for _, id := range below[1:] {
		state.Regions.Delete(x.Txn, id)
	}
	return nil
}

func allRegions(x *pipeline.Exchange) iter.Seq[*state.Region] {
	return withBuiltIn(x, state.Regions, []*state.Region{{Entity: state.Entity{ID: x.Env.Region}}})
}
