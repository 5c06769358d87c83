// Package embedded is for a suite that runs beside a mock cloud in one process: client programs that it starts, and the
// metadata that guests see.
package embedded

import (
	"plumbline/mockcloud"
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
