package features

import (
	"strings"

	"plumbline/internal/openapi"
)

// Scenario is one executable case: a Scenario, or one row of a Scenario Outline.
type Scenario struct {
	ID           string // "rebuild-keypair-reset/lookup#RKP-08": file without its ending, then the row
	Spec         string // value of @spec
	Feature      string // name of the feature
	Rule         string // name of the rule around it, if any
	Name         string // title with the row's values filled in; begins with the row id
	Row          string // "RKP-15a": the requirement's id, with a letter where it has several rows; "LCK-51.update" in a matrix
	Requirements []string
	Tags         []string        // inherited ones included, without the at sign, in order of appearance
	Since        openapi.Version // zero: no lower bound
	Until        openapi.Version // zero: no upper bound
	// Before is what holds one microversion below Since where the documents cannot tell: "same" (every observation), "none"
	// (nothing is tested there), or a status.
	Before     string
	Profiles   []openapi.Profile // the profiles it holds in; never empty
	Needs      []string          // capabilities of the target: "metadata", "block-storage"
	Ops        []string          // operations it exercises: "servers.rebuild"
	Disruptive bool              // changes more than it creates itself
	Boundary   bool              // tests a boundary itself: the sweep adds no variants
	Examples
	URI   string // path inside FS
	Line  int    // line of the scenario, or of the row
	Steps []Step
}

// Examples is the table row of a scenario of an outline; empty for a plain scenario.
type Examples struct {
	ExamplesName string
	Columns      []string
	Cells        []string
}

// Cell returns the row's value in a column, "" where there is none.
func (e Examples) Cell(column string) string {
	for i, c := range e.Columns {
		if c == column && i < len(e.Cells) {
			return e.Cells[i]
		}
	}
	return ""
}

// Step is one sentence with the row's values filled in.
type Step struct {
	Keyword   string // as written: Given, When, Then, And, But
	Kind      Kind   // for And and But: the kind of the step before
	Text      string
	DocString *DocString
	Table     [][]string
	Line      int
}

// DocString is the text block under a step.
type DocString struct {
	MediaType string
	Content   string
}

// Kind is the kind of a step: state, exchange or observation.
type Kind string

// The three kinds of sentences.
const (
	State       Kind = "given"
	Exchange    Kind = "when"
	Observation Kind = "then"
)

// In tells whether the scenario holds in the profile.
func (s Scenario) In(p openapi.Profile) bool {
	for _, have := range s.Profiles {
		if have == p {
			return true
		}
	}
	return false
}

// requirementOf returns the requirement of a row: its id without the trailing letter, or without the cell of a
// matrix ("LCK-51.update").
func requirementOf(row string) string {
	row, _, _ = strings.Cut(row, ".")
	return strings.TrimRight(row, "abcdefghijklmnopqrstuvwxyz")
}
