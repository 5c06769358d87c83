package mutants

import (
	"fmt"
	"slices"

	"plumbline/mockcloud/pipeline"
	"plumbline/openapi"
)

// stepped are the operations and the kinds of work whose steps are broken.
var stepped = []string{"servers.rebuild", "servers.rebuilt", "servers.rebuilt.stopped", "keypairs.create", "keypairs.delete"}

// steps drops each step, has each two checks that follow one another change places, and has each check
// refuse with another status.
func steps(b *book) error {
	for _, operation := range stepped {
		table := b.compute.Operations[operation].Steps
		if table == nil {
			table = b.compute.Async[operation].Steps
		}
		if len(table) == 0 {
			return fmt.Errorf("%s has no steps", operation)
		}
		for i, s := range table {
			ref := pipeline.StepRef{Operation: operation, Step: s.Name}
			id := "steps/" + operation + "/" + s.Name
			b.add(Mutant{
				ID: id + "/dropped", Class: Steps, Broken: fmt.Sprintf("%s leaves out: %s", operation, s.Name), Requirements: requirementsOf(ref, s),
				code: breaking(pipeline.Mutant{DropSteps: []pipeline.StepRef{ref}}),
			})
			if status := refuses[ref]; status != 0 {
				b.add(Mutant{
					ID: fmt.Sprintf("%s/status-%d", id, status), Class: Steps, Broken: fmt.Sprintf("%s refuses with %d: %s", operation, status, s.Name), Requirements: requirementsOf(ref, s),
					code: breaking(pipeline.Mutant{StepStatus: map[pipeline.StepRef]int{ref: status}}),
				})
			}
			if i+1 == len(table) {
				continue
			}
			next := pipeline.StepRef{Operation: operation, Step: table[i+1].Name}
			if isCheck(ref) && isCheck(next) {
				b.add(Mutant{
					ID: id + "/swapped", Class: Steps, Broken: fmt.Sprintf("%s looks at %q before %q", operation, next.Step, ref.Step),
					Requirements: append(requirementsOf(ref, s), requirementsOf(next, table[i+1])...),
					code:         breaking(pipeline.Mutant{SwapSteps: []pipeline.StepRef{ref}}),
				})
			}
		}
	}
	return nil
}

// refuses are the steps that can refuse, with a status that they do not refuse with; 0 for work that is due, whose
// refusals have none.
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

func isCheck(ref pipeline.StepRef) bool {
	_, known := refuses[ref]
	return known
}

func requirementsOf(ref pipeline.StepRef, s pipeline.Step) []string {
	return append(append([]string{}, s.Requirements...), stepRequirements[ref.Operation+"/"+ref.Step]...)
}

func breaking(m pipeline.Mutant) func() (pipeline.Mutant, error) {
	return func() (pipeline.Mutant, error) { return m, nil }
}

// Stepped lists the operations and the kinds of work whose steps are broken.
func Stepped() []string { return slices.Clone(stepped) }

// IsStep tells whether a step is one of those that are broken.
func IsStep(ref pipeline.StepRef) bool {
	b, err := newBook(openapi.Shipped)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(b.compute.Operations[ref.Operation].Steps, func(s pipeline.Step) bool { return s.Name == ref.Step })
}

// Refusing lists the steps of operations that can refuse, as far as mutants break their status.
func Refusing() []pipeline.StepRef {
	var out []pipeline.StepRef
	for ref, status := range refuses {
		if status != 0 {
			out = append(out, ref)
		}
	}
	return out
}
