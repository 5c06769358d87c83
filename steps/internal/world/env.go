package world

import (
	"crypto/rand"
	"io"
	"strconv"
	"sync"
	"sync/atomic"

	"plumbline/openapi"
	"plumbline/reports/eventlog"
	"plumbline/steps/internal/target"
	"plumbline/steps/internal/wire"
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
	// MaxServers bounds how many servers of the run are alive at once; zero is no bound.
	MaxServers int
	// Named is how many names were made before, by the run that this one resumes.
	Named int64
	// Random makes keys; nil is crypto/rand.
	Random io.Reader

	names atomic.Int64
	slots serverSlots
	pace  pace
	// Assigning is held by the case that assigns hypervisors to the run's project.
	Assigning sync.Mutex
	// Shelving keeps cases from shelving while another one has changed what becomes of shelved servers.
	Shelving sync.RWMutex
	// MakeRoom removes a server that nobody uses, and answers false where there is none; nil where none is kept.
	MakeRoom func() bool
	// wanting is how many cases wait until they may create a server.
	wanting atomic.Int64
}

// ServersWanted tells whether a case waits until it may create a server.
func (e *Env) ServersWanted() bool { return e.wanting.Load() > 0 }

// Log takes events; *eventlog.Writer is one.
type Log interface {
	Append(eventlog.Payload) error
}

func (e *Env) Entropy() io.Reader {
	if e.Random == nil {
		return rand.Reader
	}
	return e.Random
}

func (e *Env) checker() *wire.Checker { return &wire.Checker{Profile: e.Profile} }

// Name makes a name that carries the run id: "plumbline-RUN-NAME-N", N making it unique in the run.
func (w *World) Name(name string) string {
	if name == "" {
		name = "it"
	}
	return w.env.Target.Prefix() + name + "-" + strconv.FormatInt(w.env.Named+w.env.names.Add(1), 10)
}
