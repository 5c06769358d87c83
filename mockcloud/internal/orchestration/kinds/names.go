package kinds

import (
	"plumbline/mockcloud/internal/image"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
)

// flavorNamed finds a flavor by id or name.
func flavorNamed(x *pipeline.Exchange, nameOrID string) *state.Flavor {
	if f := state.Flavors.Get(x.Txn, nameOrID); f != nil {
		return f
	}
	return state.Flavors.FirstByKey(x.Txn, "name", nameOrID)
}

// imageNamed finds an image that the caller may see, by id or name.
func imageNamed(x *pipeline.Exchange, nameOrID string) *state.Image {
	if i := state.Images.Get(x.Txn, nameOrID); i != nil && image.Visible(i, x.Caller) {
		return i
	}
	for i := range state.Images.All(x.Txn) {
		if i.Name != nil && *i.Name == nameOrID && image.Visible(i, x.Caller) {
			return i
		}
	}
	return nil
}

// networkNamed finds a network of the caller's project, or a shared one, by id or name.
func networkNamed(x *pipeline.Exchange, nameOrID string) *state.Network {
	mine := func(n *state.Network) bool { return n.Shared || n.ProjectID == x.Caller.ProjectID || x.Caller.Admin() }
	if n := state.Networks.Get(x.Txn, nameOrID); n != nil && mine(n) {
		return n
	}
	for n := range state.Networks.ByKey(x.Txn, "name", nameOrID) {
		if mine(n) {
			return n
		}
	}
	return nil
}
