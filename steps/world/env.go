package world

import (
	"plumbline/openapi"
	"plumbline/reports/eventlog"
	"plumbline/steps/target"
)

// Env is what all cases of a run share. It is safe for concurrent use.
type Env struct {
	RunID    string
	Profile  openapi.Profile
	Target   *target.Target
	Log      Log
	Clock    Clock
	Timeouts Timeouts
	// Max is the newest compute microversion within the run's bounds.
	Max openapi.Version
	// Resources are the images and the flavor found or named.
	Resources target.Resources
}

// Log takes events; *eventlog.Writer is one.
type Log interface {
	Append(eventlog.Payload) error
}
