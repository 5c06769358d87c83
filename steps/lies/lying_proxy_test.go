// Package lies_test puts proxies that lie between the suite and a mock that does not. Each lie is caught by a
// requirement that names the broken sentence; where it breaks none it changes no verdict; and where nothing can be proven
// any more, nothing passes. None of them ends a run with a panic, or keeps it from ending.
package lies_test

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gophercloud/gophercloud/v2"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/mockcloud/embedded"
	"plumbline/internal/mockcloud/mutants"
	"plumbline/internal/openapi"
	"plumbline/internal/reports"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/verdict"
	"plumbline/internal/steps/plan"
	"plumbline/internal/steps/session"
	"plumbline/internal/steps/target"
	"plumbline/internal/steps/world"
	"plumbline/mockcloud"
	"plumbline/mockcloud/clock"
	"plumbline/steps"
)

// answer is what a cloud says, before it is sent on.
type answer struct {
	status int
	header http.Header
	body   string
}

// proxy is a liar at work.
type proxy struct {
	t     *testing.T
	cloud http.Handler
	// lying is on while cases run: what the suite finds out before is true, unless a lie begins earlier.
	lying atomic.Bool
	turn  atomic.Int64
	mu    sync.Mutex
	kept  map[string]answer
	// tokens are those that callers sent.
	tokens map[string]bool
}

// hear remembers the token of a request.
func (p *proxy) hear(r *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if token := r.Header.Get("X-Auth-Token"); len(token) > 8 {
		p.tokens[token] = true
	}
}

// honest asks the cloud.
func (p *proxy) honest(r *http.Request) answer {
	w := httptest.NewRecorder()
	p.cloud.ServeHTTP(w, r)
	return answer{w.Code, w.Header(), w.Body.String()}
}

// another asks the cloud something else in the name of the same caller.
func (p *proxy) another(r *http.Request, method, path string) answer {
	in := r.Clone(r.Context())
	in.Method, in.URL.Path, in.URL.RawPath, in.RequestURI = method, path, "", path
	in.Body, in.ContentLength = http.NoBody, 0
	return p.honest(in)
}

// send gives an answer to the client as it is.
func send(w http.ResponseWriter, a answer) {
	for name, values := range a.header {
		if name != "Content-Length" {
			w.Header()[name] = values
		}
	}
	w.WriteHeader(a.status)
	_, _ = io.WriteString(w, a.body)
}

// bodyOf reads a request's body and leaves it there.
func bodyOf(r *http.Request) string {
	body, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(body))
	return string(body)
}

// found is what a report says of a run against a liar.
type found struct {
	// refused is why the run did not begin, "" when it did.
	refused string
	report  *reports.Report
	log     string
	tokens  map[string]bool
}

func (f *found) verdict(id string) (verdict.Verdict, string) {
	if f.report != nil {
		for _, r := range f.report.Requirements {
			if r.ID == id {
				return r.Verdict, r.Reason
			}
		}
	}
	return 0, f.refused
}

// jumping is a clock that is the cloud's, and goes on when the suite waits.
type jumping struct {
	*clock.Manual
	cloud *mockcloud.Cloud
}

func (c jumping) Sleep(ctx context.Context, d time.Duration) error {
	c.cloud.Control().Advance(d)
	return ctx.Err()
}

// run certifies a cloud behind a liar.
func run(t *testing.T, l lie) *found {
	now := clock.NewManual(time.Now())
	profile := l.profile
	if profile == "" {
		profile = openapi.Shipped
	}
	options := []mockcloud.Option{
		mockcloud.WithClock(now), mockcloud.WithProfile(profile),
		mockcloud.WithLifecycle(clock.After(cmp.Or(l.takes, 200*time.Millisecond))),
	}
	if l.newest != "" {
		options = append(options, mockcloud.WithMaximum("compute", l.newest))
	}
	cloud := newCloud(t, l.mutant, options)
	p := &proxy{t: t, cloud: cloud, kept: map[string]answer{}, tokens: map[string]bool{}}
	p.lying.Store(l.early)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.hear(r)
		if strings.HasPrefix(r.URL.Path, "/_plumbline") || !p.lying.Load() || !l.tell(p, w, r) {
			cloud.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(server.CloseClientConnections)
	t.Cleanup(func() { go server.Close() }) // an answer without an end does not end for Close either
	var written bytes.Buffer
	o := steps.Options{
		Profile: profile, Selection: plan.Selection{Only: l.rows, Specs: l.specs, Disruptive: true, Sweep: l.sweep}, Clock: jumping{
			now,
			cloud,
		}, RunID: "lie", Tool: "test", Fresh: l.fresh,
		Log: eventlog.NewWriter(&written, now.Now), Timeouts: timeouts(), Planned: func(*steps.Planned) { p.lying.Store(true) },
		Target: target.Config{Name: "liar", Kind: target.Mock, Actors: actors(t, server.URL)},
	}
	o.Target.Login = o.Target.Actors["admin"]
	o.Target.Metadata = target.MetadataAccess{URL: server.URL + embedded.MetadataPath, Secret: embedded.MetadataSecret}
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	_, err := steps.Run(ctx, o)
	require.NoError(t, ctx.Err(), "the run came to its end by itself")
	f := &found{log: written.String(), tokens: p.tokens}
	if err != nil {
		f.refused = err.Error()
		return f
	}
	events, err := eventlog.Read(&written)
	require.NoError(t, err)
	catalogue, err := features.Catalogue()
	require.NoError(t, err)
	f.report, err = reports.Build(catalogue, events)
	require.NoError(t, err)
	return f
}

// newCloud makes the cloud behind a liar.
func newCloud(t *testing.T, broken *mutants.Mutant, options []mockcloud.Option) *mockcloud.Cloud {
	t.Helper()
	if broken == nil {
		cloud, err := mockcloud.New(options...)
		require.NoError(t, err)
		return cloud
	}
	handler, err := broken.Cloud(options...)
	require.NoError(t, err)
	cloud, whole := handler.(*mockcloud.Cloud)
	require.True(t, whole, "%s: a rule of the cloud is broken, not what it sends", broken.ID)
	return cloud
}

func timeouts() world.Timeouts {
	out := world.Timeouts{}
	for name := range world.DefaultTimeouts() {
		out[name] = 20 * time.Second
	}
	out["rebuild"] = world.DefaultTimeouts()["rebuild"] // a host waits for block storage longer than 20 s
	out["answer"], out["outage"] = 3*time.Second, time.Millisecond
	return out
}

// actors are the users that a mock begins with.
func actors(t *testing.T, url string) map[string]session.Login {
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
