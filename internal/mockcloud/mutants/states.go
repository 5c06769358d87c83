package mutants

import (
	"fmt"
	"slices"

	"plumbline/internal/mockcloud/state"
)

// vmStates are all vm_states of servers.
var vmStates = []state.VMState{
	state.VMActive, state.VMBuilding, state.VMStopped, state.VMPaused, state.VMSuspended, state.VMRescued, state.VMResized, state.VMError,
	state.VMDeleted, state.VMSoftDeleted, state.VMShelved, state.VMShelvedOffloaded,
}

// leaving are the requirements about rebuilds from the states in which they are allowed.
var leaving = map[state.VMState][]string{
	state.VMActive: {"RKP-01"}, state.VMStopped: {"RKP-24"}, state.VMError: {"RKP-25"},
}

// serverStates breaks x-openstack-states and x-openstack-locked of the operations that rows look at.
func serverStates(b *deriver) error {
	const rebuild = "servers.rebuild"
	s := b.operationSpan(rebuild)
	tree := b.trees[slices.Index(b.at, s.from)]
	declared, _ := b.place(rebuild).operationIn(tree)["x-openstack-states"].(map[string]any)
	vm, _ := declared["vm"].([]any)
	for _, v := range vmStates {
		if slices.Contains(vm, any(string(v))) {
			fewer := slices.DeleteFunc(slices.Clone(vm), func(e any) bool { return e == string(v) })
			b.add(b.stateMutant(rebuild, string(v)+".refused", fmt.Sprintf("a server that is %s cannot be rebuilt", v), "vm", fewer, leaving[v]))
			continue
		}
		more := append(slices.Clone(vm), string(v))
		b.add(b.stateMutant(rebuild, string(v)+".allowed", fmt.Sprintf("a server that is %s can be rebuilt", v), "vm", more,
			[]string{"RKP-N06", "RKP-29"}))
	}
	b.add(b.stateMutant(rebuild, "vm.unchecked", "a server can be rebuilt in any state", "vm", nil, []string{"RKP-N06", "RKP-29"}))
	b.add(b.stateMutant(rebuild, "task.unchecked", "a server that is busy can be rebuilt", "task", nil, []string{"RKP-N07"}))
	b.add(b.stateMutant(rebuild, "launched.unchecked", "a server that was never launched can be rebuilt", "launched", nil,
		[]string{"RKP-N08"}))
	b.add(b.stateMutant("servers.start", "active.allowed", "a running server can be started", "vm",
		[]any{"stopped", "active"}, []string{"MVN-17"}))
	b.unshelveStates()
	for operation, requirements := range map[string][]string{
		rebuild: {"RKP-N05", "RKP-29"}, "servers.start": {"MVN-40"}, "servers.unshelve": {"UTH-62", "UTH-N06"},
	} {
		target := b.place(operation).target("x-openstack-locked")
		b.add(Mutant{
			ID: "states/" + operation + "/lock.unchecked", Class: classStates, Requirements: requirements,
			Broken: fmt.Sprintf("a lock does not stop %s", operation), code: b.alterDocuments(b.operationSpan(operation), remove(target)),
		})
	}
	return nil
}

// unshelveStates breaks the states in which a server can be unshelved.
func (b *deriver) unshelveStates() {
	const unshelve = "servers.unshelve"
	b.add(b.stateMutant(unshelve, "vm.unchecked", "a server can be unshelved in any state", "vm", nil, []string{"UTH-09", "UTH-N07"}))
	b.add(b.stateMutant(unshelve, "task.unchecked", "a server that is busy can be unshelved", "task", nil, []string{"UTH-63", "UTH-N08"}))
	b.add(b.stateMutant(unshelve, "shelved.refused", "a server that rests on its host cannot be unshelved", "vm",
		[]any{"shelved_offloaded"}, []string{"UTH-08"}))
	b.add(b.stateMutant(unshelve, "shelved_offloaded.refused", "an offloaded server cannot be unshelved", "vm",
		[]any{"shelved"}, []string{"UTH-01", "UTH-11"}))
}

func (b *deriver) stateMutant(operation, name, broken, key string, value any, requirements []string) Mutant {
	target := b.place(operation).target("x-openstack-states")
	m := Mutant{ID: "states/" + operation + "/" + name, Class: classStates, Broken: broken, Requirements: requirements, rule: key}
	if value == nil {
		m.code = b.alterDocuments(b.operationSpan(operation), remove(jsonPathBelow(target, key)))
	} else {
		m.code = b.alterDocuments(b.operationSpan(operation), remove(jsonPathBelow(target, key)), update(target, map[string]any{key: value}))
	}
	return m
}
