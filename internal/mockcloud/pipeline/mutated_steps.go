package pipeline

import (
	"slices"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/openapi"
)

// steps answers the steps of an operation as the mutant leaves them. Stages are those of its service that
// can be postponed into it; none for work that is due.
func (m *Mutant) steps(service openapi.Service, stages []Stage, operation string, steps []Step) []Step {
	if m == nil {
		return steps
	}
	out := altered(steps, func(s Step) (drop, swap bool) {
		ref := StepRef{Operation: operation, Step: s.Name}
		return slices.Contains(m.DropSteps, ref), slices.Contains(m.SwapSteps, ref)
	})
	for i, s := range out {
		if status := m.StepStatus[StepRef{Operation: operation, Step: s.Name}]; status != 0 {
			out[i].Run = refuseAs(status, s.Run)
		}
	}
	for _, stage := range stages {
		if late, ok := m.Postpone[operation]; ok && len(out) > 0 && late == (StageRef{Service: service, Stage: stage.Name}) {
			out = slices.Insert(out, 1, Step{Name: stage.Name, Run: stage.Run})
		}
	}
	return out
}

// stages answers the stages of a service as the mutant leaves them.
func (m *Mutant) stages(service openapi.Service, stages []Stage) []Stage {
	if m == nil {
		return stages
	}
	// The stage that answers from kept answers is not a check: it is not swapped, and stays in front of the same stage.
	kept := slices.IndexFunc(stages, func(s Stage) bool { return s.Name == StageKept })
	if kept >= 0 {
		keeps, next := stages[kept], stages[kept+1:]
		rest := m.stages(service, slices.Concat(stages[:kept], next))
		at := slices.IndexFunc(rest, func(s Stage) bool { return len(next) > 0 && s.Name == next[0].Name })
		if at < 0 {
			at = min(kept, len(rest))
		}
		return slices.Insert(rest, at, keeps)
	}
	out := altered(stages, func(s Stage) (drop, swap bool) {
		ref := StageRef{Service: service, Stage: s.Name}
		return slices.Contains(m.DropStages, ref), slices.Contains(m.SwapStages, ref)
	})
	for i, s := range out {
		if status := m.StageStatus[StageRef{Service: service, Stage: s.Name}]; status != 0 {
			out[i].Run = refuseAs(status, s.Run)
		}
		for operation, late := range m.Postpone {
			if late == (StageRef{Service: service, Stage: s.Name}) {
				out[i].Run = exceptFor(operation, s.Run)
			}
		}
		if s.Name == StageSchema && len(m.Ignore) > 0 {
			out[i].Run = m.ignoring(s.Run)
		}
	}
	return out
}

// refuseAs runs a check; what it refuses is refused with another status.
func refuseAs(status int, run func(*Exchange) *Fault) func(*Exchange) *Fault {
	return func(x *Exchange) *Fault {
		f := run(x)
		if f == nil {
			return nil
		}
		changed := *f
		changed.Status = status
		return &changed
	}
}

// exceptFor runs a stage for all operations but one.
func exceptFor(operation string, run func(*Exchange) *Fault) func(*Exchange) *Fault {
	return func(x *Exchange) *Fault {
		if x.Operation != nil && x.Operation.ID == operation {
			return nil
		}
		return run(x)
	}
}

// ignoring takes keys away behind a stage.
func (m *Mutant) ignoring(run func(*Exchange) *Fault) func(*Exchange) *Fault {
	return func(x *Exchange) *Fault {
		f := run(x)
		sent := body.ObjectIn(x.Body)
		if f != nil || x.Operation == nil || len(sent) != 1 {
			return f
		}
		for _, inner := range sent {
			fields := body.ObjectIn(inner)
			for _, key := range m.Ignore[x.Operation.ID] {
				delete(fields, key)
			}
		}
		return nil
	}
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
