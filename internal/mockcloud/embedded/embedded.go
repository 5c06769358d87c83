// Package embedded is for a suite in the same process as a mock cloud: it serves client programs that the suite starts, and gives
// access to the metadata that guests see.
package embedded

import (
	"plumbline/internal/mockcloud/cloudcontrol"
	"plumbline/internal/mockcloud/metadata"
	"plumbline/internal/mockcloud/setup"
	"plumbline/mockcloud"
	"plumbline/mockcloud/clock"
)

// The path of the metadata service below the mock's address, and the secret with which a proxy signs requests.
const (
	MetadataPath   = metadata.Prefix
	MetadataSecret = metadata.Secret
)

// ForPrograms serves programs that the suite runs: links lead to the listener, whatever mockcloud.WithBaseURL says, and there is no
// control API. before is called before each request; it can move a clock that otherwise stands still, so that a polling program does
// not poll for ever.
func ForPrograms(before func()) mockcloud.ListenOption {
	return func(l *setup.Listener) { l.Programs, l.Before = true, before }
}

// Checkpoint remembers the state of a cloud, with its clock, settings and fault rules. The function that it answers restores it, any
// number of times: tests with the same beginning need it prepared only once. Tokens stay valid. No other requests may be made
// meanwhile, and own must be the clock that the cloud was made with (mockcloud.WithClock).
func Checkpoint(cloud *mockcloud.Cloud, own *clock.Manual) (back func()) {
	return cloudcontrol.Of(cloud).Checkpoint(own)
}

// RestartIDs makes the following ids and passwords of a cloud depend on a name only (and on mockcloud.WithRandomSeed), not on
// previous requests: tests that run in any order, on any of several clouds, see the same ones.
func RestartIDs(cloud *mockcloud.Cloud, name string) { cloudcontrol.Of(cloud).RestartIDs(name) }
