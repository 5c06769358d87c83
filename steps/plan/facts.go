package plan

import "plumbline/openapi"

// Facts are what is known of a target.
type Facts struct {
	Profile openapi.Profile
	// Min and Max are the compute microversions within the run's bounds; Offered is the target's own maximum.
	Min, Max, Offered openapi.Version
	// Oldest and Documented bound the documents of the profile.
	Oldest, Documented openapi.Version
	// Capabilities by name; a name that is not there counts as absent.
	Capabilities map[string]Capability
	Actors       map[string]Actor
}

// Capability is the outcome of a probe.
type Capability struct {
	Present bool
	// Unknown: it could not be probed.
	Unknown bool
	// Absent is the verdict that its absence gives.
	Absent   string
	Evidence string
	// NeverShipped: no release has it, so that its absence explains itself, whatever the microversion.
	NeverShipped bool
	// Disruptive: it is there, but using it changes more than what a scenario creates itself.
	Disruptive bool
}

// Actor says whether one can be used.
type Actor struct {
	Ready  bool
	Reason string
}

// Selection is what the operator asked for. Empty lists mean everything.
type Selection struct {
	Specs []string
	// Only names requirements, rows, scenarios or cases.
	Only []string
	// Exclude names the same, or tags with their at sign.
	Exclude []string
	// Tags is an expression over tags: "@op:servers.rebuild and not @needs:metadata".
	Tags       string
	Disruptive bool
	// Sweep adds the boundary variants.
	Sweep bool
}
