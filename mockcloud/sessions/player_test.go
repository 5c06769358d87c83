package sessions_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// session is a file of testdata.
type session struct {
	// Service is whose requests these are: compute, where it is left out. At is its microversion, for steps that name none.
	Service string `yaml:"service"`
	At      string `yaml:"at"`
	// Ignore are keys that no step compares.
	Ignore []string `yaml:"ignore"`
	// Without are keys that no step compares at all: see step.
	Without []string `yaml:"without"`
	Steps   []step   `yaml:"steps"`
}

// step is one request: "POST /servers/{server}/metadata". Names in braces are what the cloud has (see cloud.known) and what
// earlier steps kept.
type step struct {
	Do string `yaml:"do"`
	// As is who asks: member, where it is left out; "{name}" is a token that was kept.
	As      string `yaml:"as"`
	At      string `yaml:"at"`
	Service string `yaml:"service"`
	Body    any    `yaml:"body"`
	// Type is the body's media type, JSON where it is left out. A body of another type that is a text is sent as it is.
	Type string `yaml:"type"`
	// Header are further headers; "{now}" in them is the time in seconds.
	Header map[string]string `yaml:"header"`
	// Keep names values of the answer by paths: {group: server_group.id}; "images[name=cirros-a].id" looks in a list, and
	// "header X-Subject-Token" is a header.
	Keep map[string]string `yaml:"keep"`
	// Until asks again until the value at a path is one of those: {server.status: [ACTIVE]}; the status of the answer is
	// the path "status".
	Until map[string][]string `yaml:"until"`
	// Quiet steps are not compared: they prepare something, or clean up.
	Quiet bool `yaml:"quiet"`
	// Ignore are keys whose values are not compared, wherever they are.
	Ignore []string `yaml:"ignore"`
	// Without are keys that are not compared at all: a cloud may have them, and the mock need not.
	Without []string `yaml:"without"`
	// Differs says why the mock may answer otherwise; On is the one release that this is about.
	Differs string `yaml:"differs"`
	On      string `yaml:"on"`
	// Unordered compares lists without regard to their order.
	Unordered bool `yaml:"unordered"`
}

// told is an answer without what is a cloud's own.
type told struct {
	Do       string `json:"do"`
	Status   int    `json:"status"`
	Location string `json:"location,omitempty"`
	Body     any    `json:"body,omitempty"`
}

// cloud is where a session is played.
type cloud struct {
	*testing.T
	send func(*http.Request) (*http.Response, error)
	// endpoints are the addresses of services for somebody; token is a token of somebody's.
	endpoint func(service string) string
	token    func(who string) string
	// known are names for what the cloud has: images, flavors, networks, projects.
	known map[string]string
	// pause is between looks at something that takes time.
	pause func()
	// seen are values that are the cloud's own, in the order of their first appearance.
	seen map[string]string
}

// play answers what the cloud says to each step that is not quiet.
func (c *cloud) play(s session) (out []told) {
	c.seen = map[string]string{}
	for _, st := range s.Steps {
		st.Ignore = append(slices.Clone(s.Ignore), st.Ignore...)
		st.Without = append(slices.Clone(s.Without), st.Without...)
		answer := c.step(s, st)
		if !st.Quiet {
			out = append(out, answer)
		}
	}
	return out
}

func (c *cloud) step(s session, st step) told {
	deadline := time.Now().Add(3 * time.Minute)
	for {
		status, header, body := c.request(s, st)
		done := len(st.Until) == 0
		for path, wanted := range st.Until {
			now := fmt.Sprint(status)
			if path != "status" {
				now = fmt.Sprint(at(body, path))
			}
			done = done || slices.Contains(wanted, now)
		}
		if done {
			for name, path := range st.Keep {
				v := at(body, path)
				if key, is := strings.CutPrefix(path, "header "); is {
					v = header.Get(key)
				}
				require.NotNil(c, v, "%s: the answer has no %s: %d %v", st.Do, path, status, body)
				c.known[name] = fmt.Sprint(v)
			}
			if st.Quiet {
				return told{}
			}
			return told{Do: st.Do, Status: status, Location: c.own(header.Get("Location")), Body: c.plain(body, st, "")}
		}
		require.True(c, time.Now().Before(deadline), "%s: not in time: %v", st.Do, body)
		c.pause()
	}
}

