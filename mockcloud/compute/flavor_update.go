package compute

import (
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// updateFlavor changes the one thing of a flavor that may change: its description (from 2.55).
func updateFlavor(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	found := state.Flavors.Get(x.Txn, x.Params.Get("flavor_id"))
	if found == nil {
		return nil, pipeline.NotFound("Flavor %s could not be found.", x.Params.Get("flavor_id"))
	}
	changed := *found
	setTextOrNull(x.Inner("flavor"), "description", &changed.Description)
	state.Flavors.Insert(x.Txn, &changed)
	return pipeline.Answer(200, "flavor", flavorView(x, &changed)), nil
}
