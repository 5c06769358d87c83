package pipeline

import (
	"slices"

	"plumbline/openapi"
)

// steps answers the steps of an operation as the mutant leaves them.
func (m *Mutant) steps(operation string, steps []Step) []Step {
	if m == nil {
		return steps
	}
	return altered(steps, func(s Step) (drop, swap bool) {
		ref := StepRef{Operation: operation, Step: s.Name}
		return slices.Contains(m.DropSteps, ref), slices.Contains(m.SwapSteps, ref)
	})
}

// stages answers the stages of a service as the mutant leaves them.
func (m *Mutant) stages(service openapi.Service, stages []Stage) []Stage {
	if m == nil {
		return stages
	}
	return altered(stages, func(s Stage) (drop, swap bool) {
		ref := StageRef{Service: service, Stage: s.Name}
		return slices.Contains(m.DropStages, ref), slices.Contains(m.SwapStages, ref)
	})
}

// altered leaves out what is dropped and has what is swapped change places with its successor.
func altered[T any](all []T, how func(T) (drop, swap bool)) []T {
	out := make([]T, 0, len(all))
	for i := 0; i < len(all); i++ {
		drop, swap := how(all[i])
		switch {
		case drop:
		case swap && i+1 < len(all):
			out = append(out, all[i+1], all[i])
			i++
		default:
			out = append(out, all[i])
		}
	}
	return out
}
