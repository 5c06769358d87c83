package world_test

import (
	"context"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/gophercloud/gophercloud/v2"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi"
	"plumbline/internal/openapi/redact"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/steps/plan"
	"plumbline/internal/steps/probe"
	"plumbline/internal/steps/session"
	"plumbline/internal/steps/target"
	"plumbline/internal/steps/world"
	"plumbline/mockcloud"
	"plumbline/mockcloud/clock"
)

// stage is a mock cloud with a world on it.
type stage struct {
	env   *world.Env
	world *world.World
	log   *tape
	time  *mockTime
	cloud *mockcloud.Cloud
	// before may answer a request instead of the mock.
	before func(http.ResponseWriter, *http.Request) bool
}

func (s *stage) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.before != nil && s.before(w, r) {
		return
	}
	s.cloud.ServeHTTP(w, r)
}

type mockTime struct {
	clock.Clock
	cloud *mockcloud.Cloud
	slept time.Duration
}

func (m *mockTime) Sleep(ctx context.Context, d time.Duration) error {
	m.slept += d
	m.cloud.Control().Advance(d)
	return ctx.Err()
}

// tape keeps events.
type tape struct {
	mu     sync.Mutex
	events []eventlog.Payload
}

func (l *tape) Append(p eventlog.Payload) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.events = append(l.events, p)
	return nil
}

// kept answers the events of one type.
func kept[P eventlog.Payload](l *tape) []P {
	l.mu.Lock()
	defer l.mu.Unlock()
	var out []P
	for _, e := range l.events {
		if p, ok := e.(P); ok {
			out = append(out, p)
		}
	}
	return out
}

func newStage(t *testing.T, c plan.Case, opts ...mockcloud.Option) *stage {
	t.Helper()
	shared := clock.NewManual(time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC))
	cloud, err := mockcloud.New(
		append([]mockcloud.Option{mockcloud.WithClock(shared), mockcloud.WithBaseURL("http://mock.invalid")}, opts...)...)
	require.NoError(t, err)
	s := &stage{cloud: cloud, log: &tape{}, time: &mockTime{Clock: shared, cloud: cloud}}
	config := target.Config{
		Name: "mock", Kind: target.Embedded, RunID: "t", Profile: openapi.Shipped, Handler: s,
		Actors: map[string]session.Login{},
	}
	config.Listen = func() (string, func() error, error) { return "http://127.0.0.1:1", nil, nil }
	for _, actor := range cloud.Actors() {
		config.Actors[actor] = login(cloud.ClientConfig(actor))
	}
	config.Login = config.Actors["admin"]
	found, err := target.Connect(context.Background(), config,
		target.Tools{Log: s.log, Redact: redact.New(), Now: shared.Now, Secret: func() string { return "made-up" }})
	require.NoError(t, err)
	require.NoError(t, probe.Prepare(context.Background(), found))
	s.env = &world.Env{
		RunID: "t", Profile: openapi.Shipped, Target: found, Log: s.log, Clock: s.time, Timeouts: world.DefaultTimeouts(),
		Max: found.Max, Resources: found.Resources, MaxServers: 3,
	}
	s.world = world.New(context.Background(), s.env, c)
	t.Cleanup(func() { require.NoError(t, s.world.Close()) })
	return s
}

func login(c mockcloud.ClientConfig) session.Login {
	scope := &gophercloud.AuthScope{ProjectName: c.ProjectName, DomainName: c.ProjectDomainName}
	if c.System {
		scope = &gophercloud.AuthScope{System: true}
	}
	return session.Login{Region: c.Region, Interface: "public", Options: gophercloud.AuthOptions{
		IdentityEndpoint: c.AuthURL, Username: c.Username, Password: c.Password, DomainName: c.UserDomainName, Scope: scope,
	}}
}

func action(name string, args any) map[string]any { return map[string]any{name: args} }
