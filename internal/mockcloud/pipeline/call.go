package pipeline

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// Call is a request from one service of the mock to another.
type Call struct {
	Service openapi.Service
	Method  string
	// Path is below the service's preferred versioned root, with a query if there is one and without a
	// project id: "/books/1f…/action".
	Path string
	// Version is the microversion asked for; zero asks for none.
	Version openapi.Version
	// Body is encoded as JSON; nil is no body.
	Body any
	// ContentType is application/json when empty.
	ContentType string
	// Caller makes the request; nil is the exchange's own caller with a service token beside the user's.
	Caller *Caller
}

// Reply is the answer to a Call.
type Reply struct {
	Status int
	// Fault is why it was refused, nil when it was not.
	Fault *Fault
	// RequestID is the id that the called service gave to the request.
	RequestID string
	// answer is the body, decoded when it is first looked at: most calls are only asked whether they went well.
	answer *answered
}

type answered struct {
	raw   []byte
	value map[string]any
}

// Object is the decoded body, nil when it is no object.
func (r Reply) Object() map[string]any {
	if r.answer == nil {
		return nil
	}
	if len(r.answer.raw) > 0 {
		_ = json.Unmarshal(r.answer.raw, &r.answer.value) // what is no object is no value
		r.answer.raw = nil
	}
	return r.answer.value
}

// OK tells whether the request was accepted.
func (r Reply) OK() bool { return r.Status < 400 }

// Get digs in the body: Get("book", "id") is the id in {"book": {"id": …}}, nil when there is nothing.
func (r Reply) Get(path ...string) any {
	var at any = r.Object()
	for _, key := range path {
		m, _ := at.(map[string]any)
		at = m[key]
	}
	return at
}

// Read fills a struct from the body by its `json` tags: see body.Read.
func (r Reply) Read(into any) { body.Read(r.Object(), into) }

// Text is Get for a string, "" when there is none.
func (r Reply) Text(path ...string) string {
	s, _ := r.Get(path...).(string)
	return s
}

// AsService is the caller for requests that a service makes in its own name, not the user's.
func AsService() *Caller {
	return &Caller{
		UserID: "service", UserName: "service", ProjectID: "service", ProjectName: "service",
		Roles: []string{"service", "admin"}, Authenticated: true, Service: true,
	}
}

// Call sends a request to another service of the mock, inside the exchange's transaction: the other
// service's stages, policy, schema, steps and fault rules apply as to a client's request, and it is journalled.
// Nothing is committed by itself; a refusal undoes what the call itself wrote, and no more.
func (x *Exchange) Call(c Call) Reply {
	s := x.Env.services[c.Service]
	if s == nil {
		return refusedReply(Refuse(503, "The mock has no service %s.", c.Service))
	}
	inner, err := x.innerExchange(s, c)
	if err != nil {
		return refusedReply(&Fault{Status: 500, Message: err.Error(), Bug: true})
	}
	var save *state.Savepoint
	if x.Txn.Writes() {
		save = x.Txn.Save()
	}
	out := s.run(inner, inner.Request.URL.Path)
	x.volatile = x.volatile || inner.volatile
	if out.fault != nil && save != nil {
		x.Txn.RollBackTo(save)
	}
	h := http.Header{}
	for name, values := range out.header {
		h[name] = values
	}
	inner.journal(out, h)
	return Reply{Status: out.status, Fault: out.fault, RequestID: inner.RequestID, answer: &answered{raw: out.body}}
}

func refusedReply(f *Fault) Reply { return Reply{Status: f.Status, Fault: f} }

// innerExchange makes the exchange of a call.
func (x *Exchange) innerExchange(s *serving, c Call) (*Exchange, error) {
	if x.Txn == nil {
		return nil, fmt.Errorf("a call to %s before the transaction is open", c.Service)
	}
	caller := c.Caller
	if caller == nil {
		own := *x.Caller
		own.Authenticated, own.Service = true, true
		caller = &own
	}
	path := c.Path
	if s.ProjectInPath {
		path = "/" + caller.ProjectID + path
	}
	u, err := url.Parse("http://" + inside + s.Roots[0] + path)
	if err != nil {
		return nil, fmt.Errorf("call to %s: %w", c.Service, err)
	}
	r := &http.Request{Method: c.Method, URL: u, Host: x.host(), Header: http.Header{}, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1}
	if !c.Version.IsZero() {
		r.Header["Openstack-Api-Version"] = []string{s.header + " " + c.Version.String()}
	}
	r.RequestURI = s.Prefix + u.RequestURI()
	inner := &Exchange{
		Request: r, Service: s.Name, Env: x.Env, service: s, started: time.Now(), RequestID: x.Env.IDs.Request(),
		Caller: caller, Target: owner(caller), Txn: x.Txn, due: x.due, inner: true, bodyRead: true,
	}
	if c.Body == nil {
		return inner, nil
	}
	kind := c.ContentType
	if kind == "" {
		kind = "application/json"
	}
	r.Header["Content-Type"] = []string{kind}
	if inner.Raw, err = json.Marshal(c.Body); err != nil {
		return nil, fmt.Errorf("call to %s: %w", c.Service, err)
	}
	r.ContentLength = int64(len(inner.Raw))
	return inner, nil
}

// inside is the host in requests of scheduled work, for which there is no client that named a host.
const inside = "localhost"

// host is the host under which the client reached the mock.
func (x *Exchange) host() string {
	if x.Request != nil && x.Request.Host != "" {
		return x.Request.Host
	}
	if _, host, found := strings.Cut(x.Env.BaseURL, "://"); found {
		return strings.TrimRight(host, "/")
	}
	return inside
}
