package flavors

import (
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// listExtraSpecs answers a flavor's extra specifications, which clients ask for one flavor at a time
// at microversions before flavors carry them (2.61).
func listExtraSpecs(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	f := state.Flavors.Get(x.Txn, x.Params.Get("flavor_id"))
	if f == nil || !MayUse(x, f) {
		return nil, pipeline.NotFound("Flavor %s could not be found.", x.Params.Get("flavor_id"))
	}
	return pipeline.Answer(200, "extra_specs", f.ExtraSpecs), nil
}
