package control

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"plumbline/internal/mockcloud/dashboard"
	"plumbline/internal/mockcloud/journal"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
	"plumbline/internal/openapi/redact"
	"plumbline/mockcloud/faults"
	"plumbline/mockcloud/seed"
)

// Prefix is the path under which the control API is mounted.
const Prefix = "/_plumbline"

// mostBody is the size of the largest body (bytes).
const mostBody = 4 << 20

// Handler is the control API over HTTP. Errors are {"error": text}.
func (c *Control) Handler() http.Handler {
	m := http.NewServeMux()
	offered := []string{"GET " + Prefix + "/seed", "GET " + Prefix + "/state", "GET " + Prefix + "/events"}
	handle := func(pattern string, f func(r *http.Request) (int, any, error)) {
		offered = append(offered, pattern)
		m.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			c.failure.Store(nil)
			status, value, err := f(r)
			if trouble := c.SaveError(); err == nil && trouble != nil && r.Method != http.MethodGet {
				status, value = 503, map[string]string{"error": "not saved: " + trouble.Error()}
			}
			if err != nil {
				status, value = 400, map[string]string{"error": err.Error()}
				var missing notFound
				if errors.As(err, &missing) {
					status = 404
				}
			}
			answer(w, status, value)
		})
	}
	handle("GET "+Prefix+"/health", c.health)
	handle("POST "+Prefix+"/reset", func(*http.Request) (int, any, error) { c.Reset(); return 204, nil, nil })
	m.HandleFunc("GET "+Prefix+"/seed", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/yaml")
		_, _ = w.Write(c.Seed().YAML())
	})
	handle("PUT "+Prefix+"/seed", c.putSeed)
	m.HandleFunc("GET "+Prefix+"/state", c.overview)
	handle("GET "+Prefix+"/state/{kind}", c.records)
	handle("GET "+Prefix+"/state/servers/{id}", c.server)
	m.HandleFunc("GET "+Prefix+"/events", c.events)
	handle("GET "+Prefix+"/snapshots", func(*http.Request) (int, any, error) {
		return namedAnswer("snapshots", c.Snapshots())
	})
	handle("POST "+Prefix+"/snapshots", func(*http.Request) (int, any, error) { return 201, map[string]string{"id": c.Snapshot()}, nil })
	handle("POST "+Prefix+"/snapshots/{id}/restore", c.handleFound("snapshot", c.Restore))
	handle("DELETE "+Prefix+"/snapshots/{id}", c.handleFound("snapshot", c.Drop))
	handle("GET "+Prefix+"/clock", c.now)
	handle("POST "+Prefix+"/clock/advance", c.advance)
	handle("POST "+Prefix+"/clock/freeze", c.freeze(true))
	handle("POST "+Prefix+"/clock/thaw", c.freeze(false))
	handle("GET "+Prefix+"/places", func(*http.Request) (int, any, error) {
		return namedAnswer("places", c.env.Places())
	})
	handle("GET "+Prefix+"/settings", c.getSettings)
	handle("PUT "+Prefix+"/settings", c.putSettings)
	handle("GET "+Prefix+"/faults", func(*http.Request) (int, any, error) {
		return namedAnswer("faults", c.env.Faults.List())
	})
	handle("POST "+Prefix+"/faults", c.addFault)
	handle("DELETE "+Prefix+"/faults", func(*http.Request) (int, any, error) { c.env.Faults.Clear(); return 204, nil, nil })
	handle("PUT "+Prefix+"/faults/{id}", c.putFault)
	handle("DELETE "+Prefix+"/faults/{id}", c.handleFound("fault rule", c.env.Faults.Remove))
	handle("GET "+Prefix+"/journal", c.journal)
	handle("GET "+Prefix+"/journal/{seq}", c.exchange)
	handle("DELETE "+Prefix+"/journal", func(*http.Request) (int, any, error) { c.env.Journal.Clear(); return 204, nil, nil })
	handle("GET "+Prefix+"/notifications", c.notifications)
	handle("GET "+Prefix+"/microversions", c.getMaxima)
	handle("PUT "+Prefix+"/microversions", c.putMaxima)
	handle("GET "+Prefix+"/volumes/{id}", c.getVolume)
	handle("PUT "+Prefix+"/stacks/{id}", c.putStack)
	slices.Sort(offered)
	page := dashboard.Handler(Prefix)
	m.Handle("GET "+Prefix+"/assets/{name}", page)
	m.HandleFunc("GET "+Prefix+"/{$}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Vary", "Accept")
		if dashboard.PrefersPage(r) {
			page.ServeHTTP(w, r)
			return
		}
		answer(w, 200, map[string][]string{"control": offered})
	})
	m.HandleFunc(Prefix+"/", func(w http.ResponseWriter, r *http.Request) {
		answer(w, 404, map[string]string{"error": r.Method + " " + r.URL.Path + " is not part of the control API: GET " +
			Prefix + "/ lists what is"})
	})
	return m
}

type notFound string

func (n notFound) Error() string { return string(n) }

// namedAnswer is an answer with one key.
func namedAnswer(name string, value any) (int, any, error) {
	return 200, map[string]any{name: value}, nil
}

func answer(w http.ResponseWriter, status int, value any) {
	if value == nil {
		w.WriteHeader(status)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(value)
}

// handleFound makes a handler that calls do with the id in the path; it answers 404 if do is false.
func (c *Control) handleFound(what string, do func(id string) bool) func(*http.Request) (int, any, error) {
	return func(r *http.Request) (int, any, error) {
		if id := r.PathValue("id"); !do(id) {
			return 0, nil, notFound(fmt.Sprintf("there is no %s %q", what, id))
		}
		return 204, nil, nil
	}
}

// decode reads a JSON body strictly.
func decode(r *http.Request, into any) error {
	dec := json.NewDecoder(io.LimitReader(r.Body, mostBody))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		return fmt.Errorf("the body cannot be read: %w", err)
	}
	return nil
}

