package mutants

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// wire breaks a rule from outside: it changes a request before the mock reads it, or an answer before the client reads it. This is
// how rules of negotiation and of the envelope, which the mock has in code, are broken: if the last of two entries is removed before
// the mock reads them, the mock appears to use the first.
type wire struct {
	request func(*call)
	answer  func(*call, *answer)
}

// call is a request to a service. body is its body.
type call struct {
	*http.Request
	body []byte
}

// answer is an answer of the mock.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// around wraps a mock in the wire.
func (w *wire) around(cloud http.Handler) http.Handler {
	return http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		c := &call{Request: r}
		if r.Body != nil {
			c.body, _ = io.ReadAll(r.Body) // the mock refuses an incomplete body
		}
		inner := &call{Request: r.Clone(r.Context()), body: c.body}
		if w.request != nil {
			w.request(inner)
		}
		inner.Body, inner.ContentLength = io.NopCloser(bytes.NewReader(inner.body)), int64(len(inner.body))
		got := &answer{status: http.StatusOK, header: http.Header{}}
		cloud.ServeHTTP(got, inner.Request)
		if w.answer != nil {
			w.answer(c, got)
		}
		for name, values := range got.header {
			if name != "Content-Length" {
				out.Header()[name] = values
			}
		}
		out.Header().Set("Content-Length", strconv.Itoa(len(got.body)))
		out.WriteHeader(got.status)
		_, _ = out.Write(got.body)
	})
}

// Header, WriteHeader and Write implement http.ResponseWriter.
func (a *answer) Header() http.Header { return a.header }

func (a *answer) WriteHeader(status int) { a.status = status }

func (a *answer) Write(b []byte) (int, error) {
	a.body = append(a.body, b...)
	return len(b), nil
}

const (
	standardHeader = "Openstack-Api-Version"
	legacyHeader   = "X-Openstack-Nova-Api-Version"
)

// versioned tells whether a request's path is under the root with microversions.
func (c *call) versioned() bool {
	return c.URL.Path == "/compute/v2.1" || strings.HasPrefix(c.URL.Path, "/compute/v2.1/")
}

// bare tells whether a request's path is under the root without microversions.
func (c *call) bare() bool {
	return c.URL.Path == "/compute/v2" || strings.HasPrefix(c.URL.Path, "/compute/v2/")
}

// action tells whether a request is a server action.
func (c *call) action() bool {
	return c.versioned() && c.Method == http.MethodPost && strings.HasSuffix(c.URL.Path, "/action")
}

// place is the path without a slash at its end.
func (c *call) place() string { return strings.TrimRight(c.URL.Path, "/") }

func onActions(c *call, a *answer) bool { return c.action() && a.status < 300 }

func dropHeader(name string, when func(*call, *answer) bool) func(*call, *answer) {
	return func(c *call, a *answer) {
		if when(c, a) {
			a.header.Del(name)
		}
	}
}

// json reads the body, nil when it is not an object.
func (a *answer) json() map[string]any {
	var v map[string]any
	if json.Unmarshal(a.body, &v) != nil {
		return nil
	}
	return v
}

// write replaces the body.
func (a *answer) write(v any) {
	body, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	a.body = body
}

// fault is the name and the contents of a fault, "" for any other answer.
func (a *answer) fault() (string, map[string]any) {
	for name, inner := range a.json() {
		if m, ok := inner.(map[string]any); ok && a.status >= 400 {
			return name, m
		}
	}
	return "", nil
}

// refuse replaces the answer by a fault.
func (a *answer) refuse(status int, name, message string) {
	a.status = status
	a.header.Set("Content-Type", "application/json; charset=UTF-8")
	a.write(map[string]any{name: map[string]any{"code": status, "message": message}})
}

// entries are the entries of a version header, in order, from all its lines.
func entries(h http.Header, name string) []string {
	var out []string
	for _, line := range h[name] {
		for part := range strings.SplitSeq(line, ",") {
			out = append(out, strings.TrimSpace(part))
		}
	}
	return out
}

// eachVersion changes the text of each version for compute, in either header.
func eachVersion(change func(text string) string) func(*call) {
	return func(c *call) {
		if !c.versioned() {
			return
		}
		eachEntry(c.Header, func(service, text string) string { return service + " " + change(text) })
		if old := entries(c.Header, legacyHeader); len(old) > 0 {
			for i, text := range old {
				old[i] = change(text)
			}
			c.Header[legacyHeader] = []string{strings.Join(old, ", ")}
		}
	}
}

// eachEntry changes the entries for compute in the standard header.
func eachEntry(h http.Header, change func(service, text string) string) {
	if h[standardHeader] == nil {
		return
	}
	h[standardHeader] = slices.Clone(h[standardHeader])
	for i, line := range h[standardHeader] {
		parts := strings.Split(line, ",")
		for j, part := range parts {
			service, text, found := strings.Cut(strings.TrimSpace(part), " ")
			if found && strings.EqualFold(service, "compute") {
				parts[j] = change(service, text)
			}
		}
		h[standardHeader][i] = strings.Join(parts, ",")
	}
}

// isCompute recognises an entry for compute.
func isCompute(entry string) bool {
	service, _, found := strings.Cut(entry, " ")
	return found && strings.EqualFold(service, "compute")
}
