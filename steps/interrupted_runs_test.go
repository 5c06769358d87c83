package steps_test

import (
	"bytes"
	"context"
	"errors"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gophercloud/gophercloud/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/mockcloud/machineclock"
	"plumbline/internal/openapi"
	"plumbline/internal/openapi/redact"
	"plumbline/internal/reports"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/steps/resumption"
	"plumbline/internal/steps/session"
	"plumbline/internal/steps/sweeping"
	"plumbline/internal/steps/target"
	"plumbline/internal/steps/wire"
	"plumbline/internal/steps/world"
	"plumbline/mockcloud"
	"plumbline/steps"
)

// shared is a cloud that outlives the runs against it, as a real one does: its users are made by the runs.
type shared struct {
	cloud *mockcloud.Cloud
	time  mockTime
	login session.Login
}

func newShared(t *testing.T, more ...mockcloud.Option) *shared {
	t.Helper()
	return newSharedAt(t, "http://mock.invalid", more...)
}

// listen is newShared for rows with client programs: the cloud listens on loopback.
func listen(t *testing.T) *shared {
	t.Helper()
	at, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	s := newSharedAt(t, "http://"+at.Addr().String())
	server := &http.Server{Handler: s.cloud, ReadHeaderTimeout: time.Minute}
	go server.Serve(at) //nolint:errcheck // it ends with the test
	t.Cleanup(func() { assert.NoError(t, server.Close()) })
	return s
}

func newSharedAt(t *testing.T, baseURL string, more ...mockcloud.Option) *shared {
	t.Helper()
	manual := &machineclock.Clock{}
	cloud, err := mockcloud.New(append(more, mockcloud.WithClock(manual), mockcloud.WithBaseURL(baseURL))...)
	require.NoError(t, err)
	admin := cloud.ClientConfig("admin")
	return &shared{cloud, mockTime{manual, cloud}, session.Login{Region: admin.Region, Interface: "public", Options: gophercloud.AuthOptions{
		IdentityEndpoint: admin.AuthURL, Username: admin.Username, Password: admin.Password, DomainName: admin.UserDomainName,
		Scope: &gophercloud.AuthScope{ProjectName: admin.ProjectName, DomainName: admin.ProjectDomainName},
	}}}
}

func (s *shared) options(t *testing.T, log wire.Log) steps.Options {
	t.Helper()
	scenarios, err := features.Parse("microversions/made-up.feature", []byte(feature))
	require.NoError(t, err)
	return steps.Options{
		Profile: openapi.Shipped, Scenarios: scenarios, Tool: "test", MaxServers: 4, Clock: s.time, Log: log,
		Target: target.Config{Name: "mock", Kind: target.Mock, Handler: s.cloud, Login: s.login},
	}
}

// frozen is the log of a run that stops dead when it has so many lines: what a kill -9 looks like from outside.
type frozen struct {
	wire.Log
	lines  int
	dead   chan struct{}
	always chan struct{}
	once   *sync.Once
}

func freeze(log wire.Log, lines int, always chan struct{}) *frozen {
	return &frozen{log, lines, make(chan struct{}), always, &sync.Once{}}
}

func (f *frozen) Append(p eventlog.Payload) error {
	if f.lines == 0 {
		f.once.Do(func() { close(f.dead) })
		<-f.always
		return errors.New("dead")
	}
	f.lines--
	return f.Log.Append(p)
}

// kill runs against the cloud until the log has so many lines more, and answers whether it came that far.
func (s *shared) kill(t *testing.T, log *bytes.Buffer, lines int, change func(*steps.Options)) (killed bool) {
	t.Helper()
	before, err := eventlog.ReadLog(bytes.NewReader(log.Bytes()))
	require.NoError(t, err)
	always := make(chan struct{})
	f := freeze(eventlog.Continue(log, s.time.Now, before), lines, always)
	o := s.options(t, f)
	o.Resume, err = resumption.Read(before.Events)
	require.NoError(t, err)
	if change != nil {
		change(&o)
	}
	done := make(chan error, 1)
	go func() {
		_, err := steps.Run(context.Background(), o)
		done <- err
	}()
	select {
	case <-f.dead:
		t.Cleanup(func() { close(always); <-done })
		return true
	case err := <-done:
		require.NoError(t, err)
		return false
	}
}

// verdicts are what a report of the log says of each row.
func verdicts(t *testing.T, log *bytes.Buffer) map[string]string {
	t.Helper()
	catalogue, err := features.Catalogue()
	require.NoError(t, err)
	report, err := reports.Build(catalogue, events(t, log))
	require.NoError(t, err)
	assert.True(t, report.Run.Complete, report.Run.Stopped)
	assert.Empty(t, report.Leaks)
	assert.Empty(t, report.Cleanup)
	out := map[string]string{}
	for _, r := range report.Requirements {
		for _, row := range r.Rows {
			out[row.Case] = row.Verdict.String() + " " + row.Reason
		}
	}
	return out
}

