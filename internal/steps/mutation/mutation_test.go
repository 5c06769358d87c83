package mutation_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gophercloud/gophercloud/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/mutation"
	"plumbline/internal/steps/plan"
	"plumbline/internal/steps/target"
	"plumbline/mockcloud"
	"plumbline/mockcloud/clock"
	"plumbline/steps"
)

// still is a clock that the suite moves.
type still struct{ *clock.Manual }

func (c still) Sleep(ctx context.Context, d time.Duration) error {
	c.Advance(d)
	return ctx.Err()
}

// bench is a whole mock in which the case of only is to be run.
func bench(t *testing.T, only ...string) mutation.Bench {
	t.Helper()
	now := still{clock.NewManual(time.Now())}
	cloud, err := mockcloud.New(mockcloud.WithClock(now), mockcloud.WithBaseURL("http://mock.invalid"))
	require.NoError(t, err)
	turn := &mutation.Switch{}
	turn.To(cloud)
	actors := map[string]steps.Login{}
	for _, name := range target.Actors() {
		c := cloud.ClientConfig(name)
		if c.Username == "" {
			continue
		}
		scope := &gophercloud.AuthScope{ProjectName: c.ProjectName, DomainName: c.ProjectDomainName}
		if c.System {
			scope = &gophercloud.AuthScope{System: true}
		}
		actors[name] = steps.Login{Interface: "public", Region: c.Region, Options: gophercloud.AuthOptions{
			IdentityEndpoint: c.AuthURL, Username: c.Username, Password: c.Password, DomainName: c.UserDomainName, Scope: scope,
		}}
	}
	return mutation.Bench{Switch: turn, Whole: cloud, Options: steps.Options{
		Profile: openapi.Shipped, Clock: now, Selection: plan.Selection{Only: only},
		Target: steps.Target{Name: "mock", Kind: steps.Embedded, Handler: turn, Login: actors["admin"], Actors: actors},
	}}
}

// breaking changes what the compute service is asked.
func breaking(change func(*http.Request)) func(http.Handler) (http.Handler, error) {
	return func(whole http.Handler) (http.Handler, error) {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(r.URL.Path, "/compute/") {
				r = r.Clone(r.Context())
				change(r)
			}
			whole.ServeHTTP(w, r)
		}), nil
	}
}

func TestOnlyAFailedScenarioKills(t *testing.T) {
	requirements := []string{"MVN-02"}
	mutants := []mutation.Mutant{
		{ID: "noticed", Requirements: requirements, Make: breaking(func(r *http.Request) { r.Header.Del("Openstack-Api-Version") })},
		{ID: "whole", Requirements: requirements, Make: func(whole http.Handler) (http.Handler, error) { return whole, nil }},
		{
			ID: "impossible", Requirements: requirements,
			Make: func(http.Handler) (http.Handler, error) { return nil, errors.New("cannot be made") },
		},
		{ID: "of nobody", Requirements: []string{"MVN-01"}, Make: breaking(func(r *http.Request) { r.Header.Del("Openstack-Api-Version") })},
		{ID: "gone", Requirements: requirements, Make: func(http.Handler) (http.Handler, error) {
			return http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }), nil
		}},
	}
	told := 0
	got, err := mutation.Run(context.Background(), []mutation.Bench{bench(t, "MVN-02")}, mutants, func(mutation.Verdict) { told++ })
	require.NoError(t, err)
	require.Len(t, got, len(mutants))
	assert.Equal(t, len(mutants), told)
	for i, v := range got {
		assert.Equal(t, mutants[i].ID, v.Mutant.ID, "verdicts are in the order of the mutants")
	}
	assert.Contains(t, got[0].Killed, "MVN-02")
	assert.NotEmpty(t, got[0].Why)
	assert.Empty(t, got[1].Killed)
	for _, a := range got[1].Ran {
		assert.Equal(t, "pass", a.Outcome, a.Case)
	}
	assert.EqualError(t, got[2].Err, "cannot be made")
	assert.Empty(t, got[3].Killed, "only scenarios of its requirements run")
	assert.Empty(t, got[3].Ran)
	assert.Empty(t, got[4].Killed, "an error proves nothing")
	for _, a := range got[4].Ran {
		assert.Equal(t, "error", a.Outcome, a.Case)
	}
}

func TestAScenarioThatFailsAnywayDoesNotKill(t *testing.T) {
	b := bench(t, "MVN-02")
	broken := breaking(func(r *http.Request) {
		if r.Header.Get("X-Auth-Token") != "" && strings.HasSuffix(r.URL.Path, "/servers") {
			r.Header.Del("Openstack-Api-Version")
		}
	})
	var err error
	b.Whole, err = broken(b.Whole)
	require.NoError(t, err)
	got, err := mutation.Run(context.Background(), []mutation.Bench{b}, []mutation.Mutant{{
		ID: "same", Requirements: []string{"MVN-02"}, Make: func(whole http.Handler) (http.Handler, error) { return whole, nil },
	}}, nil)
	require.NoError(t, err)
	assert.Empty(t, got[0].Killed)
	assert.Equal(t, "fails on the unbroken mock, too", got[0].Ran[0].Outcome)
}

func TestABenchThatCannotBePreparedIsAnError(t *testing.T) {
	b := bench(t, "MVN-02")
	b.Whole = http.NotFoundHandler()
	_, err := mutation.Run(context.Background(), []mutation.Bench{b}, []mutation.Mutant{{ID: "any"}}, nil)
	assert.ErrorContains(t, err, "the unbroken mock")
}
