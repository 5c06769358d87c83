// Package plan decides what runs: scenarios × profile × what is known of the target × flags → cases,
// each with the gate that keeps it from running, if any. It is pure.
package plan

import (
	"plumbline/features"
	"plumbline/openapi"
)

// Variant is what the boundary sweep made of a scenario.
type Variant string

// The variants; Original is the scenario as it is written.
const (
	Original Variant = ""
	Since1   Variant = "since-1"
	Newest   Variant = "newest"
)

// Case is one scenario at one microversion in one variant.
type Case struct {
	// ID is unique in a run: the scenario's id, "@" and the variant for those of the sweep.
	ID       string
	Scenario features.Scenario
	// At is the microversion of the subject exchange; zero where its sentence names none.
	At      openapi.Version
	Variant Variant
	// Gate keeps the case from running; nil lets it run.
	Gate *Gate
	// Steps are the sentences to run, rewritten for the variant.
	Steps []features.Step
}

// Gate says why a case does not run.
type Gate struct {
	// Verdict is unsupported, excluded, not-run, unobservable or not-applicable.
	Verdict string
	// Reason is one sentence; Probe what was asked of the target to know.
	Reason, Probe string
}
