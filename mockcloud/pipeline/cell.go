package pipeline

// CellRef names a cell of a decision table that a service keeps as data: a row of a specification's table, one column of it.
type CellRef struct{ Table, Row, Column string }

// Cell is one cell of a decision table, so that mutants are enumerated from it.
type Cell struct {
	CellRef
	// Outcome is what the table says, one of Outcomes.
	Outcome string
	// Outcomes are all that the cell might say.
	Outcomes []string
	// Requirements are the ids of the requirements that the cell realises.
	Requirements []string
}

// Cell answers what a cell says: its own outcome, unless the mutant has another one.
func (m *Mutant) Cell(at CellRef, outcome string) string {
	if m == nil {
		return outcome
	}
	if other, broken := m.Cells[at]; broken {
		return other
	}
	return outcome
}
