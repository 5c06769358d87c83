// Package setup holds the options with which a mock cloud is made. Package mockcloud offers those for users; benchmarks, mutants and
// suites in the same process use further ones.
package setup

import (
	"crypto/tls"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/policy"
	"plumbline/mockcloud/seed"
)

// Cloud holds the options of a cloud.
type Cloud struct {
	Env    pipeline.Env
	Seed   seed.Seed
	Policy policy.Mode
	// Control tells whether there is a control API over HTTP; ControlToken is the token that its callers need.
	Control      bool
	ControlToken string
	// Journal is the number of exchanges in the journal; WholeJournal keeps their bodies up to 4 MiB.
	Journal      int
	WholeJournal bool
	// DataDir is the directory for the state; with "" it is kept in memory only.
	DataDir string
}

// Listener holds the options of serving a cloud.
type Listener struct {
	TLS *tls.Config
	// Programs tells that the clients are programs that a suite in this process runs; Before is called before each of their requests.
	Programs bool
	Before   func()
}
