package plan

import "plumbline/internal/openapi"

// Facts are what is known about a target.
type Facts struct {
	Profile openapi.Profile
	// Min and Max are the compute microversions within the run's bounds; Offered is the target's own maximum.
	Min, Max, Offered openapi.Version
	// Oldest and Documented are the first and the last compute microversion of the profile's documents.
	Oldest, Documented openapi.Version
	// Capabilities by name; one without an entry counts as absent.
	Capabilities map[string]Capability
	Actors       map[string]Actor
	// Pace is how quick the target was while it was probed.
	Pace Pace
}

// Capability is the outcome of a probe.
type Capability struct {
	Present bool
	// Unknown: it could not be probed.
	Unknown bool
	// Absent is the verdict of rows that need it while it is absent.
	Absent   string
	Evidence string
	// NeverShipped: no release has it, so that its absence needs no comparison of microversions.
	NeverShipped bool
	// Disruptive: it is there, but using it changes more than a scenario creates itself.
	Disruptive bool
}

// Actor tells whether an actor can be used.
type Actor struct {
	Ready  bool
	Reason string
}

// Selection is the operator's choice of cases. Empty lists mean everything.
type Selection struct {
	Specs []string
	// Only names requirements, rows, scenarios or cases.
	Only []string
	// Exclude names the same, or tags with their "@".
	Exclude []string
	// Tags is an expression over tags: "@op:servers.rebuild and not @needs:metadata".
	Tags       string
	Disruptive bool
	// Sweep adds the boundary variants.
	Sweep bool
	// Microversions leaves out cases whose request is at another microversion.
	Microversions Range
	// Suite leaves out all but a named part; "" is Full.
	Suite Suite
	// Budget leaves out what does not fit, on the Terms of the run.
	Budget Budget
	Terms  Terms
}
