package placement

import (
	"slices"
	"strings"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
	"plumbline/internal/openapi/python"
)

// aggregates are the uuids of the aggregates that a provider is in: those written through the API and, for a host, compute's.
func aggregates(x *pipeline.Exchange, p *provider) []string {
	out := []string{}
	if p.kept != nil {
		out = append(out, p.kept.Aggregates...)
	}
	if p.host == nil {
		return out
	}
	for a := range state.Aggregates.ByKey(x.Txn, "host", p.host.Name) {
		if !slices.Contains(out, a.UUID) {
			out = append(out, a.UUID)
		}
	}
	return out
}

type aggregatesView struct {
	Aggregates []string `json:"aggregates"`
	Generation int64    `json:"resource_provider_generation"`
}

func listProviderAggregates(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	p := subject(x)
	return pipeline.Body(200, aggregatesView{aggregates(x, p), p.generation}), nil
}

// membership holds the values that the steps of provider-aggregates.update share. Its body is a list up to 1.18, an object with the
// generation from then on.
type membership struct {
	Request membershipBody `body:""`
}

type membershipBody struct {
	aggregates []string
	generation body.Opt[int64]
}

// ReadBody implements body.Reader.
func (m *membershipBody) ReadBody(v any) {
	if _, listed := v.([]any); listed {
		m.aggregates = body.As[[]string](v)
		return
	}
	object := body.As[struct {
		Aggregates []string        `json:"aggregates"`
		Generation body.Opt[int64] `json:"resource_provider_generation"`
	}](v)
	m.aggregates, m.generation = object.Aggregates, object.Generation
}

var replaceAggregates = pipeline.OperationOf[membership]{
	Steps: []pipeline.StepOf[membership]{
		{Name: "generation", Run: func(x *pipeline.Exchange, w *membership) *pipeline.Fault {
			if asked, told := w.Request.generation.Get(); told && asked != subject(x).generation {
				return coded409(concurrentUpdate,
					"Resource provider's generation already changed. Please update the generation and try again.")
			}
			return nil
		}},
		{Name: "set the aggregates", Run: func(x *pipeline.Exchange, w *membership) *pipeline.Fault {
			set := func(kept *state.Provider) { kept.Aggregates = w.Request.aggregates }
			if p := subject(x); w.Request.generation.Given() {
				p.change(x, set)
			} else {
				p.store(x, set)
			}
			return nil
		}},
	},
	Answer: func(x *pipeline.Exchange, w *membership) (*pipeline.Response, *pipeline.Fault) {
		return pipeline.Body(200, aggregatesView{slices.Concat([]string{}, w.Request.aggregates), subject(x).generation}), nil
	},
}.Operation()

// concurrentUpdate is the code of a conflict with another request's change.
const concurrentUpdate = "placement.concurrent_update"

// membershipFilter is the filter by the keys member_of of a query.
type membershipFilter struct {
	// the provider must be in one aggregate of each list, and in none of the forbidden
	any       [][]string
	forbidden []string
}

var (
	repeatedMemberOf  = openapi.MustVersion("1.24")
	forbiddenMemberOf = openapi.MustVersion("1.32")
)

// wantedAggregates reads the keys member_of with a group's suffix: a uuid, or several after "in:"; "!" forbids.
func wantedAggregates(x *pipeline.Exchange, suffix string) (membershipFilter, *pipeline.Fault) {
	out, values := membershipFilter{}, x.Query["member_of"+suffix]
	if len(values) > 1 && x.Version.Less(repeatedMemberOf) {
		return out, pipeline.BadRequest("Multiple member_of%s parameters are not supported", suffix)
	}
	for _, value := range values {
		rest, not := strings.CutPrefix(value, "!")
		rest, several := strings.CutPrefix(rest, "in:")
		if strings.Contains(value, ",") && !several {
			return out, pipeline.BadRequest("Multiple values for 'member_of' must be prefixed with the 'in:' or '!in:' keyword using "+
				"the valid microversion. Got: %s", value)
		}
		ids := []string{rest}
		if several {
			ids = strings.Split(rest, ",")
		}
		for _, id := range ids {
			if !uuidLike(id) {
				return out, pipeline.BadRequest("Invalid query string parameters: Expected 'member_of' parameter to contain valid "+
					"UUID(s). Got: %s", id)
			}
		}
		switch {
		case not && x.Version.Less(forbiddenMemberOf):
			return out, pipeline.BadRequest("Forbidden member_of%s parameters are not supported in the specified microversion", suffix)
		case not:
			out.forbidden = append(out.forbidden, ids...)
		default:
			out.any = append(out.any, ids)
		}
	}
	return out, nil
}

// has tells whether a provider matches the filter.
func (f *membershipFilter) has(x *pipeline.Exchange, p *provider) bool {
	if len(f.any) == 0 && len(f.forbidden) == 0 {
		return true
	}
	own := aggregates(x, p)
	in := func(id string) bool { return slices.Contains(own, id) }
	for _, ids := range f.any {
		if !slices.ContainsFunc(ids, in) {
			return false
		}
	}
	return !slices.ContainsFunc(f.forbidden, in)
}

func notUUID(text string) *pipeline.Fault {
	return pipeline.BadRequest("Invalid query string parameters: %s is not a 'uuid'", python.Repr(text))
}