var braces = regexp.MustCompile(`\{[a-zA-Z0-9_-]+\}`)

// fill puts values in the place of names.
func (c *cloud) fill(text string) string {
	return braces.ReplaceAllStringFunc(text, func(name string) string {
		v, known := c.known[strings.Trim(name, "{}")]
		require.True(c, known, "nothing is called %s", name)
		return v
	})
}

func (c *cloud) filled(v any) any {
	switch v := v.(type) {
	case string:
		return c.fill(v)
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = c.filled(v[i])
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for k, inner := range v {
			out[c.fill(k)] = c.filled(inner)
		}
		return out
	}
	return v
}

func (c *cloud) request(s session, st step) (status int, header http.Header, body any) {
	method, path, _ := strings.Cut(st.Do, " ")
	service := cmp.Or(st.Service, s.Service, "compute")
	var sent io.Reader
	if text, plain := st.Body.(string); plain && st.Type != "" {
		sent = strings.NewReader(text)
	} else if st.Body != nil {
		raw, err := json.Marshal(c.filled(st.Body))
		require.NoError(c, err)
		sent = bytes.NewReader(raw)
	}
	r, err := http.NewRequestWithContext(c.Context(), method, c.endpoint(service)+c.fill(path), sent)
	require.NoError(c, err)
	r.Header.Set("Accept", "application/json")
	if st.Body != nil {
		r.Header.Set("Content-Type", cmp.Or(st.Type, "application/json"))
	}
	if token, kept := c.known[strings.Trim(st.As, "{}")]; kept && strings.HasPrefix(st.As, "{") {
		r.Header.Set("X-Auth-Token", token)
	} else {
		r.Header.Set("X-Auth-Token", c.token(cmp.Or(st.As, "member")))
	}
	version := st.At // of another service than the session's, too
	if service == cmp.Or(s.Service, "compute") {
		version = cmp.Or(version, s.At)
	}
	if version != "" {
		r.Header.Set("OpenStack-API-Version", service+" "+version)
	}
	c.known["now"] = fmt.Sprint(time.Now().Unix())
	for name, value := range st.Header {
		r.Header.Set(name, c.fill(value))
	}
	delete(c.known, "now")
	answer, err := c.send(r)
	require.NoError(c, err, st.Do)
	defer answer.Body.Close()
	raw, err := io.ReadAll(answer.Body)
	require.NoError(c, err, st.Do)
	if form, err := url.ParseQuery(string(raw)); err == nil && answer.Header.Get("Content-Type") == "application/x-www-form-urlencoded" {
		fields := map[string]any{}
		for name := range form {
			fields[name] = form.Get(name)
		}
		return answer.StatusCode, answer.Header, fields
	}
	if json.Unmarshal(raw, &body) != nil {
		body = string(raw)
	}
	return answer.StatusCode, answer.Header, body
}

// at follows a path into a body.
func at(v any, path string) any {
	for _, part := range strings.Split(path, ".") {
		key, where, chosen := strings.Cut(strings.TrimSuffix(part, "]"), "[")
		object, _ := v.(map[string]any)
		v = object[key]
		if !chosen {
			continue
		}
		list, _ := v.([]any)
		field, wanted, _ := strings.Cut(where, "=")
		v = nil
		for i, item := range list {
			inner, _ := item.(map[string]any)
			if wanted == "" && where == fmt.Sprint(i) || wanted != "" && fmt.Sprint(inner[field]) == wanted {
				v = item
				break
			}
		}
	}
	return v
}

