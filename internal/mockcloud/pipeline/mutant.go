package pipeline

import "plumbline/internal/openapi"

// Mutant is a mock with one rule broken on purpose.
type Mutant struct {
	ID string
	// Chain replaces documents.
	Chain map[openapi.Service]*openapi.Chain
	// Policy replaces rules' expressions by name.
	Policy map[string]string
	// DropSteps leaves steps out; SwapSteps has a step and the one after it change places.
	DropSteps, SwapSteps []StepRef
	// DropStages leaves stages out; SwapStages has a stage and the one after it change places.
	DropStages, SwapStages []StageRef
	// StepStatus and StageStatus change the status with which a step or a stage refuses.
	StepStatus  map[StepRef]int
	StageStatus map[StageRef]int
	// Postpone has a stage run behind the first step of an operation, by the operation's id.
	Postpone map[string]StageRef
	// Rows replaces rows of decision tables by id; each value has the type of its table's rows.
	Rows map[string]any
	// Ignore takes keys out of decoded bodies once the schema has let them pass, by operation: the
	// operation never learns of them. The keys are those of the object under the body's only key.
	Ignore map[string][]string
	// Tamper changes answers before they are written: it gets the operation's id, the status and the
	// projected value, and answers what to write.
	Tamper func(operation string, status int, value any) (int, any)
}

// Row is a row of a decision table as the mutant leaves it.
func Row[T any](e *Env, id string, row T) T {
	if e.Mutant != nil {
		if broken, ok := e.Mutant.Rows[id].(T); ok {
			return broken
		}
	}
	return row
}

// StepRef names a step of an operation (or of a kind of event).
type StepRef struct{ Operation, Step string }

// StageRef names a stage of a service.
type StageRef struct {
	Service openapi.Service
	Stage   string
}
