// Package wire sends requests to a target: it records every exchange, redacted, and checks every answer against the
// documents of the profile.
package wire

import (
	"context"

	"plumbline/internal/openapi"
)

// Note describes a request: its case, purpose and document. It travels in the request's context.
type Note struct {
	// Case is empty outside any case.
	Case string
	// Attempt counts from 2 where a case is repeated; Retry counts from 1 where the request is sent again.
	Attempt, Retry int
	// ID becomes the exchange's id; empty lets the recorder choose one.
	ID string
	// Role is setup, subject, observe, cleanup or probe.
	Role    string
	Actor   string
	Service openapi.Service
	// Path is the path below the service's versioned root, for the check against the documents; empty
	// leaves the answer unchecked (unversioned roots, the metadata API, a control API).
	Path string
	// Version is the microversion asked for; zero is the service's oldest.
	Version openapi.Version
	// Drift receives the violations that the check found, for the step that looks at them.
	Drift *[]*openapi.Violation
	// JSON receives the decoded answer, where it is JSON and there was a document to check it against.
	JSON *any
}

type noteKey struct{}

// WithNote attaches a note to the context of a request.
func WithNote(ctx context.Context, n Note) context.Context {
	return context.WithValue(ctx, noteKey{}, n)
}

func noteOf(ctx context.Context) Note {
	n, _ := ctx.Value(noteKey{}).(Note)
	return n
}
