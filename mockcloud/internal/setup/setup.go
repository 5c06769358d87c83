// Package setup is what a mock cloud is made with. Package mockcloud shows the choices that are a user's; benchmarks, mutants
// and suites that run in the same process have others.
package setup

import (
	"crypto/tls"

	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/policy"
	"plumbline/mockcloud/seed"
)

// Cloud is what a cloud is made with.
type Cloud struct {
	Env    pipeline.Env
	Seed   seed.Seed
	Policy policy.Mode
	// Control tells whether there is a control API over HTTP, ControlToken what it asks callers for.
	Control      bool
	ControlToken string
	// Journal is how many exchanges are remembered; WholeJournal keeps their bodies up to 4 MiB.
	Journal      int
	WholeJournal bool
	// DataDir keeps the state; "" keeps it in memory.
	DataDir string
}

// Listener is how a cloud is served.
type Listener struct {
	TLS *tls.Config
	// Programs serves programs that a suite in this process runs; Before is called before each of their requests.
	Programs bool
	Before   func()
}