// left is what a sweep of every run would still find.
func (s *shared) left(t *testing.T) (out []string) {
	t.Helper()
	require.NoError(t, sweeping.Sweep{
		Target: s.options(t, nil).Target, Clock: world.Machine{}, Redact: redact.New(), Dry: true,
		Gone: func(l target.Swept) { out = append(out, l.Kind+" "+l.Name) },
	}.Do(context.Background()))
	return out
}

// TestSoakKilledAtAnyLine kills a run at one line of its log after the other, twice each, and resumes it.
func TestSoakKilledAtAnyLine(t *testing.T) {
	var calm bytes.Buffer
	require.False(t, newShared(t).kill(t, &calm, 1<<30, nil))
	want := verdicts(t, &calm)
	require.NotEmpty(t, want)
	total := len(events(t, &calm))
	step := total/6 + 1
	if os.Getenv("PLUMBLINE_SOAK") == "full" {
		step = 1
	}
	for at := 1; at < total; at += step {
		s := newShared(t)
		var log bytes.Buffer
		require.True(t, s.kill(t, &log, at, nil), "line %d of %d", at, total)
		s.kill(t, &log, at/2+1, nil) // where that is more than was left to do, it came to its end
		if all := events(t, &log); all[len(all)-1].RunEnded == nil {
			require.False(t, s.kill(t, &log, 1<<30, nil))
		}
		assert.Equal(t, want, verdicts(t, &log), "killed at line %d", at)
		assert.Empty(t, s.left(t), "killed at line %d", at)
		assert.NotContains(t, log.String(), `"password":"Pl-`, "passwords are never stored")
	}
}

func TestAResumeWithOtherRulesIsRefused(t *testing.T) {
	s := newShared(t)
	var log bytes.Buffer
	require.True(t, s.kill(t, &log, 70, nil))
	before := events(t, &log)
	resume, err := resumption.Read(before)
	require.NoError(t, err)
	for _, row := range []struct {
		name   string
		change func(*steps.Options)
		says   string
	}{
		{"another profile", func(o *steps.Options) { o.Profile = openapi.Specified }, `profile was "shipped", and is "specified" now`},
		{
			"another selection", func(o *steps.Options) { o.Selection.Exclude = []string{"MVN-01"} },
			`selection was {}, and is {"exclude":["MVN-01"]} now`,
		},
		{"other waivers", func(o *steps.Options) {
			o.Waivers = []eventlog.Waiver{{ID: "MVN-02", Reason: "known", Until: "2999-12-31"}}
		}, `waivers was [], and is [{"id":"MVN-02"`},
		{"another suite", func(o *steps.Options) { o.Digests.Features = "other" }, `suite (digest of the features) was "", and is "other" now`},
		{"other documents", func(o *steps.Options) { o.Digests.Documents = "other" }, `suite (digest of the documents) was ""`},
		{"a shard", func(o *steps.Options) { o.Shard = &eventlog.Shard{Index: 1, Count: 2} }, `--shard was "", and is "1/2" now`},
		{"repeats", func(o *steps.Options) { o.Repeat = 3 }, `--repeat was 1, and is 3 now`},
		{"another target", func(o *steps.Options) { o.Target.Name = "prod" }, "the target was mock (mock), and is prod (mock) now"},
		{
			"a target in another condition", func(o *steps.Options) { o.Target.Bound = openapi.MustVersion("2.50") },
			"was open, and is unsupported now",
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			var more bytes.Buffer
			o := s.options(t, eventlog.NewWriter(&more, s.time.Now))
			o.Resume = resume
			row.change(&o)
			_, err := steps.Run(context.Background(), o)
			require.ErrorIs(t, err, resumption.ErrResume)
			require.ErrorIs(t, err, target.ErrConfiguration)
			assert.ErrorContains(t, err, row.says)
		})
	}
}

func TestATargetThatIsGoneInterruptsTheRun(t *testing.T) {
	s := newShared(t)
	var log bytes.Buffer
	gone := false
	o := s.options(t, eventlog.NewWriter(&log, s.time.Now))
	o.Target.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// From the server of MVN-02 on nothing answers.
		gone = gone || r.Method == "POST" && r.URL.Path == "/compute/v2.1/servers" &&
			strings.Contains(r.Header.Get("OpenStack-API-Version"), "2.37")
		if gone {
			panic(http.ErrAbortHandler)
		}
		s.cloud.ServeHTTP(w, r)
	})
	outcome, err := steps.Run(context.Background(), o)
	require.NoError(t, err)
	assert.True(t, outcome.Interrupted)
	assert.Contains(t, outcome.Stopped, "the target did not answer for 1m0s (time-out outage)")
	all := events(t, &log)
	end := all[len(all)-1].RunEnded
	require.NotNil(t, end)
	assert.True(t, end.Interrupted)
	assert.Equal(t, outcome.Stopped, end.Reason)
	assert.Contains(t, story(all), "MVN-03 not-run")

	require.False(t, s.kill(t, &log, 1<<30, nil), "it is back")
	var calm bytes.Buffer
	require.False(t, newShared(t).kill(t, &calm, 1<<30, nil))
	assert.Equal(t, verdicts(t, &calm), verdicts(t, &log))
	assert.Empty(t, s.left(t))
}
