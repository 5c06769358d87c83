// Package orchestration is the mock's Heat: stacks of HOT templates whose servers are real servers of the mock's compute. The
// resource types are in package kinds, the operations on stacks in the packages below stacks, the engine that carries them out in
// walk.
package orchestration

import (
	"fmt"
	"sync"

	"plumbline/internal/mockcloud/orchestration/configs"
	"plumbline/internal/mockcloud/orchestration/events"
	"plumbline/internal/mockcloud/orchestration/faults"
	"plumbline/internal/mockcloud/orchestration/kinds"
	"plumbline/internal/mockcloud/orchestration/locks"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/orchestration/resources"
	"plumbline/internal/mockcloud/orchestration/resources/signal"
	"plumbline/internal/mockcloud/orchestration/resourcetypes"
	"plumbline/internal/mockcloud/orchestration/stacks"
	"plumbline/internal/mockcloud/orchestration/stacks/abandon"
	"plumbline/internal/mockcloud/orchestration/stacks/actions"
	"plumbline/internal/mockcloud/orchestration/stacks/create"
	"plumbline/internal/mockcloud/orchestration/stacks/deletion"
	"plumbline/internal/mockcloud/orchestration/stacks/lock"
	"plumbline/internal/mockcloud/orchestration/stacks/preview"
	"plumbline/internal/mockcloud/orchestration/stacks/snapshots"
	"plumbline/internal/mockcloud/orchestration/stacks/update"
	"plumbline/internal/mockcloud/orchestration/templates"
	"plumbline/internal/mockcloud/orchestration/walk"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// New makes the service. It fails if the documents, or the data of the resource types, cannot be read.
func New(env *pipeline.Env) (*pipeline.Service, error) {
	chain, err := env.Chain(openapi.Orchestration)
	if err != nil {
		return nil, fmt.Errorf("orchestration: %w", err)
	}
	svc := &pipeline.Service{
		Name:   openapi.Orchestration,
		Prefix: record.Prefix, ProjectInPath: true,
		Chain:     chain,
		Roots:     []string{"/v1"},
		Spelling:  pipeline.Spelling{Root: true},
		Stages:    checks(chain),
		Discovery: discover,
		Render:    faults.Render,
		Refused:   faults.PolicyFault,
		Violated:  faults.SchemaFault,
		ReadWith:  nestedStacks,
	}
	if env.Mutant != nil {
		return svc.WithOperations(operationsOf(env))
	}
	return svc.WithOperations(operations())
}

// operations are the same for all clouds of a process that no mutant changes, and made once.
var operations = sync.OnceValues(func() (pipeline.OperationSet, error) { return operationsOf(&pipeline.Env{}) })

// operationsOf are the operations with the table of locks of an environment, which a mutant may have changed.
func operationsOf(env *pipeline.Env) (pipeline.OperationSet, error) {
	types, err := kinds.All()
	if err != nil {
		return pipeline.OperationSet{}, fmt.Errorf("orchestration: resource types: %w", err)
	}
	table := locks.NewTable(env)
	return pipeline.Unite(
		stacks.Operations(types), create.Operations(types), update.Operations(types, table), preview.Operations(types),
		deletion.Operations(table),
		actions.Operations(table), lock.Operations(table), snapshots.Operations(table), abandon.Operations(table),
		resources.Operations(types, table), signal.Operations(types, table), events.Operations(), walk.Operations(types),
		templates.Operations(types), resourcetypes.Operations(types), configs.Operations(), aboutOperationSet(),
	)
}

// nestedStacks answers the nested stacks of a stack: reading a stack counts as reading them too.
func nestedStacks(txn *state.Txn, id string) (all []string) {
	for nested := range state.Stacks.ByKey(txn, "parent", id) {
		all = append(append(all, nested.ID), nestedStacks(txn, nested.ID)...)
	}
	return all
}
