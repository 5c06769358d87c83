package mockcloud_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"plumbline/mockcloud"
	"plumbline/mockcloud/pipeline"
	"plumbline/openapi"
)

// roots are where the services have their versioned roots, for project demo.
var roots = map[openapi.Service]string{
	openapi.Compute: "/compute/v2.1", openapi.Identity: "/identity/v3", openapi.Image: "/image/v2", openapi.Network: "/network/v2.0",
	openapi.BlockStorage: "/volume/v3/" + demoProject, openapi.Placement: "/placement", openapi.Orchestration: "/orchestration/v1/" + demoProject,
}

const demoProject = "00000000000000000000000000000a02"

// headerNames are what services call themselves in OpenStack-API-Version.
var headerNames = map[openapi.Service]string{openapi.Compute: "compute", openapi.BlockStorage: "volume", openapi.Placement: "placement"}

// TestSoakGeneratedRequests sends requests that are drawn from the documents of every service and profile, valid
// and broken ones: never a 5xx that the real service would not answer, never a panic, and each answer is what its document says.
func TestSoakGeneratedRequests(t *testing.T) {
	rounds := 2
	if os.Getenv("PLUMBLINE_SOAK") == "full" {
		rounds = 150
	}
	for _, profile := range openapi.Profiles() {
		for _, service := range openapi.Services() {
			t.Run(fmt.Sprintf("%s/%s", profile, service), func(t *testing.T) {
				t.Parallel()
				chain, err := openapi.Builtin(service, profile)
				require.NoError(t, err)
				answers := map[int]int{}
				for round := range rounds {
					soak(t, profile, service, chain, uint64(round), answers)
				}
				t.Logf("answers by status: %v", answers)
				require.NotZero(t, answers[http.StatusOK])
				require.NotZero(t, answers[http.StatusNotFound])
			})
		}
	}
}

// soak sends each operation of one version to a new cloud, some of them more than once.
func soak(t *testing.T, profile openapi.Profile, service openapi.Service, chain *openapi.Chain, seed uint64, answers map[int]int) {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 1)), ids: []string{benchServer, imageA, demoProject, "1", "cirros-a", "host1", "x"}}
	versions := chain.Versions()
	version := versions[len(versions)-1]
	if seed > 0 {
		version = versions[g.IntN(len(versions))]
	}
	document, err := chain.At(version)
	require.NoError(t, err)
	source, err := document.Export()
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(source, &g.document))
	cloud, err := mockcloud.New(mockcloud.WithProfile(profile), mockcloud.WithSeed(withServers(2)))
	require.NoError(t, err)
	tokens := []string{login(t, cloud, "admin"), benchToken}
	for range 3 {
		for _, r := range g.requests() {
			r.Header.Set("X-Auth-Token", tokens[g.IntN(len(tokens))])
			if name := headerNames[service]; name != "" {
				r.Header.Set("OpenStack-API-Version", name+" "+version.String())
			}
			body := r.Header.Get("X-Body")
			r.Header.Del("X-Body")
			in := httptest.NewRequest(r.Method, "http://cloud.test"+roots[service]+r.URL.String(), strings.NewReader(body))
			in.Header = r.Header
			w := httptest.NewRecorder()
			cloud.ServeHTTP(w, in)
			bugs := cloud.Control().Journal().Entries(pipeline.Filter{Bugs: true})
			cloud.Control().Journal().Clear()
			if w.Code >= 500 && !inDocument(service, w.Code) || len(bugs) > 0 {
				t.Errorf("seed %d, version %s: %s %s with %q: %d %s\n%+v", seed, version, r.Method, in.URL, body, w.Code, w.Body, bugs)
				return
			}
			answers[w.Code]++
			g.learn(w.Body.Bytes())
		}
	}
}

// inDocument tells whether a service answers so by design: Cinder falls over bodies that are not there, and so does
// the mock; what its document does not have is a bug in the journal besides.
func inDocument(service openapi.Service, status int) bool {
	return status == http.StatusNotImplemented || service == openapi.BlockStorage && status == http.StatusInternalServerError
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