func (c *Control) health(*http.Request) (int, any, error) {
	return 200, map[string]any{
		"status": "ok", "profile": c.env.Profile, "policy": c.env.Policy.Mode(), "lifecycle": c.env.Lifecycle.String(),
		"bugs": c.env.Journal.Bugs(), "records": c.Records(),
	}, nil
}

func (c *Control) putSeed(r *http.Request) (int, any, error) {
	source, err := io.ReadAll(io.LimitReader(r.Body, mostBody))
	if err != nil {
		return 0, nil, err
	}
	s, err := seed.Parse(source)
	if err != nil {
		return 0, nil, fmt.Errorf("seed: %w", err)
	}
	return 204, nil, c.Plant(s)
}

func (c *Control) now(*http.Request) (int, any, error) {
	return 200, c.clockView(), nil
}

func (c *Control) freeze(still bool) func(*http.Request) (int, any, error) {
	return func(r *http.Request) (int, any, error) {
		if !c.Freeze(still) {
			return 0, nil, errors.New("this cloud's clock stands still anyway: POST " + Prefix + "/clock/advance moves it")
		}
		return c.now(r)
	}
}

func (c *Control) advance(r *http.Request) (int, any, error) {
	var body struct {
		By faults.Duration `json:"by"`
	}
	if err := decode(r, &body); err != nil {
		return 0, nil, err
	}
	if body.By <= 0 {
		return 0, nil, errors.New(`by must be a duration above zero, for example {"by": "2s"}`)
	}
	c.Advance(time.Duration(body.By))
	return c.now(r)
}

func (c *Control) addFault(r *http.Request) (int, any, error) {
	var rule faults.Rule
	if err := decode(r, &rule); err != nil {
		return 0, nil, err
	}
	id, err := c.env.Faults.Add(rule)
	return 201, map[string]string{"id": id}, err
}

// putFault replaces a fault rule, and answers it.
func (c *Control) putFault(r *http.Request) (int, any, error) {
	var rule faults.Rule
	if err := decode(r, &rule); err != nil {
		return 0, nil, err
	}
	id := r.PathValue("id")
	if rule.ID != "" && rule.ID != id {
		return 0, nil, fmt.Errorf("the id of the rule in the body is %q, in the path %q: a rule keeps its id", rule.ID, id)
	}
	known, err := c.env.Faults.Replace(id, rule)
	if !known {
		return 0, nil, notFound(fmt.Sprintf("there is no fault rule %q", id))
	}
	rule.ID, rule.Matched = id, 0
	return 200, rule, err
}

func (c *Control) journal(r *http.Request) (int, any, error) {
	q := r.URL.Query()
	f := journal.Filter{
		Service: openapi.Service(q.Get("service")), Operation: q.Get("operation"), RequestID: q.Get("request_id"), Bugs: q.Get("bugs") == "true",
	}
	after, err := readNumbers(q, map[string]*int{"status": &f.Status, "limit": &f.Limit})
	if err != nil {
		return 0, nil, err
	}
	f.After = uint64(after)
	entries := c.env.Journal.Entries(f)
	if entries == nil {
		entries = []journal.Entry{}
	}
	return namedAnswer("entries", entries)
}

// exchange answers one whole exchange without the secrets in its URL and bodies.
func (c *Control) exchange(r *http.Request) (int, any, error) {
	text := r.PathValue("seq")
	seq, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, nil, fmt.Errorf("the number of an exchange, not %q", text)
	}
	e, kept := c.env.Journal.Entry(seq)
	if !kept {
		return 0, nil, notFound(fmt.Sprintf("the journal has no exchange %d (any more): it keeps the newest ones", seq))
	}
	veil := redact.New()
	e.URL, e.RequestBody, e.ResponseBody = veil.URL(e.URL), veil.Text(e.RequestBody), veil.Text(e.ResponseBody)
	return 200, wholeExchange{e, c.curl(r, e), c.way(e)}, nil
}

// readNumbers reads numbers from the query, and "after", which is optional.
func readNumbers(q url.Values, into map[string]*int) (after int64, err error) {
	for name, at := range into {
		if text := q.Get(name); text != "" {
			if *at, err = strconv.Atoi(text); err != nil {
				return 0, fmt.Errorf("%s must be a number, not %q", name, text)
			}
		}
	}
	if text := q.Get("after"); text != "" {
		if after, err = strconv.ParseInt(text, 10, 64); err != nil || after < 0 {
			return 0, fmt.Errorf("after must be a number, not %q", text)
		}
	}
	return after, nil
}

// notice is a notification as shown over HTTP: what a consumer of the message bus would receive.
type notice struct {
	Serial    int64           `json:"serial"`
	ID        string          `json:"message_id"`
	Timestamp time.Time       `json:"timestamp"`
	Publisher string          `json:"publisher_id"`
	Type      string          `json:"event_type"`
	Priority  string          `json:"priority"`
	Payload   json.RawMessage `json:"payload"`
}

func (c *Control) notifications(r *http.Request) (int, any, error) {
	after, err := readNumbers(r.URL.Query(), nil)
	if err != nil {
		return 0, nil, err
	}
	out := []notice{}
	for _, n := range c.notificationsAfter(after, r.URL.Query()["type"]) {
		out = append(out, noticeOf(n))
	}
	return namedAnswer("notifications", out)
}

func noticeOf(n *state.Notification) notice {
	return notice{
		Serial: n.Serial, ID: n.ID, Timestamp: n.Time, Publisher: n.Publisher, Type: n.Type, Priority: n.Priority,
		Payload: n.Payload,
	}
}
