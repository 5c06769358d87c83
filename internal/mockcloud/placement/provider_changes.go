package placement

import (
	"strings"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// providerRequest is the body of a request to create or change a provider.
type providerRequest struct {
	Name   string           `json:"name"`
	UUID   body.Opt[string] `json:"uuid"`
	Parent body.Opt[string] `json:"parent_provider_uuid"`
}

// creation holds the values that the steps of resource-providers.create share.
type creation struct {
	Request providerRequest `body:""`
	made    state.Provider
}

// answersWithProvider is the microversion from which the answer to a creation contains the provider.
var answersWithProvider = openapi.MustVersion("1.20")

var createProvider = pipeline.OperationOf[creation]{
	Steps: []pipeline.StepOf[creation]{
		{Name: "parent exists", Run: parentExists},
		{Name: "name and uuid are free", Run: nameIsFree},
		{Name: "store the provider", Run: func(x *pipeline.Exchange, w *creation) *pipeline.Fault {
			w.made.Serial = x.Txn.Next("resource-providers")
			state.Providers.Insert(x.Txn, &w.made)
			return nil
		}},
	},
	Answer: func(x *pipeline.Exchange, w *creation) (*pipeline.Response, *pipeline.Fault) {
		p := madeProvider(&w.made)
		made := pipeline.Status(201)
		if !x.Version.Less(answersWithProvider) {
			made = pipeline.Body(200, viewProvider(x, p))
		}
		return made.WithHeader("Location", x.Root+p.path()), nil
	},
}.Operation()

func parentExists(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	w.made = state.Provider{ID: withDashes(w.Request.UUID.Or("")), Name: w.Request.Name, Parent: withDashes(w.Request.Parent.Or(""))}
	if w.made.ID == "" {
		w.made.ID = x.Env.IDs.UUID()
	}
	reason := ""
	switch {
	case w.made.Name == "":
		reason = "name is required"
	case w.made.Parent == w.made.ID:
		reason = "parent provider UUID cannot be same as UUID. Please set parent provider UUID to None if there is no parent."
	case w.made.Parent != "" && providerOf(x, w.made.Parent) == nil:
		reason = "parent provider UUID does not exist."
	default:
		return nil
	}
	return pipeline.BadRequest(`Unable to create resource provider "%s", %s: Object action create failed because: %s`,
		w.made.Name, w.made.ID, reason)
}

func nameIsFree(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	same := ""
	switch {
	case providerOf(x, w.made.ID) != nil:
		same = "uuid: " + w.made.ID
	case findByName(x, w.made.Name, "") != nil:
		same = "name: " + w.made.Name
	default:
		return nil
	}
	return coded409("placement.duplicate_name", "Conflicting resource provider %s already exists.", same)
}

// findByName finds a provider by name, ignoring the one with the id but.
func findByName(x *pipeline.Exchange, name, but string) *provider {
	for _, p := range providers(x) {
		if p.id != but && strings.EqualFold(p.name, name) {
			return p
		}
	}
	return nil
}

// renaming holds the values that the steps of resource-providers.update share.
type renaming struct {
	Request providerRequest `body:""`
}

// reparents is the microversion from which a provider's parent can be changed or removed.
var reparents = openapi.MustVersion("1.37")

var updateProvider = pipeline.OperationOf[renaming]{
	Steps: []pipeline.StepOf[renaming]{
		{Name: "parent may change", Run: parentMayChange},
		{Name: "name is free", Run: func(x *pipeline.Exchange, w *renaming) *pipeline.Fault {
			if findByName(x, w.Request.Name, subject(x).id) == nil {
				return nil
			}
			return coded409("placement.duplicate_name", "Conflicting resource provider %s already exists.", w.Request.Name)
		}},
		{Name: "store the provider", Run: func(x *pipeline.Exchange, w *renaming) *pipeline.Fault {
			p := subject(x)
			if p.host != nil { // compute finds its provider by uuid, and sets the node's name at its next report
				p.name = w.Request.Name
				return nil
			}
			p.store(x, func(kept *state.Provider) {
				kept.Name = w.Request.Name
				if w.Request.Parent.Given() {
					kept.Parent = withDashes(w.Request.Parent.Or(""))
				}
			})
			*p = *madeProvider(p.kept)
			return nil
		}},
	},
	Answer: func(x *pipeline.Exchange, _ *renaming) (*pipeline.Response, *pipeline.Fault) { return showProvider(x) },
}.Operation()

func parentMayChange(x *pipeline.Exchange, w *renaming) *pipeline.Fault {
	p, allowed := subject(x), !x.Version.Less(reparents)
	if !w.Request.Parent.Given() {
		return nil
	}
	parent, reason := withDashes(w.Request.Parent.Or("")), ""
	switch above := providerOf(x, parent); {
	case parent == "" && p.parent != "" && !allowed:
		reason = "un-parenting a provider is not currently allowed."
	case parent == "":
	case above == nil:
		return pipeline.BadRequest("Unable to save resource provider %s: Object action create failed because: parent provider UUID "+
			"does not exist.", p.id)
	case p.parent != "" && p.parent != parent && !allowed:
		reason = "re-parenting a provider is not currently allowed."
	case above.isBelow(x, p.id):
		reason = "creating loop in the provider tree is not allowed."
	}
	if reason == "" {
		return nil
	}
	return pipeline.BadRequest("Unable to save resource provider %s: Object action update failed because: %s", p.id, reason)
}

// isBelow tells whether a provider is the other one, or a descendant of it.
func (p *provider) isBelow(x *pipeline.Exchange, other string) bool {
	for at := p; at != nil; at = providerOf(x, at.parent) {
		if at.id == other {
			return true
		}
	}
	return false
}

var deleteProvider = pipeline.OperationOf[pipeline.Nothing]{
	Steps: []pipeline.StepOf[pipeline.Nothing]{
		{Name: "no providers below it", Run: pipeline.Ignoring[pipeline.Nothing](func(x *pipeline.Exchange) *pipeline.Fault {
			p := subject(x)
			if state.Providers.FirstByKey(x.Txn, "parent", p.id) == nil {
				return nil
			}
			return coded409("placement.resource_provider.cannot_delete_parent",
				"Unable to delete parent resource provider %s: It has child resource providers.", p.id)
		})},
		{Name: "nothing is allocated", Run: pipeline.Ignoring[pipeline.Nothing](func(x *pipeline.Exchange) *pipeline.Fault {
			p := subject(x)
			if len(allocations(x, p)) == 0 {
				return nil
			}
			return coded409("placement.resource_provider.inuse",
				"Unable to delete resource provider %s: Resource provider has allocations.", p.id)
		})},
		{Name: "delete the provider", Run: pipeline.Ignoring[pipeline.Nothing](func(x *pipeline.Exchange) *pipeline.Fault {
			// compute creates the provider of a host again at once, without the data written about it
			state.Providers.Delete(x.Txn, subject(x).id)
			return nil
		})},
	},
	Answer: func(*pipeline.Exchange, *pipeline.Nothing) (*pipeline.Response, *pipeline.Fault) {
		return pipeline.Status(204), nil
	},
}.Operation()
