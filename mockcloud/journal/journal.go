// Package journal keeps the last exchanges of a mock cloud: what was asked, what was answered, and what the mock did wrong.
package journal

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"slices"
	"sync"
	"time"

	"plumbline/openapi"
	"plumbline/openapi/exchange"
	"plumbline/openapi/redact"
)

// Journal is the ring of the last exchanges. Entries refer to what the exchange had; they are made
// into something to show only when somebody asks.
type Journal struct {
	mu   sync.Mutex
	ring []entry
	next uint64
	loud uint64
	// held is how many bytes entries have; those before bare have neither bodies nor headers any more.
	held int
	bare uint64
	// cleared is the number of the last entry that Clear took.
	cleared uint64
	// bells are those of listeners: see Listen.
	bells []chan struct{}
	// perBody and perHead bound what is kept of a body, and of a URL or headers; inAll what entries have together (bytes).
	perBody, perHead, inAll int
}

// entry is one exchange, or one complaint about work that is due.
type entry struct {
	at          time.Time
	took        time.Duration
	service     openapi.Service
	operation   string
	version     openapi.Version
	id          string
	user        string
	method, url string
	request     http.Header
	body        []byte
	cut         bool
	status      int
	header      http.Header
	answer      []byte
	token       string // its fingerprint, where request is gone
	stripped    bool
	stage       string
	rules       []string
	missing     string
	notes       []string
	held        int // what it costs (bytes)
	drift       []*openapi.Violation
}

// How much the journal keeps of a body, of a URL or headers, and of all entries together (bytes): the oldest go first. A
// whole journal keeps what anybody judges, also of a client that is at it for long.
const (
	mostJournalled = 32 << 10
	mostHeaded     = 4 << 10
	mostHeld       = 8 << 20
	mostWhole      = 4 << 20
	mostWholeHead  = 64 << 10
	mostWholeHeld  = 256 << 20
	// mostBareURL is what is kept of the URL of an entry that has nothing else any more.
	mostBareURL = 512
)

// New answers a journal of the last n exchanges; 0 keeps none.
func New(n int) *Journal {
	return &Journal{ring: make([]entry, n), perBody: mostJournalled, perHead: mostHeaded, inAll: mostHeld}
}

// KeepWholeBodies makes the journal keep bodies that are larger, and more of them.
func (j *Journal) KeepWholeBodies() {
	j.perBody, j.perHead, j.inAll = mostWhole, mostWholeHead, mostWholeHeld
}

// Record is an exchange as it is written down. Nobody changes what it refers to afterwards.
type Record struct {
	Started   time.Time
	Service   openapi.Service
	Operation string
	Version   openapi.Version
	RequestID string
	UserID    string
	// Request is what was asked; Body is what came with it.
	Request *http.Request
	Body    []byte
	Status  int
	Header  http.Header
	Answer  []byte
	// Shared tells that Answer is kept anyway: it costs nothing more.
	Shared bool
	// Stage, Unimplemented, Rules, Bugs and Drift are those of Entry.
	Stage         string
	Unimplemented string
	Rules         []string
	Bugs          []string
	Drift         []*openapi.Violation
}

// Add writes an exchange down.
func (j *Journal) Add(r *Record) {
	if j == nil || len(j.ring) == 0 {
		return
	}
	e := entry{
		at: r.Started, took: time.Since(r.Started), service: r.Service, operation: r.Operation, version: r.Version, id: r.RequestID,
		user: r.UserID, method: r.Request.Method, url: r.Request.RequestURI, request: r.Request.Header, body: j.cutBody(
			r.Body), cut: len(r.Body) > j.perBody,
		status: r.Status, header: r.Header, answer: r.Answer, stage: r.Stage, missing: r.Unimplemented, notes: r.Bugs,
		drift: r.Drift, rules: r.Rules,
	}
	if e.url == "" {
		e.url = r.Request.URL.RequestURI()
	}
	if !r.Shared {
		e.answer = j.cutBody(r.Answer)
	}
	e.url, e.method = j.shortText(e.url), j.shortText(e.method)
	var asked, answered int
	e.request, asked = j.shortHeader(e.request)
	e.header, answered = j.shortHeader(e.header)
	j.put(&e, asked+answered)
}

// Work is work that was due, as a complaint about it names it.
type Work struct {
	Service                           openapi.Service
	Kind, Resource, RequestID, UserID string
}

// Complain writes down what the mock did wrong in work that was due.
func (j *Journal) Complain(w Work, message string) {
	if j == nil || len(j.ring) == 0 {
		return
	}
	j.add(&entry{
		at: time.Now(), service: w.Service, operation: w.Kind, id: w.RequestID, user: w.UserID, url: w.Resource,
		notes: []string{message},
	})
}

func (j *Journal) add(e *entry) { j.put(e, headerSize(e.request)+headerSize(e.header)) }

// put keeps an entry whose headers have a size together (bytes).
func (j *Journal) put(e *entry, headers int) {
	e.held = e.size(headers)
	j.mu.Lock()
	n := uint64(len(j.ring))
	j.held += e.held - j.ring[j.next%n].held
	j.ring[j.next%n] = *e
	j.next++
	for j.bare = max(j.bare, j.next-min(j.next, n)); j.held > j.inAll && j.bare < j.next; j.bare++ {
		old := &j.ring[j.bare%n]
		j.held -= old.held
		old.strip()
		j.held += old.held
	}
	if len(e.notes) > 0 {
		j.loud++
	}
	if j.bells != nil {
		j.wakeListeners()
	}
	j.mu.Unlock()
}

