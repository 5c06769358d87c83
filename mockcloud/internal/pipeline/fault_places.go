package pipeline

import (
	"cmp"
	"fmt"
	"slices"

	"plumbline/internal/openapi"
)

// Place is where a fault rule can strike: an operation, or a kind of work that is due, and its steps in order.
type Place struct {
	Service openapi.Service `json:"service"`
	// Operation is the name by which fault rules refer to the place.
	Operation string   `json:"operation"`
	Work      bool     `json:"work,omitempty"`
	Steps     []string `json:"steps,omitempty"`
}

// Places lists where fault rules can strike, by service and operation.
func (e *Env) Places() []Place {
	var out []Place
	for name, s := range e.services {
		for id, o := range s.Operations {
			out = append(out, Place{Service: name, Operation: id, Steps: names(o.Steps)})
		}
	}
	for kind, a := range e.async {
		out = append(out, Place{Service: a.service.Name, Operation: kind, Work: true, Steps: names(a.Steps)})
	}
	slices.SortFunc(out, func(a, b Place) int {
		return cmp.Or(cmp.Compare(a.Service, b.Service), cmp.Compare(a.Operation, b.Operation))
	})
	return out
}

// CheckPlace tells whether a fault rule for an operation, or a kind of work, can strike at all: an unknown one never does. "" is any.
func (e *Env) CheckPlace(operation string) error {
	if _, work := e.async[operation]; work || operation == "" || len(e.services) == 0 {
		return nil
	}
	for _, s := range e.services {
		if _, known := s.Operations[operation]; known {
			return nil
		}
	}
	return fmt.Errorf("no operation or work is called %q: GET /_plumbline/places lists them", operation)
}

// Way lists what a request for an operation passes, in order: the stages of its service, but for that which answers at once what is
// kept, and the steps of the operation with the making of its answer ("": only the stages).
func (e *Env) Way(service openapi.Service, operation string) (stages, steps []string) {
	s := e.services[service]
	if s == nil {
		return nil, nil
	}
	for _, stage := range s.stages {
		if stage.Name != StageKept {
			stages = append(stages, stage.Name)
		}
	}
	if o, known := s.Operations[operation]; known {
		steps = append(names(o.Steps), StageAnswer)
	}
	return stages, steps
}

func names(steps []Step) []string {
	out := make([]string, 0, len(steps))
	for _, s := range steps {
		out = append(out, s.Name)
	}
	return out
}
