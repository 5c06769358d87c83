package remote

import (
	"plumbline/internal/mockcloud/image"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// FlavorNamed finds a flavor by id or name.
func FlavorNamed(x *pipeline.Exchange, nameOrID string) *state.Flavor {
	if f := state.Flavors.Get(x.Txn, nameOrID); f != nil {
		return f
	}
	return state.Flavors.FirstByKey(x.Txn, "name", nameOrID)
}

// ImageNamed finds an image that the caller may see, by id or name.
func ImageNamed(x *pipeline.Exchange, nameOrID string) *state.Image {
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
