// Package journal records the last exchanges of a mock cloud: requests, answers, and bugs of the mock.
package journal

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"slices"
	"sync"
	"time"

	"plumbline/internal/openapi"
	"plumbline/internal/openapi/exchange"
	"plumbline/internal/openapi/redact"
	"plumbline/mockcloud/journal"
)

// Journal is a ring buffer of the last exchanges. Entries refer to the exchange's own data; they are converted for display only on
// request.
type Journal struct {
	mu sync.Mutex
	// ring grows up to most entries.
	ring []entry
	most uint64
	next uint64
	loud uint64
	// held is the total size of entries (bytes); entries before bare have lost their bodies and headers.
	held int
	bare uint64
	// cleared is the number of the last entry that Clear removed.
	cleared uint64
	// wakeups are the listeners' channels: see Listen.
	wakeups []chan struct{}
	// perBody and perHead limit the stored size of a body, and of a URL or headers; inAll limits the total size of entries (bytes).
	perBody, perHead, inAll int
}

// entry is one exchange, or one complaint about scheduled work.
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
	cut         bool // the body is not whole
	short       bool // method, URL or headers of the request are not whole
	status      int
	header      http.Header
	answer      []byte
	token       string // the token's fingerprint, if request is gone
	stripped    bool
	stage       string
	rules       []string
	missing     string
	notes       []string
	held        int // its size (bytes)
	drift       []*openapi.Violation
}

// The stored size of a body, of a URL or headers, and of all entries together (bytes): the oldest are dropped first. A whole journal
// keeps enough to judge a client, even one that runs for long.
const (
	mostJournalled = 32 << 10
	mostHeaded     = 4 << 10
	mostHeld       = 8 << 20
	mostWhole      = 4 << 20
	mostWholeHead  = 64 << 10
	mostWholeHeld  = 256 << 20
	// mostBareURL is the stored size of the URL of an entry that has lost everything else.
	mostBareURL = 512
)

// New makes a journal of the last n exchanges; 0 keeps none.
func New(n int) *Journal {
	return &Journal{most: uint64(n), perBody: mostJournalled, perHead: mostHeaded, inAll: mostHeld}
}

// KeepWholeBodies raises the limits for the size of bodies and of the journal.
func (j *Journal) KeepWholeBodies() {
	j.perBody, j.perHead, j.inAll = mostWhole, mostWholeHead, mostWholeHeld
}

// Record is an exchange to be recorded. The data that it refers to must not be changed afterwards.
type Record struct {
	Started   time.Time
	Service   openapi.Service
	Operation string
	Version   openapi.Version
	RequestID string
	UserID    string
	// Request is the request; Body is its body.
	Request *http.Request
	Body    []byte
	Status  int
	Header  http.Header
	Answer  []byte
	// Shared tells that Answer is in memory anyway, so that it does not count towards the journal's size.
	Shared bool
	// Stage, Unimplemented, Rules, Bugs and Drift are as in Entry.
	Stage         string
	Unimplemented string
	Rules         []string
	Bugs          []string
	Drift         []*openapi.Violation
}

// Add records an exchange.
func (j *Journal) Add(r *Record) {
	if j == nil || j.most == 0 {
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
	e.short = len(e.url) > j.perHead || len(e.method) > j.perHead || headerSize(e.request) > j.perHead
	e.url, e.method = j.shortText(e.url), j.shortText(e.method)
	var asked, answered int
	e.request, asked = j.shortHeader(e.request)
	e.header, answered = j.shortHeader(e.header)
	j.put(&e, asked+answered)
}

// Work names the scheduled work that a complaint is about.
type Work struct {
	Service                           openapi.Service
	Kind, Resource, RequestID, UserID string
}

// Complain records a bug of the mock in scheduled work.
func (j *Journal) Complain(w Work, message string) {
	if j == nil || j.most == 0 {
		return
	}
	j.add(&entry{
		at: time.Now(), service: w.Service, operation: w.Kind, id: w.RequestID, user: w.UserID, url: w.Resource,
		notes: []string{message},
	})
}

func (j *Journal) add(e *entry) { j.put(e, headerSize(e.request)+headerSize(e.header)) }

// put adds an entry; headers is the total size of its headers (bytes).
func (j *Journal) put(e *entry, headers int) {
	e.held = e.size(headers)
	j.mu.Lock()
	n := j.most
	if uint64(len(j.ring)) == j.next%n {
		j.ring = append(j.ring, entry{})
	}
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
	if j.wakeups != nil {
		j.wakeListeners()
	}
	j.mu.Unlock()
}

// veil redacts the values of headers with tokens. It redacts by names only: the mock's tokens are its own.
var veil = redact.New()

// Entry is one exchange for display.
type Entry = journal.Entry

// Filter selects entries; empty fields select all.
type Filter struct {
	Service   openapi.Service
	Operation string
	Status    int
	RequestID string
	// After leaves out entries up to a number; Bugs leaves out entries without bugs.
	After uint64
	Bugs  bool
	// Limit selects the newest entries up to this number.
	Limit int
}

// Entries lists the exchanges that match a filter, oldest first.
func (j *Journal) Entries(f Filter) []Entry {
	if j == nil {
		return nil
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	var out []Entry
	n := j.most
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
	if out.BodyCut, out.Shortened, out.Stripped, out.Token = e.cut, e.short, e.stripped, e.token; e.token == "" {
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

// fingerprint identifies a token without showing it.
func fingerprint(h http.Header) string {
	token := h.Get("X-Auth-Token")
	if token == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:4])
}

// Clear removes all entries; the numbering goes on.
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

// Checkpoint answers a function that removes the exchanges recorded after this call, except those with bugs; the numbering goes on.
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
		n := j.most
		for seq := max(from, j.next-min(j.next, n)); seq < j.next; seq++ {
			if e := &j.ring[seq%n]; len(e.notes) == 0 {
				j.held -= e.held
				*e = entry{}
			}
		}
		j.wakeListeners()
	}
}

// Bugs is the number of exchanges in which the mock violated its own documents, since the start or the last Clear.
func (j *Journal) Bugs() uint64 {
	if j == nil {
		return 0
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.loud
}
