package underfire_test

import (
	"bytes"
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gophercloud/gophercloud/v2"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/mockcloud/mutants"
	"plumbline/internal/openapi"
	"plumbline/internal/reports"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/verdict"
	"plumbline/internal/steps/plan"
	"plumbline/internal/steps/session"
	"plumbline/internal/steps/target"
	"plumbline/internal/steps/wire"
	"plumbline/internal/steps/world"
	"plumbline/mockcloud"
	"plumbline/steps"
)

// subject is a row to put under fire, on a sound cloud or on one that it finds broken.
type subject struct {
	profile  openapi.Profile
	scenario features.Scenario
	mutant   *mutants.Mutant
	// asks is how many requests it makes, at is the number of the one that it is about.
	asks, at int
}

func (s subject) String() string {
	if s.mutant != nil {
		return s.scenario.Row + " broken"
	}
	return s.scenario.Row
}

func (s subject) cloud(url string) (http.Handler, error) {
	if s.mutant != nil {
		return s.mutant.Cloud(mockcloud.WithBaseURL(url))
	}
	return mockcloud.New(mockcloud.WithProfile(s.profile), mockcloud.WithBaseURL(url))
}

// result is what the report of a run says of its one row.
type result struct {
	verdict verdict.Verdict
	reason  string
	// asked is how many requests the row made. subject is the number of the one that it is about, 0 for none; sent is
	// how often that was sent.
	asked, subject, sent int
}

// run certifies a cloud of the subject's with its row alone, while a toxic strikes from the n-th request of the row on.
func (s subject) run(t *testing.T, x toxic, from int) (r result) {
	f := light(t, s.cloud)
	var written bytes.Buffer
	o := options(f, s.profile, x.answer)
	o.Scenarios = []features.Scenario{s.scenario}
	o.Log = &ear{eventlog.NewWriter(&written, time.Now), func(*eventlog.CaseDone) {
		r.asked = f.asked()
		f.mend()
	}}
	o.Planned = func(*steps.Planned) {
		f.aim(x, func(n int, _ *http.Request) bool {
			return x.on() != nothing && n >= from && (x.lasts == 0 || n < from+x.lasts)
		})
	}
	_, err := steps.Run(context.Background(), o)
	require.NoError(t, err)
	events, err := eventlog.Read(&written)
	require.NoError(t, err)
	r.judge(t, events)
	return r
}

// judge reads the log as everybody does who was not there.
func (r *result) judge(t *testing.T, events []eventlog.Event) {
	n := 0
	for _, e := range events {
		x := e.Exchanged
		if x == nil || x.Case == "" || x.Method == eventlog.ProgramRun || strings.Contains(x.URL, "/_plumbline") {
			continue
		}
		if n++; x.Role == "subject" {
			r.subject, r.sent = n, r.sent+1
		}
	}
	catalogue, err := features.Catalogue()
	require.NoError(t, err)
	report, err := reports.Build(catalogue, events)
	require.NoError(t, err)
	for _, requirement := range report.Requirements {
		for _, row := range requirement.Rows {
			r.verdict, r.reason = row.Verdict, row.Reason
		}
	}
	require.NotEmpty(t, r.verdict, "a run of one row has one row")
}

// ear is a log that hears when a case is done.
type ear struct {
	wire.Log
	done func(*eventlog.CaseDone)
}

func (e *ear) Append(p eventlog.Payload) error {
	if done, ok := p.(*eventlog.CaseDone); ok {
		e.done(done)
	}
	return e.Log.Append(p)
}

// jumping is a clock that waits by moving on: time-outs of the suite run out at once, those of the network do not.
type jumping struct {
	mu   sync.Mutex
	gone time.Duration
}

func (c *jumping) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().Add(c.gone)
}

func (c *jumping) Sleep(ctx context.Context, d time.Duration) error {
	c.mu.Lock()
	c.gone += d
	c.mu.Unlock()
	return ctx.Err()
}

// options are a run against the cloud behind the network, with the users that it has for actors.
func options(f *fire, profile openapi.Profile, answer time.Duration) steps.Options {
	o := steps.Options{
		Profile: profile, Selection: plan.Selection{Disruptive: true}, Clock: &jumping{}, Timeouts: world.Timeouts{}, RunID: "fire", Tool: "test",
		Target: target.Config{Name: "mock", Kind: target.Mock, Actors: logins(f.t, f.url)},
	}
	for name := range world.DefaultTimeouts() {
		o.Timeouts[name] = 5 * time.Second
	}
	o.Timeouts["answer"], o.Timeouts["outage"] = answer, time.Millisecond
	o.Target.Login = o.Target.Actors["admin"]
	return o
}

// logins are the users that a mock at an address begins with, by actor.
func logins(t *testing.T, url string) map[string]session.Login {
	cloud, err := mockcloud.New(mockcloud.WithBaseURL(url))
	require.NoError(t, err)
	out := map[string]session.Login{}
	for _, actor := range cloud.Actors() {
		c := cloud.ClientConfig(actor)
		scope := &gophercloud.AuthScope{ProjectName: c.ProjectName, DomainName: c.ProjectDomainName}
		if c.System {
			scope = &gophercloud.AuthScope{System: true}
		}
		out[actor] = session.Login{
			Options: gophercloud.AuthOptions{
				IdentityEndpoint: c.AuthURL, Username: c.Username, Password: c.Password,
				DomainName: c.UserDomainName, Scope: scope,
			},
			Region: c.Region, Interface: "public", Source: "seed",
		}
	}
	return out
}
