package pipeline

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"plumbline/internal/openapi"
	"plumbline/internal/openapi/near"
)

// Place is where a fault rule can strike: an operation, or a kind of work that is due, and its steps in order, then the names of what
// is no step and can fail by itself.
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
		out = append(out, Place{Service: a.service.Name, Operation: kind, Work: true, Steps: slices.Concat(names(a.Steps), a.Places)})
	}
	slices.SortFunc(out, func(a, b Place) int {
		return cmp.Or(cmp.Compare(a.Service, b.Service), cmp.Compare(a.Operation, b.Operation))
	})
	return out
}

// CheckPlace tells whether a fault rule for an operation, or a kind of work, and a step of it can strike at all: one for a name that is
// unknown never does. An operation "" is any, a step "" is the operation as a whole.
func (e *Env) CheckPlace(operation, step string) error {
	switch {
	case operation == "" && step == "" || len(e.services) == 0:
		return nil
	case operation == "":
		return fmt.Errorf("a fault rule for the step %q needs the operation, or the work, that has it", step)
	}
	var operations, steps []string
	for _, p := range e.Places() {
		operations = append(operations, p.Operation)
		if p.Operation == operation { // services may have operations of one name
			steps = append(steps, p.Steps...)
		}
	}
	if !slices.Contains(operations, operation) {
		return fmt.Errorf("no operation or work is called %q%s: GET /_plumbline/places lists them", operation, meant(operation, operations))
	}
	if step != "" && !slices.Contains(steps, step) {
		return fmt.Errorf("%s has no step %q%s: GET /_plumbline/places lists them", operation, step, meant(step, steps))
	}
	return nil
}

// meant is what somebody may have meant by an unknown name, "" without any.
func meant(name string, known []string) string {
	found := near.To(name, known)
	if len(found) == 0 {
		return ""
	}
	return " (did you mean " + strings.Join(found, " or ") + "?)"
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
