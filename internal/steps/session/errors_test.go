package session_test

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/session"
	"plumbline/internal/steps/wire"
)

// TestAnAnswerThatIsNotWholeInTimeSaysSo: which clock stops a slow body first is chance, what is said of it is not.
func TestAnAnswerThatIsNotWholeInTimeSaysSo(t *testing.T) {
	at, _ := url.Parse("http://127.0.0.1:1")
	for name, err := range map[string]error{
		"the client's clock":                    context.DeadlineExceeded,
		"the context, while the body is read":   fmt.Errorf("%w: %w", wire.ErrCutOff, context.DeadlineExceeded),
		"the connection's, while it is read":    fmt.Errorf("%w: %w", wire.ErrCutOff, os.ErrDeadlineExceeded),
		"the connection's, before it was there": os.ErrDeadlineExceeded,
	} {
		t.Run(name, func(t *testing.T) {
			said := session.Explain(openapi.Compute, at, &url.Error{Op: "Get", URL: "http://127.0.0.1:1/servers", Err: err})
			assert.ErrorContains(t, said, "no whole answer in time")
			assert.ErrorIs(t, said, err)
		})
	}
	said := session.Explain(openapi.Compute, at,
		&url.Error{Op: "Get", URL: "http://127.0.0.1:1/servers", Err: fmt.Errorf("%w: half", wire.ErrCutOff)})
	assert.ErrorContains(t, said, "the answer was cut off; nothing was proven")
}
