// Package embedded is for a suite that runs beside a mock cloud in one process: client programs that it starts, and the
// metadata that guests see.
package embedded

import (
	"plumbline/mockcloud"
	"plumbline/mockcloud/clock"
	"plumbline/mockcloud/internal/inside"
	"plumbline/mockcloud/internal/metadata"
	"plumbline/mockcloud/internal/setup"
)

// Where a mock shows what guests see, below its address, and the secret that a proxy signs requests with.
const (
	MetadataPath   = metadata.Prefix
	MetadataSecret = metadata.Secret
)

// ForPrograms serves programs that the suite runs: whatever mockcloud.WithBaseURL says, links lead to the listener, and
// there is no control API. before is called before each request: where time stands still until somebody waits, a program
// that waits and looks again would look for ever.
func ForPrograms(before func()) mockcloud.ListenOption {
	return func(l *setup.Listener) { l.Programs, l.Before = true, before }
}

// Checkpoint remembers a cloud as it is, with its clock, settings and fault rules, and answers what brings all of it back, as
// often as wanted: tests that begin alike are prepared once. Tokens stay good. Nobody else may ask the cloud meanwhile, and
// its clock must be the one that it was made with (mockcloud.WithClock).
func Checkpoint(cloud *mockcloud.Cloud, own *clock.Manual) (back func()) {
	return inside.Control(cloud).Checkpoint(own)
}

// RestartIDs has the ids and passwords that a cloud makes from now on depend on a name (and mockcloud.WithRandomSeed), and not on
// what it was asked before: tests that run in any order, on any of several clouds, see the same ones.
func RestartIDs(cloud *mockcloud.Cloud, name string) { inside.Control(cloud).RestartIDs(name) }
