package mockcloud_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi"
)

// roots are where the services have their versioned roots, for project demo.
var roots = map[openapi.Service]string{
	openapi.Compute: "/compute/v2.1", openapi.Identity: "/identity/v3", openapi.Image: "/image/v2", openapi.Network: "/network/v2.0",
	openapi.BlockStorage: "/volume/v3/" +
		demoProject, openapi.Placement: "/placement", openapi.Orchestration: "/orchestration/v1/" + demoProject,
}

const demoProject = "00000000000000000000000000000a02"

// headerNames are what services call themselves in OpenStack-API-Version.
var headerNames = map[openapi.Service]string{openapi.Compute: "compute", openapi.BlockStorage: "volume", openapi.Placement: "placement"}

// fuzzed is how many requests a whole soak sends; fuzzedFew is how many under go test.
const fuzzed, fuzzedFew = 1_000_000, 7_000

// onlyEnv names one round, "shipped/compute/17", to see again what broke there.
const onlyEnv = "PLUMBLINE_FUZZ"

// TestSoakGeneratedRequests sends requests that are drawn from the documents of every service and profile, valid
// and broken ones, at every microversion: never a 5xx that the real service would not answer, never a panic, and
// each answer is what its document says, by the mock's own check and by the suite's. A round is made of its seed.
func TestSoakGeneratedRequests(t *testing.T) {
	total := fuzzedFew
	if os.Getenv("PLUMBLINE_SOAK") == "full" {
		total = fuzzed
	}
	only := os.Getenv(onlyEnv)
	each := total/(len(openapi.Profiles())*len(openapi.Services())) + 1
	all := &fuzzFigures{answers: map[int]int{}}
	began := time.Now()
	t.Run("all", func(t *testing.T) {
		for _, profile := range openapi.Profiles() {
			for _, service := range openapi.Services() {
				t.Run(fmt.Sprintf("%s/%s", profile, service), func(t *testing.T) {
					t.Parallel()
					f, err := newFuzz(profile, service)
					require.NoError(t, err)
					for round := uint64(0); f.sent < each && !t.Failed(); round++ {
						if only == "" || only == fmt.Sprintf("%s/%s/%d", profile, service, round) {
							f.round(t, round)
						} else if f.sent += perRound; only != "" {
							continue
						}
					}
					if only == "" {
						require.NotZero(t, f.answers[http.StatusOK])
						require.NotZero(t, f.answers[http.StatusNotFound])
					}
					all.add(f)
				})
			}
		}
	})
	if t.Failed() || only != "" {
		return
	}
	t.Logf("%d requests in %s at %d microversions of compute and all of the others: no panic, no answer that leaves its "+
		"document, no 5xx but %d that the real service answers, too; by status: %v",
		all.sent, time.Since(began).Round(time.Second), all.versions, all.byDesign, all.answers)
}

// inDocument tells whether a service answers so by design: Cinder falls over bodies that are not there, Heat's engine over
// numbers beyond 64 bits, Neutron over policies that are not there, and so does the mock; what its document does not have is a
// bug in the journal besides.
func inDocument(service openapi.Service, status int, answer []byte) bool {
	switch {
	case status == http.StatusNotImplemented:
		return true
	case status != http.StatusInternalServerError:
		return false
	}
	return service == openapi.BlockStorage || service == openapi.Network && bytes.Contains(answer, []byte(`"HTTPInternalServerError"`)) ||
		service == openapi.Orchestration && bytes.Contains(answer, []byte(`"RemoteError"`))
}

// generator draws requests from an exported document.
type generator struct {
	*rand.Rand
	document map[string]any
	ids      []string
}

var newID = regexp.MustCompile(`"(?:id|uuid|name|stack_name)": ?"([^"/]{1,60})"`)

// learn remembers ids and names of an answer, so that later requests find something.
func (g *generator) learn(answer []byte) {
	for _, m := range newID.FindAllSubmatch(answer, 3) {
		if len(g.ids) < 60 {
			g.ids = append(g.ids, string(m[1]))
		} else {
			g.ids[7+g.IntN(53)] = string(m[1])
		}
	}
}

func of[T any](v any) T { t, _ := v.(T); return t }

func sorted(m map[string]any) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

var parameter = regexp.MustCompile(`\{[^}]+\}`)

// requests are one per operation, in any order. The body is in the header X-Body.
func (g *generator) requests() []*http.Request {
	var out []*http.Request
	paths := of[map[string]any](g.document["paths"])
	for _, path := range sorted(paths) {
		item := of[map[string]any](paths[path])
		for _, method := range []string{"get", "post", "put", "patch", "delete", "head"} {
			operation := of[map[string]any](item[method])
			if operation == nil || method == "delete" && g.IntN(3) > 0 {
				continue
			}
			target := parameter.ReplaceAllStringFunc(path, func(string) string { return url.PathEscape(g.pick()) })
			target += g.query(append(of[[]any](item["parameters"]), of[[]any](operation["parameters"])...))
			u, err := url.Parse(target)
			if err != nil {
				continue
			}
			r := &http.Request{Method: strings.ToUpper(method), URL: u, Header: http.Header{"Content-Type": {"application/json"}}}
			r.Header.Set("X-Body", g.body(r.Header, g.resolve(of[map[string]any](operation["requestBody"]))))
			out = append(out, r)
		}
	}
	g.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

func (g *generator) pick() string { return g.ids[g.IntN(len(g.ids))] }

func (g *generator) query(parameters []any) string {
	q := url.Values{}
	for _, p := range parameters {
		p := g.resolve(of[map[string]any](p))
		if p["in"] == "query" && g.IntN(4) == 0 {
			q.Add(of[string](p["name"]), fmt.Sprint(g.spoiled(g.value(of[map[string]any](p["schema"]), 0))))
		}
	}
	if len(q) == 0 {
		return ""
	}
	return "?" + q.Encode()
}

// body is valid in half of the cases, as far as the generator knows; otherwise something in it is broken.
func (g *generator) body(header http.Header, request map[string]any) string {
	content := of[map[string]any](request["content"])
	if len(content) == 0 {
		return ""
	}
	kinds := sorted(content)
	kind := kinds[g.IntN(len(kinds))]
	header.Set("Content-Type", kind)
	if !strings.Contains(kind, "json") {
		return "some data"
	}
	value := g.value(of[map[string]any](of[map[string]any](content[kind])["schema"]), 0)
	if g.IntN(2) == 0 {
		value = g.spoiled(value)
	}
	text, err := json.Marshal(value)
	if err != nil {
		return ""
	}
	if g.IntN(20) == 0 {
		return string(text[:g.IntN(len(text))])
	}
	return string(text)
}

func (g *generator) resolve(m map[string]any) map[string]any {
	for {
		ref := of[string](m["$ref"])
		if ref == "" {
			return m
		}
		var at any = g.document
		for _, key := range strings.Split(strings.TrimPrefix(ref, "#/"), "/") {
			at = of[map[string]any](at)[strings.ReplaceAll(strings.ReplaceAll(key, "~1", "/"), "~0", "~")]
		}
		m = of[map[string]any](at)
	}
}
