package target

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"plumbline/internal/openapi"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/steps/session"
)

// SweepRun removes what this run has left behind so far, except its users and projects, and records each removal. A resumed
// run begins with it; a run that lost the answer to a creation ends with it.
func (t *Target) SweepRun(ctx context.Context) error {
	var failed []error
	gone := func(s Swept) {
		event := &eventlog.CleanedUp{Kind: s.Kind, ID: s.ID, Name: s.Name}
		if s.Err != nil {
			event.Error = t.Tools.Redact.Text(s.Err.Error())
		}
		failed = append(failed, t.Tools.Log.Append(event))
	}
	_, _, err := t.sweepThings(ctx, t.Prefix(), false, gone)
	return errors.Join(append(failed, err)...)
}

// existing answers the ids, by name, of the identities of a kind that the interrupted run made; none for a new run.
func (t *Target) existing(ctx context.Context, k kept) (map[string]string, error) {
	if !t.Resumed {
		return nil, nil
	}
	found, err := listOf(ctx, t.Main, k, byName(t.Prefix()))
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	for _, l := range found {
		out[l.Name] = l.ID
	}
	return out, nil
}

// resetPassword gives a user of the interrupted run a new password: the old one was never stored.
func (t *Target) resetPassword(ctx context.Context, id, name, password string) error {
	reply, err := t.Main.Call(ctx, session.Call{
		Role: "setup", Service: openapi.Identity, Method: http.MethodPatch, Path: "/users/" + id,
		Body: map[string]any{"user": map[string]any{"password": password}},
	})
	if err == nil && !reply.Is(http.StatusOK) {
		err = fmt.Errorf("reset the password of user %s: identity answers %d %s", name, reply.Status, reply.Message())
	}
	return err
}

// settleTries bounds how often a user logs in again after its password was reset.
const settleTries = 6

// awaitTokens waits until a new token of a user is accepted after the user's password was reset. A new password revokes the
// tokens issued before it, and identity services compare times by the second: a token issued in the same second is refused
// by some services as if it were an old one.
func awaitTokens(ctx context.Context, s *session.Session) error {
	for try := 1; ; try++ {
		reply, err := s.Call(ctx, session.Call{Role: "setup", Service: openapi.Identity, Method: http.MethodGet, Path: "/auth/projects"})
		switch {
		case err != nil:
			return err
		case reply.Is(http.StatusOK):
			return nil
		case !reply.Is(http.StatusUnauthorized) || try == settleTries:
			return fmt.Errorf("the tokens of %s after the reset of its password: identity answers %d %s", s.Actor, reply.Status, reply.Message())
		}
		if err := s.Pause(ctx, time.Second); err != nil {
			return err
		}
		if err := s.Authenticate(ctx); err != nil {
			return err
		}
	}
}
