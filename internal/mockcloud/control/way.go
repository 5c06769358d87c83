package control

import (
	"net/http"
	"slices"

	"plumbline/internal/mockcloud/journal"
)

// passage is a check or a step on the way of a request.
type passage struct {
	Name string `json:"name"`
	// Stage tells that it is the service's, for all requests; the others are steps of the operation.
	Stage bool `json:"stage,omitempty"`
	// Result is "passed", "refused" or "not reached".
	Result string `json:"result"`
}

// way is the way of a request through the service: what it passed, what refused it, what it did not reach. It is empty for requests
// that are answered beside that way, such as those for the versions, for those that failed nobody knows where, and for due work.
func (c *Control) way(e journal.Entry) []passage {
	if e.Method == "" || e.Stage == "" && (e.Operation == "" || e.Status >= http.StatusBadRequest) {
		return nil
	}
	stages, steps := c.env.Way(e.Service, e.Operation)
	var out []passage
	for _, name := range stages {
		out = append(out, passage{Name: name, Stage: true})
	}
	for _, name := range steps {
		out = append(out, passage{Name: name})
	}
	refused := slices.IndexFunc(out, func(p passage) bool { return p.Name == e.Stage })
	if refused < 0 {
		refused = len(out)
		if e.Stage != "" { // what comes after all steps: the check of the answer, the saving
			out = append(out, passage{Name: e.Stage, Stage: true})
		}
	}
	for i := range out {
		switch {
		case i < refused:
			out[i].Result = "passed"
		case i == refused:
			out[i].Result = "refused"
		default:
			out[i].Result = "not reached"
		}
	}
	return out
}
