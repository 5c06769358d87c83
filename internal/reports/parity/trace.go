package parity

import (
	"encoding/json"
	"errors"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"plumbline/internal/openapi"
	"plumbline/internal/reports/eventlog"
)

// trace is a log sorted by case.
type trace struct {
	name, profile string
	// newest is the newest microversion of each service that has any.
	newest map[string]string
	cases  map[string]*caseTrace
	order  []string
}

// caseTrace holds the events of one case. It is nil for a case that is not in the log.
type caseTrace struct {
	id, outcome, gate string
	exchanges         []*exchange
}

func (c *caseTrace) ran() bool { return c != nil && c.outcome != "" }

func (c *caseTrace) why() string {
	switch {
	case c == nil:
		return "the run did not select it"
	case c.gate != "":
		return c.gate
	}
	return "the run ended before it"
}

// exchange is one request with its answer, and its key.
type exchange struct {
	*eventlog.Exchanged
	key
	body any
}

// key identifies a request, without ids and names.
type key struct{ service, method, path, action, version, actor string }

func (k key) text() string {
	out := k.method + " " + k.path
	if k.action != "" {
		out += " " + k.action
	}
	return k.service + " " + out
}

func readTrace(events []eventlog.Event) (*trace, error) {
	t := &trace{newest: map[string]string{}, cases: map[string]*caseTrace{}}
	endpoints := map[string][]string{}
	for _, e := range events {
		switch {
		case e.RunStarted != nil:
			t.profile = e.RunStarted.Profile
		case e.TargetDescribed != nil:
			t.name = e.TargetDescribed.Name
			for _, s := range e.TargetDescribed.Services {
				t.newest[s.Type] = s.Max
				endpoints[s.Type] = append(endpoints[s.Type], strings.TrimRight(s.Endpoint, "/"))
			}
		case e.CaseStarted != nil:
			if c := t.traceOf(e.CaseStarted.Case); e.CaseStarted.Again != "" {
				c.exchanges = nil
			}
		case e.Gated != nil:
			t.traceOf(e.Gated.Case).gate = e.Gated.Reason
		case e.CaseDone != nil:
			t.traceOf(e.CaseDone.Case).outcome = e.CaseDone.Outcome
		case e.Exchanged != nil && e.Exchanged.Case != "" && e.Exchanged.Method != eventlog.ProgramRun && e.Exchanged.Error == "":
			c := t.traceOf(e.Exchanged.Case)
			c.exchanges = append(c.exchanges, readExchange(e.Exchanged, endpoints, openapi.Profile(t.profile)))
		}
	}
	if t.profile == "" {
		return nil, errors.New("it does not begin with run-started")
	}
	return t, nil
}

func (t *trace) traceOf(id string) *caseTrace {
	c := t.cases[id]
	if c == nil {
		c = &caseTrace{id: id}
		t.cases[id] = c
		t.order = append(t.order, id)
	}
	return c
}

func readExchange(e *eventlog.Exchanged, endpoints map[string][]string, profile openapi.Profile) *exchange {
	out := &exchange{Exchanged: e, key: key{service: e.Service, method: e.Method, actor: e.Actor}}
	for _, name := range []string{"Openstack-Api-Version", "X-Openstack-Nova-Api-Version"} {
		if v := e.RequestHeader[name]; len(v) > 0 && out.version == "" {
			out.version = v[len(v)-1]
		}
	}
	out.path = template(e, endpoints[e.Service], profile)
	if strings.HasSuffix(out.path, "/action") || strings.HasSuffix(out.path, "/actions") {
		out.action = soleKey(e.RequestBody)
	}
	if json.Unmarshal([]byte(e.ResponseBody), &out.body) != nil {
		out.body = nil
	}
	return out
}

// soleKey is the only key of a JSON object, "" for any other number of keys.
func soleKey(body string) (only string) {
	var m map[string]any
	if json.Unmarshal([]byte(body), &m) != nil || len(m) != 1 {
		return ""
	}
	for only = range m {
		break
	}
	return only
}

// anID matches a path segment or word that differs in each run.
var anID = regexp.MustCompile(`(req-)?[0-9a-fA-F]{8}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{12}`)

// belowEndpoint is the path below a service's endpoint. The project in the endpoint is of the user who read the catalogue;
// requests of other users have their own project in its place.
func belowEndpoint(whole, endpoint string) (string, bool) {
	root := endpoint
	if at := strings.LastIndexByte(endpoint, '/'); anID.MatchString(endpoint[at+1:]) {
		root = endpoint[:at]
		rest, below := strings.CutPrefix(whole, root+"/")
		project, rest, _ := strings.Cut(rest, "/")
		return "/" + rest, below && anID.MatchString(project)
	}
	rest, below := strings.CutPrefix(whole, root)
	return rest, below && (rest == "" || rest[0] == '/')
}

// versioned matches the part of an endpoint from the version on: "/v2.1", "/v3/PROJECT".
var versioned = regexp.MustCompile(`/v\d+(\.\d+)?(/[^/]*)?$`)

// template is the path in the form of the documents; where they do not have it, the path without its ids.
func template(e *eventlog.Exchanged, endpoints []string, profile openapi.Profile) string {
	u, err := url.Parse(e.URL)
	if err != nil {
		return e.URL
	}
	whole := u.Scheme + "://" + u.Host + u.EscapedPath()
	path := u.EscapedPath()
	for _, endpoint := range endpoints {
		if rest, below := belowEndpoint(whole, endpoint); below {
			path = rest
			break
		}
		// Paths above the versioned root are recognised by the service's mount.
		mount := versioned.ReplaceAllString(endpoint, "")
		if rest, below := strings.CutPrefix(whole, mount); below && (rest == "" || rest[0] == '/') {
			path = rest
		}
	}
	chain, err := openapi.Builtin(openapi.Service(e.Service), profile)
	if err == nil {
		if rt, _, _ := chain.Routes().Match(e.Method, strings.TrimRight(path, "/")); rt != nil {
			return rt.Path
		}
	}
	return anID.ReplaceAllString(path, "{id}")
}

// collapse replaces requests that were repeated in the same role by one with the last answer.
func collapse(all []*exchange) []*exchange {
	var out []*exchange
	for _, e := range all {
		if n := len(out); n > 0 && out[n-1].key == e.key && out[n-1].URL == e.URL && e.Method == "GET" &&
			out[n-1].Role == e.Role && e.Role != "subject" {
			out[n-1] = e
			continue
		}
		out = append(out, e)
	}
	return slices.Clip(out)
}
