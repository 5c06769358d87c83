// Package locks is the table of what a locked stack allows, and the steps that ask it.
package locks

import (
	"strings"

	"plumbline/mockcloud/internal/orchestration/record"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
)

// What becomes of a request to a stack in one of the six states of locking.
const (
	// Proceeds: the request is answered and done as in any other state.
	Proceeds = "proceeds"
	// Refuses: 409, nothing changed.
	Refuses = "refuses"
	// Drops: the request is answered as usual, nothing is done, and an event says so.
	Drops = "drops"
)

// table is the specification's table of allowed actions by state (docs/contract/30-stack-lock.md §2, LCK-50 … LCK-55). Columns
// are what a client may ask for. "Proceeds" leaves everything else to the action itself: cancelling an update of a
// stack that is UNLOCK_COMPLETE is refused as it is in any state but UPDATE_IN_PROGRESS.
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
	// ID is the requirement and the action, "LCK-51.delete": under it a mutant replaces the outcome (pipeline.Row).
	ID string
	// State is the stack_status, Action what is asked for.
	State, Action string
	// Outcome is what the table says, one of Outcomes.
	Outcome  string
	Outcomes []string
	// Requirement is the id of the requirement that the cell is part of.
	Requirement string
}

// requirements are the requirements of the states' rows.
var requirements = map[string]string{
	"LOCK_IN_PROGRESS": "LCK-50", "LOCK_COMPLETE": "LCK-51", "LOCK_FAILED": "LCK-52",
	"UNLOCK_COMPLETE": "LCK-53", "UNLOCK_FAILED": "LCK-54", "UNLOCK_IN_PROGRESS": "LCK-55",
}

// Cells are the 96 cells of the table, state by state.
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

// outcomesOf are the outcomes that a column may have: only signals are dropped.
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

// Table is the table of allowed actions, ready to be asked.
type Table struct{ outcomes map[[2]string]string }

// NewTable reads the table as a mutant leaves it.
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

// DropsSignals tells whether a signal to a stack is dropped in its state.
func (t Table) DropsSignals(s *state.Stack) bool { return t.outcome(s, "signal") == Drops }
