package world

import (
	"crypto/rand"
	"io"
	"strconv"
	"sync"
	"sync/atomic"

	"plumbline/internal/openapi"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/steps/target"
	"plumbline/internal/steps/wire"
)

// Env is shared by all cases of a run. It is safe for concurrent use.
type Env struct {
	RunID   string
	Profile openapi.Profile
	Target  *target.Target
	// Documents are those of the run; nil are the embedded ones.
	Documents *openapi.Documents
	Log       Log
	Clock     Clock
	Timeouts  Timeouts
	// Max is the newest compute microversion within the run's bounds.
	Max openapi.Version
	// Resources are the images and the flavor found or named.
	Resources target.Resources
	// MaxServers bounds how many servers of the run exist at once; zero is no bound.
	MaxServers int
	// Named is the number of names made by the interrupted run that this one resumes.
	Named int64
	// Random is the source of random bytes for keys; nil is crypto/rand.
	Random io.Reader

	names atomic.Int64
	slots serverSlots
	pace  pace
	// Assigning is locked by the case that assigns hypervisors to the run's project.
	Assigning sync.Mutex
	// Shelving is locked by a case that changes how shelved servers are treated, and read-locked by cases that shelve.
	Shelving sync.RWMutex
	// MakeRoom removes a server that is kept and not in use, and answers false where there is none; it is nil where none is kept.
	MakeRoom func() bool
	// wanting is the number of cases that wait for permission to create a server.
	wanting atomic.Int64
}

// ServersWanted tells whether a case waits for permission to create a server.
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

func (e *Env) checker() *wire.Checker {
	return &wire.Checker{Profile: e.Profile, Documents: e.Documents}
}

// Name makes a name that carries the run id: "plumbline-RUN-NAME-N", N making it unique in the run.
func (w *World) Name(name string) string {
	if name == "" {
		name = "it"
	}
	return w.env.Target.Prefix() + name + "-" + strconv.FormatInt(w.env.Named+w.env.names.Add(1), 10)
}
