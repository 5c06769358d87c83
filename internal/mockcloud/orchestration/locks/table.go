// Package locks holds the table of the requests that a locked stack allows, and the steps that apply it.
package locks

import (
	"strings"

	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// The outcomes of a request to a stack in one of the six states of locking.
const (
	// Proceeds: the request is answered and done as in any other state.
	Proceeds = "proceeds"
	// Refuses: 409, nothing changed.
	Refuses = "refuses"
	// Drops: the request is answered as usual, nothing is done, and an event says so.
	Drops = "drops"
)

// table is the specification's table of allowed actions by state (docs/contract/30-stack-lock.md §2, LCK-50 … LCK-55). The columns
// are the requests of a client. "Proceeds" leaves everything else to the action itself: cancelling an update of a stack that is
// UNLOCK_COMPLETE is refused as in any state but UPDATE_IN_PROGRESS.
const table = `
state              | lock     | unlock   | delete   | update   | patch    | suspend  | resume   | check    | snapshot | restore  | delete_snapshot | cancel_update | cancel_without_rollback | abandon  | signal   | mark_unhealthy
LOCK_IN_PROGRESS   | refuses  | refuses  | refuses  | refuses  | refuses  | refuses  | refuses  | refuses  | refuses  | refuses  | refuses         | refuses       | refuses                 | refuses  | drops    | refuses
LOCK_COMPLETE      | proceeds | proceeds | refuses  | refuses  | refuses  | refuses  | refuses  | refuses  | refuses  | refuses  | refuses         | refuses       | refuses                 | refuses  | drops    | refuses
LOCK_FAILED        | proceeds | proceeds | proceeds | refuses  | refuses  | refuses  | refuses  | refuses  | refuses  | refuses  | refuses         | refuses       | refuses                 | refuses  | drops    | refuses
UNLOCK_IN_PROGRESS | refuses  | refuses  | refuses  | refuses  | refuses  | refuses  | refuses  | refuses  | refuses  | refuses  | refuses         | refuses       | refuses                 | refuses  | drops    | refuses
UNLOCK_COMPLETE    | proceeds | refuses  | proceeds | proceeds | proceeds | proceeds | proceeds | proceeds | proceeds | proceeds | proceeds        | proceeds      | proceeds                | proceeds | proceeds | proceeds
UNLOCK_FAILED      | refuses  | proceeds | proceeds | refuses  | refuses  | refuses  | refuses  | refuses  | refuses  | refuses  | refuses         | refuses       | refuses                 | refuses  | drops    | refuses
`

// Cell is one cell of the table.
type Cell struct {
	// ID is the requirement and the action, "LCK-51.delete"; a mutant changes the outcome under this id (pipeline.Row).
	ID string
	// State is the stack_status, Action the requested action.
	State, Action string
	// Outcome is the outcome in the table, one of Outcomes.
	Outcome  string
	Outcomes []string
	// Requirement is the id of the requirement that the cell is part of.
	Requirement string
}

// requirements are the requirements of the table's rows, by state.
var requirements = map[string]string{
	"LOCK_IN_PROGRESS": "LCK-50", "LOCK_COMPLETE": "LCK-51", "LOCK_FAILED": "LCK-52",
	"UNLOCK_COMPLETE": "LCK-53", "UNLOCK_FAILED": "LCK-54", "UNLOCK_IN_PROGRESS": "LCK-55",
}

// Cells are the 96 cells of the table, row by row.
func Cells() []Cell {
	lines := strings.Split(strings.TrimSpace(table), "\n")
	columns := fields(lines[0])[1:]
	var out []Cell
	for _, line := range lines[1:] {
		row := fields(line)
		for i, outcome := range row[1:] {
			requirement := requirements[row[0]]
			out = append(out, Cell{
				ID: requirement + "." + columns[i], State: row[0], Action: columns[i],
				Outcome: outcome, Outcomes: outcomesOf(columns[i]), Requirement: requirement,
			})
		}
	}
	return out
}

// outcomesOf are the outcomes that a column can have: only signals can be dropped.
func outcomesOf(column string) []string {
	if column == "signal" {
		return []string{Proceeds, Drops}
	}
	return []string{Proceeds, Refuses}
}

func fields(line string) []string {
	out := strings.Split(line, "|")
	for i := range out {
		out[i] = strings.TrimSpace(out[i])
	}
	return out
}

// Table holds the outcomes by state and action.
type Table struct{ outcomes map[[2]string]string }

// NewTable reads the table with the changes of the active mutant.
func NewTable(env *pipeline.Env) Table {
	t := Table{outcomes: map[[2]string]string{}}
	for _, c := range Cells() {
		t.outcomes[[2]string{c.State, c.Action}] = pipeline.Row(env, c.ID, c.Outcome)
	}
	return t
}

func (t Table) outcome(s *state.Stack, column string) string {
	return t.outcomes[[2]string{record.Status(s), column}]
}

// DropsSignals tells whether the table drops a signal to the stack in its state.
func (t Table) DropsSignals(s *state.Stack) bool { return t.outcome(s, "signal") == Drops }