var (
	ids   = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b[0-9a-f]{56}\b|\b[0-9a-f]{32}\b`)
	times = regexp.MustCompile(`\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)?`)
	macs  = regexp.MustCompile(`\bfa:16:3e(:[0-9a-f]{2}){3}\b`)
	ipv4  = regexp.MustCompile(`\b10\.\d+\.\d+\.\d+\b`)
	names = regexp.MustCompile(`instance-[0-9a-f]{8}`)
	resrv = regexp.MustCompile(`\br-[a-z0-9]{8}\b`)
	stems = regexp.MustCompile(`\bsessions-[a-z0-9_-]+`)
	roots = regexp.MustCompile(`https?://[^/"\s]+(/(compute|image|network|volume|identity|placement|orchestration)\b)?(/v[0-9.]+)?`)
)

// ending is what Heat adds to the names of what a stack makes: STACK-RESOURCE-RANDOM.
var ending = regexp.MustCompile(`-[a-z2-7]{12}\b`)

// own replaces what is the cloud's own.
func (c *cloud) own(text string) string {
	for _, name := range slices.Sorted(func(yield func(string) bool) {
		for name := range c.known {
			if !yield(name) {
				return
			}
		}
	}) {
		if v := c.known[name]; len(v) > 8 {
			text = strings.ReplaceAll(text, v, "{"+name+"}")
		}
	}
	text = roots.ReplaceAllString(text, "URL")
	text = stems.ReplaceAllStringFunc(text, func(name string) string { return ending.ReplaceAllString(name, "-{random}") })
	text = strings.ReplaceAll(text, "/placement/", "/") // where a cloud has the service below a path
	for _, kind := range []struct {
		name string
		re   *regexp.Regexp
	}{{"time", times}, {"id", ids}, {"mac", macs}, {"address", ipv4}, {"instance", names}, {"reservation", resrv}} {
		text = kind.re.ReplaceAllStringFunc(text, func(found string) string {
			if kind.name == "time" {
				return "{time}"
			}
			key := kind.name + " " + found
			if c.seen[key] == "" {
				n := 1
				for k := range c.seen {
					if strings.HasPrefix(k, kind.name+" ") {
						n++
					}
				}
				c.seen[key] = fmt.Sprintf("{%s-%d}", kind.name, n)
			}
			return c.seen[key]
		})
	}
	return text
}

// plain is a body without what is the cloud's own.
func (c *cloud) plain(v any, st step, key string) any {
	if slices.Contains(st.Ignore, key) {
		return "{ignored}"
	}
	switch v := v.(type) {
	case string:
		if decoded, err := url.QueryUnescape(v); err == nil && strings.HasPrefix(v, "http") {
			v = decoded
		}
		return c.own(v)
	case []any:
		if st.Unordered { // ahead of names, which follow the order
			v = slices.Clone(v)
			slices.SortStableFunc(v, func(a, b any) int { return strings.Compare(nameless(a, st), nameless(b, st)) })
		}
		out := make([]any, len(v))
		for i := range v {
			out[i] = c.plain(v[i], st, key)
		}
		if st.Unordered {
			slices.SortFunc(out, func(a, b any) int { return strings.Compare(text(a), text(b)) })
		}
		return out
	case map[string]any:
		out := map[string]any{}
		keys := []string{}
		for k := range v {
			if !slices.Contains(st.Without, k) {
				keys = append(keys, k)
			}
		}
		slices.Sort(keys)
		for _, k := range keys {
			out[c.own(k)] = c.plain(v[k], st, k)
		}
		return out
	}
	return v
}

var numbered = regexp.MustCompile(`\{(\w+)-\d+\}`)

// nameless is a value without what is ignored and what is a cloud's own.
func nameless(v any, st step) string {
	c := &cloud{seen: map[string]string{}}
	return numbered.ReplaceAllString(text(c.plain(v, step{Ignore: st.Ignore}, "")), "{$1}")
}

func text(v any) string {
	raw, _ := json.Marshal(v)
	return string(raw)
}
