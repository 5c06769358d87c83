package target

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"time"

	"plumbline/internal/openapi/redact"
	"plumbline/internal/steps/wire"
)

// Tools are the target's log, redactor, clock and source of passwords.
type Tools struct {
	Log    wire.Log
	Redact *redact.Redactor
	Now    func() time.Time
	// Secret makes a random password.
	Secret func() string
	// Sleep waits or ends with ctx; nil is the machine's clock.
	Sleep func(context.Context, time.Duration) error
}

// clock is a world.Clock.
type clock interface {
	Now() time.Time
	Sleep(context.Context, time.Duration) error
}

// MakeTools are tools with random passwords.
func MakeTools(log wire.Log, secrets *redact.Redactor, c clock) Tools {
	return Tools{Log: log, Redact: secrets, Now: c.Now, Sleep: c.Sleep, Secret: func() string { return "Pl-" + random(16) }}
}

// NewRunID is a random id of a run.
func NewRunID() string { return random(4) }

// random is n random bytes in hexadecimal.
func random(n int) string {
	b := make([]byte, n)
	_, _ = rand.Read(b) // it ends the program rather than fail
	return hex.EncodeToString(b)
}

// ErrConfiguration marks errors in the operator's settings: an address, a password, an id.
var ErrConfiguration = errors.New("configuration")

// Misconfigured marks an error as one in the operator's settings.
func Misconfigured(err error) error { return &configurationError{err} }

type configurationError struct{ error }

func (e *configurationError) Unwrap() []error { return []error{ErrConfiguration, e.error} }
