package mockcloud_test

import (
	"encoding/json"
	"fmt"
	"hash"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/cloudcontrol"
	"plumbline/internal/mockcloud/journal"
	"plumbline/internal/mockcloud/trial"
	"plumbline/internal/openapi"
	"plumbline/mockcloud"
	"plumbline/mockcloud/clock"
)

// perRound is about how many requests one new cloud gets.
const perRound = 300

// fuzz sends drawn requests to one service in one profile.
type fuzz struct {
	profile  openapi.Profile
	service  openapi.Service
	chain    *openapi.Chain
	exported map[openapi.Version]map[string]any
	answers  map[int]int
	sent     int
	byDesign int
	// told is a digest of all requests and answers.
	told hash.Hash64
}

// fuzzFigures add up what all services answered.
type fuzzFigures struct {
	mu                       sync.Mutex
	sent, byDesign, versions int
	answers                  map[int]int
}

func (a *fuzzFigures) add(f *fuzz) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.sent, a.byDesign = a.sent+f.sent, a.byDesign+f.byDesign
	for status, n := range f.answers {
		a.answers[status] += n
	}
	if f.service == openapi.Compute {
		a.versions = max(a.versions, len(f.exported))
	}
}

func newFuzz(profile openapi.Profile, service openapi.Service) (*fuzz, error) {
	chain, err := openapi.Builtin(service, profile)
	return &fuzz{
		profile: profile, service: service, chain: chain,
		exported: map[openapi.Version]map[string]any{}, answers: map[int]int{}, told: fnv.New64a(),
	}, err
}

// version is that of a round: one after the other, from the newest.
func (f *fuzz) version(t *testing.T, round uint64) (openapi.Version, map[string]any) {
	versions := f.chain.Versions()
	version := versions[len(versions)-1-int(round)%len(versions)]
	if f.exported[version] == nil {
		document, err := f.chain.At(version)
		require.NoError(t, err)
		source, err := document.Export()
		require.NoError(t, err)
		var exported map[string]any
		require.NoError(t, json.Unmarshal(source, &exported))
		f.exported[version] = exported
	}
	return version, f.exported[version]
}

// round sends each operation of one version to a new cloud, again and again. Nothing in it is random but by its seed.
func (f *fuzz) round(t *testing.T, round uint64) {
	version, document := f.version(t, round)
	g := &generator{
		Rand: rand.New(rand.NewPCG(round, 1)), document: document,
		ids: []string{benchServer, imageA, demoProject, "1", "cirros-a", "host1", "x"},
	}
	cloud, err := mockcloud.New(mockcloud.WithProfile(f.profile), mockcloud.WithSeed(withServers(2)), mockcloud.WithJournal(4),
		mockcloud.WithRandomSeed(round), mockcloud.WithClock(clock.NewManual(trial.Start)))
	require.NoError(t, err)
	tokens := []string{login(t, cloud, "admin"), benchToken, login(t, cloud, "reader")}
	for sent := 0; sent < perRound; {
		for _, r := range g.requests() {
			body := r.Header.Get("X-Body")
			r.Header.Del("X-Body")
			r.Header.Set("X-Auth-Token", tokens[g.IntN(len(tokens))])
			if name := headerNames[f.service]; name != "" {
				r.Header.Set("OpenStack-API-Version", name+" "+version.String())
			}
			r.URL.Path = roots[f.service] + r.URL.Path
			if r.URL.RawPath != "" {
				r.URL.RawPath = roots[f.service] + r.URL.RawPath
			}
			clean := true
			if g.IntN(20) == 0 {
				body, clean = g.mangle(r, body), false
			}
			in := httptest.NewRequest(r.Method, "http://cloud.test"+r.URL.RequestURI(), strings.NewReader(body))
			in.Header = r.Header
			w := httptest.NewRecorder()
			if !f.serve(t, cloud, round, in, w, body) {
				return
			}
			f.judge(t, cloud, round, version, in, w, body, clean)
			if t.Failed() {
				return
			}
			fmt.Fprintln(f.told, in.Method, in.URL, body, w.Code, w.Body)
			f.answers[w.Code]++
			f.sent++
			sent++
			g.learn(w.Body.Bytes())
		}
	}
}

// serve tells whether the cloud answered without a panic.
func (f *fuzz) serve(t *testing.T, cloud http.Handler, round uint64, in *http.Request, w http.ResponseWriter, body string) (answered bool) {
	defer func() {
		if p := recover(); p != nil {
			t.Errorf("panic: %v\n%s", p, f.again(round, in, body))
		}
	}()
	cloud.ServeHTTP(w, in)
	return true
}

// judge holds an answer against its document, and against what no answer may be.
func (f *fuzz) judge(t *testing.T, cloud *mockcloud.Cloud, round uint64, version openapi.Version, in *http.Request,
	w *httptest.ResponseRecorder, body string, clean bool,
) {
	if kept := cloudcontrol.Of(cloud).Journal(); kept.Bugs() > 0 {
		t.Errorf("the mock found itself wrong: %+v\nanswer %d %s\n%s", kept.Entries(journal.Filter{Bugs: true}), w.Code, w.Body,
			f.again(round, in, body))
	}
	if w.Code >= 500 {
		if !inDocument(f.service, w.Code, w.Body.Bytes()) {
			t.Errorf("answer %d %s\n%s", w.Code, w.Body, f.again(round, in, body))
		}
		f.byDesign++
	}
	if !clean { // asked for another version, another path or by nobody
		return
	}
	path := strings.TrimPrefix(in.URL.EscapedPath(), roots[f.service])
	found := f.violations(in.Method, path, version, body, w)
	if w.Code >= 400 && !strings.HasPrefix(w.Header().Get("Content-Type"), "application/json") { // a page of the service's framework
		found = slices.DeleteFunc(found, func(v *openapi.Violation) bool { return v.Keyword != "status" })
	}
	if len(found) > 0 {
		t.Errorf("the answer leaves its document at %v: %s\nanswer %d %s\n%s", found[0].Path, found[0].Message, w.Code, w.Body,
			f.again(round, in, body))
	}
}

// violations are where an answer leaves the document of its request; none where the documents have no such operation.
func (f *fuzz) violations(method, path string, version openapi.Version, body string, w *httptest.ResponseRecorder) []*openapi.Violation {
	if version.IsZero() {
		version = f.chain.Min()
	}
	document, err := f.chain.At(version)
	if err != nil {
		return nil
	}
	path, _, _ = strings.Cut(path, "?")
	route, _, _ := f.chain.Routes().Match(method, path)
	if route == nil {
		return nil
	}
	var asked map[string]json.RawMessage
	if route.Actions && json.Unmarshal([]byte(body), &asked) != nil {
		return nil
	}
	action := ""
	if len(asked) == 1 {
		action = slices.Collect(maps.Keys(asked))[0]
	}
	operation := document.Lookup(route, action)
	if operation == nil {
		return nil
	}
	var value any
	if w.Body.Len() > 0 && json.Unmarshal(w.Body.Bytes(), &value) != nil {
		value = w.Body.String()
	}
	return operation.CheckResponse(w.Code, w.Header(), value)
}

// again says how to see it again: the whole round, and the one request.
func (f *fuzz) again(round uint64, in *http.Request, body string) string {
	return fmt.Sprintf("seed %[1]s/%[2]s/%[3]d: %[4]s=%[1]s/%[2]s/%[3]d go test -run TestSoakGeneratedRequests ./mockcloud\n%[5]s",
		f.profile, f.service, round, onlyEnv, curl(in, body))
}
