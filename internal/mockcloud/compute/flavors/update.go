package flavors

import (
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// update is a request that changes a flavor.
type update struct {
	Request struct {
		Description body.Opt[string] `json:"description"`
	} `body:"flavor"`
}

// updateFlavor changes the description of a flavor (from 2.55), the only field that can be changed.
func updateFlavor(x *pipeline.Exchange, w *update) (*pipeline.Response, *pipeline.Fault) {
	found := state.Flavors.Get(x.Txn, x.Params.Get("flavor_id"))
	if found == nil {
		return nil, pipeline.NotFound("Flavor %s could not be found.", x.Params.Get("flavor_id"))
	}
	changed := *found
	w.Request.Description.SetOrClear(&changed.Description)
	state.Flavors.Insert(x.Txn, &changed)
	return pipeline.Answer(200, "flavor", viewOf(x, &changed)), nil
}
