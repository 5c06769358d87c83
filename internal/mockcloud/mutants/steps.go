package mutants

import (
	"fmt"
	"maps"
	"slices"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi"
)

// steps drops each step that has a requirement, swaps each two successive checks, and makes each check refuse with another status.
func steps(b *deriver) error {
	for _, operation := range b.stepped() {
		table := b.table(operation)
		for i, s := range table {
			ref := pipeline.StepRef{Operation: operation, Step: s.Name}
			requirements := requirementsOf(ref, s)
			if len(requirements) == 0 {
				continue
			}
			id := "steps/" + operation + "/" + s.Name
			b.add(Mutant{
				ID: id + "/dropped", Class: classSteps, Broken: fmt.Sprintf("%s leaves out: %s", operation, s.Name), Requirements: requirements,
				code: breaking(pipeline.Mutant{DropSteps: []pipeline.StepRef{ref}}),
			})
			if status := otherStatus(ref, s); status != 0 {
				b.add(Mutant{
					ID: fmt.Sprintf("%s/status-%d", id, status), Class: classSteps, Broken: fmt.Sprintf("%s refuses with %d: %s", operation,
						status, s.Name), Requirements: requirements,
					code: breaking(pipeline.Mutant{StepStatus: map[pipeline.StepRef]int{ref: status}}),
				})
			}
			if i+1 == len(table) || !isCheck(ref, s) {
				continue
			}
			next := pipeline.StepRef{Operation: operation, Step: table[i+1].Name}
			if then := requirementsOf(next, table[i+1]); len(then) > 0 && isCheck(next, table[i+1]) {
				b.add(Mutant{
					ID: id + "/swapped", Class: classSteps, Broken: fmt.Sprintf("%s looks at %q before %q", operation, next.Step, ref.Step),
					Requirements: append(requirements, then...), code: breaking(pipeline.Mutant{SwapSteps: []pipeline.StepRef{ref}}),
				})
			}
		}
	}
	return nil
}

// stepped lists the operations and kinds of scheduled work that have a step with a requirement, sorted.
func (b *deriver) stepped() []string {
	var out []string
	for _, operation := range slices.Concat(slices.Collect(maps.Keys(b.service.Operations)), slices.Collect(maps.Keys(b.service.Async))) {
		if slices.ContainsFunc(b.table(operation), func(s pipeline.Step) bool {
			return len(requirementsOf(pipeline.StepRef{Operation: operation, Step: s.Name}, s)) > 0
		}) {
			out = append(out, operation)
		}
	}
	slices.Sort(out)
	return out
}

// table is the list of steps of an operation, or of a kind of scheduled work.
func (b *deriver) table(operation string) []pipeline.Step {
	if o, ok := b.service.Operations[operation]; ok {
		return o.Steps
	}
	return b.service.Async[operation].Steps
}

// otherStatus is a status with which a check does not refuse; 0 for a step that refuses nothing, and for scheduled work, whose
// refusals have no status.
func otherStatus(ref pipeline.StepRef, s pipeline.Step) int {
	switch {
	case refuses[ref] != 0:
		return refuses[ref]
	case s.Refuses == 400:
		return 409
	case s.Refuses != 0:
		return 400
	}
	return 0
}

// refuses are the steps that can refuse, with a status that they do not use; 0 for scheduled work, whose refusals have no status.
var refuses = map[pipeline.StepRef]int{
	{Operation: "servers.rebuild", Step: "key pair of the caller"}:             404,
	{Operation: "servers.rebuild", Step: "image exists"}:                       404,
	{Operation: "servers.rebuild", Step: "image's architecture is known"}:      409,
	{Operation: "servers.rebuild", Step: "metadata quota"}:                     400,
	{Operation: "servers.rebuild", Step: "personality quota"}:                  400,
	{Operation: "servers.rebuild", Step: "image is active"}:                    409,
	{Operation: "servers.rebuild", Step: "flavor is large enough"}:             403,
	{Operation: "servers.rebuilt", Step: "host suits the image"}:               0,
	{Operation: "servers.rebuilt", Step: "driver can keep what is to be kept"}: 0,
	{Operation: "keypairs.create", Step: "quota of key pairs"}:                 400,
	{Operation: "keypairs.create", Step: "public key is one"}:                  409,
	{Operation: "keypairs.create", Step: "name is free"}:                       400,
	{Operation: "keypairs.delete", Step: "delete the key pair"}:                400,
}

func isCheck(ref pipeline.StepRef, s pipeline.Step) bool {
	_, known := refuses[ref]
	return known || s.Refuses != 0
}

func requirementsOf(ref pipeline.StepRef, s pipeline.Step) []string {
	return append(append([]string{}, s.Requirements...), stepRequirements[ref.Operation+"/"+ref.Step]...)
}

func breaking(m pipeline.Mutant) func() (pipeline.Mutant, error) {
	return func() (pipeline.Mutant, error) { return m, nil }
}

// Refusals tells for each step of an operation that has a requirement ("servers.rebuild/quota", as in the ids of mutants) whether it
// is known to refuse, as far as mutants break its status.
func Refusals(profile openapi.Profile) (map[string]bool, error) {
	out := map[string]bool{}
	for name := range makers {
		b, err := newBook(profile, name)
		if err != nil {
			return nil, err
		}
		for operation, o := range b.service.Operations {
			for _, s := range o.Steps {
				ref := pipeline.StepRef{Operation: operation, Step: s.Name}
				if len(requirementsOf(ref, s)) > 0 {
					out[operation+"/"+s.Name] = otherStatus(ref, s) != 0
				}
			}
		}
	}
	return out, nil
}
