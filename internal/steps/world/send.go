package world

import (
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/gavv/httpexpect/v2"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/plan"
	"plumbline/internal/steps/session"
	"plumbline/internal/steps/wire"
)

// Subject sends the exchange that the scenario is about: exactly one per scenario, never retried. Any answer is accepted
// here; Then sentences check it. An error means that there was no answer.
func (w *World) Subject(r Request) (*Exchange, error) {
	if w.subject != nil {
		return nil, errors.New("the scenario has a second subject exchange; it may have one")
	}
	if w.c.Variant == plan.Since1 {
		before, err := w.snapshot(r)
		if err != nil {
			return nil, err
		}
		w.before = before
	}
	x, err := w.Do(Subject, r)
	w.subject = x
	return x, err
}

// Last is the answer of the subject exchange; it stops the step when there is none.
func (w *World) Last() *Exchange {
	if w.subject == nil {
		panic(Stop{errors.New("the scenario has no subject exchange yet")})
	}
	return w.subject
}

// Asked is the answer of the subject exchange, nil where there is none.
func (w *World) Asked() *Exchange { return w.subject }

// Setup sends a request of a Given sentence, or of Tidy. Any status not in want (none: not 2xx) is an error.
func (w *World) Setup(r Request, want ...int) (*Exchange, error) {
	role := Setup
	if w.tidying {
		role = Cleanup
	}
	x, err := w.do(role, r, want)
	if err == nil && !x.is(want) {
		err = fmt.Errorf("set-up: %s %s as %s at %q answers %s", r.Method, r.Path, r.Actor, r.At, x.Summary())
	}
	return x, err
}

// Observe sends a request of a Then sentence. Any status not in want (none: not 2xx) is a Failure.
func (w *World) Observe(r Request, want ...int) (*Exchange, error) {
	x, err := w.do(Observe, r, want)
	if err == nil && !x.is(want) {
		err = Failf("%s %s as %s at %q answers %s", r.Method, r.Path, r.Actor, r.At, x.Summary())
	}
	return x, err
}

// Do sends a request in a role and answers any answer. After a 401 with an expired token, the request is sent once more with a
// new token; for the subject exchange it is an error. Failures on the way are retried (session.MayRetry), except for the subject
// exchange. A service that still is unavailable (session.IsUnavailable) is an error, also where the service itself says so.
func (w *World) Do(role Role, r Request) (*Exchange, error) { return w.do(role, r, nil) }

// do is Do for a sender that expects certain statuses: an answer with one of them is never retried.
func (w *World) do(role Role, r Request, want []int) (*Exchange, error) {
	if r.Service == "" {
		r.Service = openapi.Compute
	}
	if x := w.lookedAlready(role, r); x != nil {
		return x, nil
	}
	w.noteChange(role, r.Method)
	asked := w.env.Clock.Now()
	x, by, err := w.sendRetrying(role, r, want)
	if err == nil && x.Status == http.StatusUnauthorized && by != nil && by.Expired() && !r.replacesToken() {
		if role == Subject {
			return x, fmt.Errorf("the token of %s ran out during the subject exchange; nothing was proven", r.Actor)
		}
		if err := by.Renew(w.Ctx); err != nil {
			return nil, err
		}
		x, _, err = w.sendRetrying(role, r, want)
	}
	w.keepChange(x, err)
	if err == nil {
		w.keepLook(role, x, asked)
	} else {
		w.LookAnew()
	}
	if err == nil && role != Subject && session.IsUnavailable(x.Status) && !slices.Contains(want, x.Status) {
		return x, fmt.Errorf("%s %s as %s answers %s: the service cannot be had just now, nothing was proven", r.Method, r.Path,
			r.Actor, x.Summary())
	}
	return x, err
}

// sendRetrying sends a request, and sends it again where session.MayRetry allows.
func (w *World) sendRetrying(role Role, r Request, want []int) (*Exchange, *session.Session, error) {
	for n := 0; ; n++ {
		x, by, err := w.send(role, r, n)
		var status int
		var header http.Header
		if x != nil {
			status, header = x.Status, x.Header
		}
		if w.unanswered = session.IsUnanswered(err); session.MayBeLost(r.Method, status, err) {
			w.env.Target.LoseTrack()
		}
		if role == Subject || n == session.Retries || w.Ctx.Err() != nil || slices.Contains(want, status) ||
			!session.MayRetry(r.Method, status, err) {
			return x, by, err
		}
		if w.env.Clock.Sleep(w.Ctx, session.RetryPause(n+1, header)) != nil {
			return x, by, err
		}
	}
}

func (w *World) send(role Role, r Request, retry int) (*Exchange, *session.Session, error) {
	by, err := w.env.Target.Actor(r.Actor)
	if err != nil {
		return nil, nil, err
	}
	address, err := w.address(by, r)
	if err != nil {
		return nil, by, err
	}
	header, body, err := w.content(by, r)
	if err != nil {
		return nil, by, err
	}
	x := &Exchange{ID: w.env.Target.NextExchange(), Role: role, Asked: r, URL: address.String(), sent: body, Version: w.versionOf(r)}
	sender := w.env.Target.Main
	if by != nil {
		sender = by
	}
	wireTo := &capture{next: sender.Client, sent: body}
	ctx := wire.WithNote(w.Ctx, wire.Note{
		Case: w.c.ID, Attempt: w.c.Attempt, Retry: retry, ID: x.ID, Role: string(role), Actor: r.Actor, Service: r.Service,
		Path: r.documented(), Version: x.Version, Drift: &x.Drift, JSON: &x.JSON,
	})
	httpexpect.NewRequestC(httpexpect.Config{Client: wireTo, Context: ctx, AssertionHandler: &collector{}}, r.Method, "").
		WithTransformer(func(req *http.Request) { prepare(req, address, header) }).
		Expect()
	if wireTo.err != nil {
		return nil, by, fmt.Errorf("%s %s as %s: %w", r.Method, r.Path, r.Actor, session.Explain(r.Service, address, wireTo.err))
	}
	if wireTo.resp == nil {
		return nil, by, fmt.Errorf("%s %s: the request could not be built", r.Method, r.Path)
	}
	x.takeCapture(wireTo)
	return x, by, nil
}

// versionOf is the microversion of the document to check the answer against; zero lets the answer's own header decide.
func (w *World) versionOf(r Request) openapi.Version {
	if r.At == "latest" {
		return w.env.Target.Offered
	}
	v, err := openapi.ParseVersion(r.At)
	if err != nil || r.replacesVersion() {
		return openapi.Version{}
	}
	return v
}

func (x *Exchange) is(want []int) bool {
	if len(want) == 0 {
		return x.Status >= 200 && x.Status < 300
	}
	return slices.Contains(want, x.Status)
}