// veil leaves out the values of headers that hold tokens. It knows no values: the tokens of a mock are its own.
var veil = redact.New()

// Entry is one exchange to show.
type Entry struct {
	Seq          uint64          `json:"seq"`
	Time         time.Time       `json:"time"`
	Micros       int64           `json:"micros"`
	Service      openapi.Service `json:"service"`
	Operation    string          `json:"operation,omitempty"`
	Microversion openapi.Version `json:"microversion,omitzero"`
	RequestID    string          `json:"request_id"`
	UserID       string          `json:"user_id,omitempty"`
	exchange.Request
	// BodyCut tells that RequestBody is the beginning only, or gone.
	BodyCut bool `json:"body_cut,omitempty"`
	// Stripped tells that headers and bodies are gone, and the end of a long URL: newer entries need the room.
	Stripped bool `json:"stripped,omitempty"`
	// Token tells tokens apart without showing them: 8 hexadecimal digits of the SHA-256.
	Token string `json:"token,omitempty"`
	exchange.Response
	// Stage is the stage or step that refused.
	Stage string `json:"stage,omitempty"`
	// Rules are the fault rules that struck it.
	Rules []string `json:"rules,omitempty"`
	// Unimplemented is the operation that was asked for and that the mock does not perform yet ("GET /os-hosts").
	Unimplemented string `json:"unimplemented,omitempty"`
	// Bugs are what the mock did wrong by its own documents; the answer was 500.
	Bugs []string `json:"bugs,omitempty"`
}

// Filter selects entries; empty fields select all.
type Filter struct {
	Service   openapi.Service
	Operation string
	Status    int
	RequestID string
	// After leaves out entries up to a sequence number; Bugs leaves out entries without bugs.
	After uint64
	Bugs  bool
	// Limit keeps the newest so many.
	Limit int
}

// Entries lists the exchanges that a filter selects, oldest first.
func (j *Journal) Entries(f Filter) []Entry {
	if j == nil {
		return nil
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	var out []Entry
	n := uint64(len(j.ring))
	for seq := j.next - min(j.next, n); seq < j.next; seq++ {
		e := &j.ring[seq%n]
		if e.at.IsZero() || f.Service != "" && f.Service != e.service || f.Operation != "" && f.Operation != e.operation ||
			f.Status != 0 && f.Status != e.status || f.RequestID != "" && f.RequestID != e.id || seq+1 <= f.After || f.Bugs && len(e.notes) == 0 {
			continue
		}
		out = append(out, e.show(seq+1))
	}
	if f.Limit > 0 && len(out) > f.Limit {
		out = out[len(out)-f.Limit:]
	}
	return out
}

func (e *entry) show(seq uint64) Entry {
	out := e.line(seq)
	out.RequestHeader, out.RequestBody, out.ResponseHeader, out.ResponseBody = veil.Header(e.request), string(
		e.body), veil.Header(e.header), string(e.answer)
	if out.BodyCut, out.Stripped, out.Token = e.cut, e.stripped, e.token; e.token == "" {
		out.Token = fingerprint(e.request)
	}
	return out
}

// line is an entry without headers and bodies.
func (e *entry) line(seq uint64) Entry {
	out := Entry{
		Seq: seq, Time: e.at.UTC(), Micros: e.took.Microseconds(), Service: e.service, Operation: e.operation, Microversion: e.version,
		RequestID: e.id, UserID: e.user, Request: exchange.Request{Method: e.method, URL: e.url},
		Response: exchange.Response{Status: e.status}, Stage: e.stage, Rules: e.rules,
		Unimplemented: e.missing, Bugs: slices.Clip(e.notes),
	}
	for _, v := range e.drift {
		out.Bugs = append(out.Bugs, v.Error())
	}
	return out
}

// fingerprint tells tokens apart without showing them.
func fingerprint(h http.Header) string {
	token := h.Get("X-Auth-Token")
	if token == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:4])
}

// Clear forgets all entries; sequence numbers go on.
func (j *Journal) Clear() {
	if j == nil {
		return
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	clear(j.ring)
	j.loud, j.held, j.cleared = 0, 0, j.next
	j.wakeListeners()
}

// Checkpoint answers what forgets the exchanges from now on, but for those in which the mock broke its own documents; numbers go on.
func (j *Journal) Checkpoint() (back func()) {
	if j == nil {
		return func() {}
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	from := j.next
	return func() {
		j.mu.Lock()
		defer j.mu.Unlock()
		n := uint64(len(j.ring))
		for seq := max(from, j.next-min(j.next, n)); seq < j.next; seq++ {
			if e := &j.ring[seq%n]; len(e.notes) == 0 {
				j.held -= e.held
				*e = entry{}
			}
		}
		j.wakeListeners()
	}
}

// Bugs counts the exchanges in which the mock broke its own documents, since the start or the last Clear.
func (j *Journal) Bugs() uint64 {
	if j == nil {
		return 0
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.loud
}
