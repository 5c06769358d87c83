// Package plan decides what runs: scenarios × profile × what is known of the target × flags → cases,
// each with the gate that keeps it from running, if any. It is pure.
//
// The boundary sweep adds variants of a scenario tagged @since:X whose subject sentence (the When) names
// a microversion as "at X.Y". Below X the expectation comes from the documents, unless @before says
// otherwise:
//
//	@before:STATUS   the request is answered STATUS below X, and a refusal changes nothing
//	@before:same     everything the scenario says holds below X, too
//	@before:none     nothing can be said of the time before X: no variant
//
// @boundary says that the scenario states a boundary itself: no variants.
package plan

import (
	"fmt"

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
	// Attempt counts from 2 where the case is repeated; 0 is the first.
	Attempt int
	// Actor makes the subject exchange; "" where the sentence names nobody.
	Actor string
	// Actors are all that the sentences name, sorted.
	Actors []string
	// Least is the microversion that an answer is to name in its headers, or that set-up and observation need; zero for none.
	Least openapi.Version
	// Needs are the capabilities that its sentences ask for beside the scenario's tags.
	Needs []string
	// Exclusive says that it changes more than what it creates itself: nothing runs beside it.
	Exclusive bool
	// Gate keeps the case from running; nil lets it run.
	Gate *Gate
	// Steps are the sentences to run, rewritten for the variant.
	Steps []features.Step
}

// TryID names the attempt: the case's id, with the number where the case is repeated.
func (c Case) TryID() string {
	if c.Attempt < 2 {
		return c.ID
	}
	return fmt.Sprintf("%s (attempt %d)", c.ID, c.Attempt)
}

// Gate says why a case does not run.
type Gate struct {
	// Verdict is unsupported, excluded, not-run, unobservable or not-applicable.
	Verdict string
	// Reason is one sentence; Probe what was asked of the target to know.
	Reason, Probe string
	// Need is what is missing: the name of a capability, "actor reader", "compute 2.96"; "" where nothing is.
	Need string
	// Interrupted: the run stopped before the case had its turn.
	Interrupted bool
	// Shard is the part of the run that takes the case, where that is another one.
	Shard string
}

// The verdicts that a gate gives.
const (
	Unsupported   = "unsupported"
	Excluded      = "excluded"
	NotRun        = "not-run"
	Unobservable  = "unobservable"
	NotApplicable = "not-applicable"
)
