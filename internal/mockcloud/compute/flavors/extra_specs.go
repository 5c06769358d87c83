package flavors

import (
	"maps"
	"slices"
	"strconv"

	"plumbline/internal/mockcloud/compute/flavors/extraspecs"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// listExtraSpecs answers a flavor's extra specifications. Clients request them flavor by flavor at microversions before 2.61, in
// which flavors do not include them.
func listExtraSpecs(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	f, fault := findUsable(x)
	if fault != nil {
		return nil, fault
	}
	return pipeline.Answer(200, "extra_specs", f.ExtraSpecs), nil
}

// findUsable finds the flavor that the path names, if the caller may use it.
func findUsable(x *pipeline.Exchange) (*state.Flavor, *pipeline.Fault) {
	id := x.Params.Get("flavor_id")
	f := state.Flavors.Get(x.Txn, id)
	if f == nil || !MayUse(x, f) {
		return nil, pipeline.NotFound("Flavor %s could not be found.", id)
	}
	return f, nil
}

func showExtraSpec(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	f, fault := findUsable(x)
	if fault != nil {
		return nil, fault
	}
	key := x.Params.Get("key")
	value, there := f.ExtraSpecs[key]
	if !there {
		return nil, noExtraSpec(f, key)
	}
	return pipeline.Body(200, map[string]string{key: value}), nil
}

func noExtraSpec(f *state.Flavor, key string) *pipeline.Fault {
	return pipeline.NotFound("Flavor %s has no extra specs with key %s.", f.ID, key)
}

// specs and spec are requests that set extra specifications: several, or the one that the path names.
type (
	specs struct {
		Request map[string]specValue `body:"extra_specs"`
	}
	spec struct {
		Request map[string]specValue `body:""`
	}
)

// specValue is the value of an extra specification, a text or a number. It is stored as a text, and answered as it was sent.
type specValue struct {
	sent any
	text string
}

// ReadBody reads a text or a number.
func (s *specValue) ReadBody(v any) {
	s.sent = v
	switch v := v.(type) {
	case string:
		s.text = v
	case float64:
		s.text = strconv.FormatFloat(v, 'f', -1, 64)
	}
}

// asSent is the view of extra specifications that were set.
func asSent(values map[string]specValue) *openapi.Fields {
	var view openapi.Fields
	for _, name := range slices.Sorted(maps.Keys(values)) {
		view = append(view, openapi.Field{Name: name, Value: values[name].sent})
	}
	return &view
}

func setExtraSpecs(x *pipeline.Exchange, w *specs) *pipeline.Fault {
	return storeExtraSpecs(x, w.Request)
}

func allFit(x *pipeline.Exchange, w *specs) *pipeline.Fault { return checkExtraSpecs(x, w.Request) }

func sameKey(x *pipeline.Exchange, w *spec) *pipeline.Fault {
	if f := checkExtraSpecs(x, w.Request); f != nil {
		return f
	}
	if _, same := w.Request[x.Params.Get("key")]; !same {
		return pipeline.BadRequest("Request body and URI mismatch")
	}
	return nil
}

// judged is the microversion from which the values of known extra specifications are checked.
var judged = openapi.MustVersion("2.86")

// checkExtraSpecs refuses values that are invalid for the extra specifications that compute knows.
func checkExtraSpecs(x *pipeline.Exchange, values map[string]specValue) *pipeline.Fault {
	if x.Version.Less(judged) {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if why := extraspecs.WhyInvalid(name, values[name].text); why != "" {
			return pipeline.BadRequest("%s", why)
		}
	}
	return nil
}

func storeExtraSpecs(x *pipeline.Exchange, values map[string]specValue) *pipeline.Fault {
	f, fault := anyFlavor(x)
	if fault != nil {
		return fault
	}
	changed := *f
	if changed.ExtraSpecs = maps.Clone(f.ExtraSpecs); changed.ExtraSpecs == nil {
		changed.ExtraSpecs = map[string]string{}
	}
	for key, v := range values {
		changed.ExtraSpecs[key] = v.text
	}
	state.Flavors.Insert(x.Txn, &changed)
	return nil
}

func removeExtraSpec(x *pipeline.Exchange) *pipeline.Fault {
	f, fault := anyFlavor(x)
	if fault != nil {
		return fault
	}
	key := x.Params.Get("key")
	if _, there := f.ExtraSpecs[key]; !there {
		return noExtraSpec(f, key)
	}
	changed := *f
	changed.ExtraSpecs = maps.Clone(f.ExtraSpecs)
	delete(changed.ExtraSpecs, key)
	state.Flavors.Insert(x.Txn, &changed)
	return nil
}
