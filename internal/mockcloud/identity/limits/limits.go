// Package limits has the limits that services ask for: registered ones, and those of projects and domains.
package limits

import (
	"strings"

	"plumbline/internal/mockcloud/identity/catalog"
	"plumbline/internal/mockcloud/identity/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// OperationSets holds the operations on limits.
func OperationSets() []pipeline.OperationSet {
	return []pipeline.OperationSet{
		operationSetOf(registered), operationSetOf(limits),
		{Operations: map[string]pipeline.Operation{"limit-model.show": {Answer: showModel}}},
	}
}

type model struct {
	Name        string `json:"name"`
	Description string `json:"description"`
}

func showModel(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Answer(200, "model", model{
		"flat", "Limit enforcement and validation does not take project hierarchy into consideration.",
	}), nil
}

var registered = record.Declare(record.Resource[state.RegisteredLimit]{
	Noun: "registered_limit", Plural: "registered_limits", Path: "/registered_limits", Table: state.RegisteredLimits,
	Filters: []string{"service_id", "region_id", "resource_name"},
	Made: func(x *pipeline.Exchange, before, l *state.RegisteredLimit) *pipeline.Fault {
		if before != nil && *before != *l {
			if f := keepUsed(x, before); f != nil {
				return f
			}
		}
		return refersTo(x, "registered_limit", l.ServiceID, l.RegionID)
	},
	Unique: func(x *pipeline.Exchange, l *state.RegisteredLimit) *pipeline.Fault {
		if other := registeredFor(x, l.ServiceID, l.RegionID, l.ResourceName, l.ID); other != nil {
			return record.Taken("registered_limit", "Duplicate entry")
		}
		return nil
	},
	Keep: []pipeline.StepOf[state.RegisteredLimit]{{Name: "keep a limit in use", Run: keepUsed}},
})

var limits = record.Declare(record.Resource[state.Limit]{
	Noun: "limit", Plural: "limits", Path: "/limits", Table: state.Limits,
	Filters: []string{"service_id", "region_id", "resource_name", "project_id", "domain_id"},
	Lists:   isForCaller,
	Made:    checkLimit,
	Unique: func(x *pipeline.Exchange, l *state.Limit) *pipeline.Fault {
		for other := range state.Limits.All(x.Txn) {
			if other.ID != l.ID && other.ServiceID == l.ServiceID && same(other.RegionID, l.RegionID) && other.ResourceName == l.ResourceName &&
				same(other.ProjectID, l.ProjectID) && same(other.DomainID, l.DomainID) {
				return record.Taken("limit", "Duplicate entry")
			}
		}
		return nil
	},
})

// isForCaller tells whether a list includes a limit: all for the system, otherwise those of the caller's project or domain.
func isForCaller(x *pipeline.Exchange, l *state.Limit) bool {
	switch c := x.Caller; {
	case c.System:
		return true
	case c.DomainID != "":
		if l.ProjectID != nil {
			p := state.Projects.Get(x.Txn, *l.ProjectID)
			return p != nil && p.DomainID == c.DomainID
		}
		return l.DomainID != nil && *l.DomainID == c.DomainID
	default:
		return c.ProjectID != "" && l.ProjectID != nil && *l.ProjectID == c.ProjectID
	}
}

func same(a, b *string) bool { return a == b || a != nil && b != nil && *a == *b }

// registeredFor finds the registered limit of a resource, other than the one with an id.
func registeredFor(x *pipeline.Exchange, service string, region *string, resource, but string) *state.RegisteredLimit {
	for l := range state.RegisteredLimits.All(x.Txn) {
		if l.ID != but && l.ServiceID == service && same(l.RegionID, region) && l.ResourceName == resource {
			return l
		}
	}
	return nil
}

// refersTo refuses unknown services and regions.
func refersTo(x *pipeline.Exchange, noun, service string, region *string) *pipeline.Fault {
	switch {
	case !catalog.HasService(x, service):
		return record.Lacking(noun, "service_id")
	case region != nil && !catalog.HasRegion(x, *region):
		return record.Lacking(noun, "region_id")
	}
	return nil
}

func checkLimit(x *pipeline.Exchange, before, l *state.Limit) *pipeline.Fault {
	if f := refersTo(x, "limit", l.ServiceID, l.RegionID); f != nil {
		return f
	}
	if l.ProjectID != nil && state.Domains.Get(x.Txn, *l.ProjectID) != nil {
		l.DomainID, l.ProjectID = l.ProjectID, nil
	}
	switch {
	case l.ProjectID != nil && state.Projects.Get(x.Txn, *l.ProjectID) == nil:
		return record.Lacking("limit", "project_id")
	case l.DomainID != nil && state.Domains.Get(x.Txn, *l.DomainID) == nil:
		return record.Lacking("limit", "domain_id")
	case before == nil && registeredFor(x, l.ServiceID, l.RegionID, l.ResourceName, "") == nil:
		return pipeline.Forbidden("Unable to create a limit that has no corresponding registered limit.")
	}
	return nil
}

func keepUsed(x *pipeline.Exchange, r *state.RegisteredLimit) *pipeline.Fault {
	for l := range state.Limits.All(x.Txn) {
		if l.ServiceID == r.ServiceID && same(l.RegionID, r.RegionID) && l.ResourceName == r.ResourceName {
			return pipeline.Forbidden("Unable to update or delete registered limit %s because there are project limits associated with it.", r.ID)
		}
	}
	return nil
}

// several holds the values that the steps of a creation share.
type several[T any] struct {
	Body struct {
		Limits     []record.Object `json:"limits"`
		Registered []record.Object `json:"registered_limits"`
	} `body:""`
	made []*T
}

// operationSetOf holds the operations on limits, which are created as a list.
func operationSetOf[T any](c *record.Collection[T]) pipeline.OperationSet {
	set := c.Operations()
	set.Operations[strings.ReplaceAll(c.Plural, "_", "-")+".create"] = pipeline.OperationOf[several[T]]{
		Steps: []pipeline.StepOf[several[T]]{{Name: "create the limits", Run: func(x *pipeline.Exchange, w *several[T]) *pipeline.Fault {
			for _, o := range append(w.Body.Limits, w.Body.Registered...) {
				l, f := c.New(x, &o)
				if f == nil {
					f = c.Unique(x, l)
				}
				if f != nil {
					return f
				}
				c.Table.Insert(x.Txn, l)
				w.made = append(w.made, l)
			}
			return nil
		}}},
		Answer: func(x *pipeline.Exchange, w *several[T]) (*pipeline.Response, *pipeline.Fault) {
			var views []any
			for _, l := range w.made {
				views = append(views, c.View(x, l))
			}
			return pipeline.Answer(201, c.Plural, views), nil
		},
	}.Operation()
	return set
}
