// Package plan decides which cases run: scenarios × profile × facts about the target × flags → cases, each with the gate
// that keeps it from running, if any. It is pure.
//
// The boundary sweep adds variants of a scenario tagged @since:X whose subject sentence (the When) names a microversion as
// "at X.Y". Below X the expectation comes from the documents, unless @before says otherwise:
//
//	@before:STATUS   the request is answered STATUS below X, and a refusal changes nothing
//	@before:same     everything the scenario says holds below X, too
//	@before:none     nothing is known of the microversions below X: no variant
//
// @boundary: the scenario tests a boundary itself, so it has no variants.
package plan

import (
	"fmt"

	"plumbline/internal/features"
	"plumbline/internal/openapi"
)

// Variant is the kind of a case in the boundary sweep.
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
	// Attempt counts from 2 where the case is repeated; 0 is the first attempt.
	Attempt int
	// Actor sends the subject exchange; "" where the sentence names none.
	Actor string
	// Actors are all actors that the sentences name, sorted.
	Actors []string
	// Least is the microversion that an answer must name in its headers, or that set-up and observation need; zero for none.
	Least openapi.Version
	// Needs are the capabilities that its sentences require beside those of the scenario's tags.
	Needs []string
	// Exclusive: it changes more than it creates itself, so that no other case runs at the same time.
	Exclusive bool
	// Gate keeps the case from running; nil lets it run.
	Gate *Gate
	// Steps are the sentences to run, rewritten for the variant.
	Steps []features.Step
}

// TryID identifies the attempt: the case's id, with the attempt's number where the case is repeated.
func (c Case) TryID() string {
	if c.Attempt < 2 {
		return c.ID
	}
	return fmt.Sprintf("%s (attempt %d)", c.ID, c.Attempt)
}

// Gate is the reason why a case does not run.
type Gate struct {
	// Verdict is unsupported, excluded, not-run, unobservable or not-applicable.
	Verdict string
	// Reason is one sentence; Probe is the evidence from the target.
	Reason, Probe string
	// Need is what is missing: the name of a capability, "actor reader", "compute 2.96"; "" where nothing is missing.
	Need string
	// Interrupted: the run stopped before the case could run.
	Interrupted bool
	// Shard is the shard that runs the case, where it is another one.
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
