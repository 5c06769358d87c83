package source

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
)

// Witness is an http.Handler that records the exchanges it passes on.
type Witness struct {
	Next http.Handler
	// Asking: the set-up of the row is over.
	Asking bool
	seen   []heard
}

// heard is one exchange.
type heard struct {
	asked                bool
	method, url, request string
	status               int
	header               http.Header
	answer               []byte
}

// ServeHTTP implements http.Handler.
func (w *Witness) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	h := heard{asked: w.Asking, method: r.Method, url: r.URL.RequestURI()}
	if r.Body != nil {
		body, err := io.ReadAll(r.Body)
		if err == nil {
			r.Body = io.NopCloser(bytes.NewReader(body))
		}
		h.request = string(body)
	}
	copied := &copying{ResponseWriter: out, status: http.StatusOK}
	w.Next.ServeHTTP(copied, r)
	h.status, h.header, h.answer = copied.status, out.Header().Clone(), copied.body.Bytes()
	w.seen = append(w.seen, h)
}

// copying is an http.ResponseWriter that keeps a copy of what is written.
type copying struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

func (c *copying) WriteHeader(status int) {
	c.status = status
	c.ResponseWriter.WriteHeader(status)
}

func (c *copying) Write(p []byte) (int, error) {
	c.body.Write(p)
	return c.ResponseWriter.Write(p)
}

// Unwrap gives http.ResponseController the writer inside.
func (c *copying) Unwrap() http.ResponseWriter { return c.ResponseWriter }

// Exchange is one exchange, without what differs from run to run.
type Exchange struct {
	Asked           bool
	Request         string
	Status          int
	Header          []string
	Body            string
	RequestWithBody string
}

// incidental are headers that do not belong to an answer's content.
var incidental = map[string]bool{"Date": true, "Content-Length": true}

// Seen answers the exchanges since its last call, with ids, names and times replaced by their order of appearance.
func (w *Witness) Seen() []Exchange {
	p := newPlain()
	var out []Exchange
	for _, h := range w.seen {
		e := Exchange{Asked: h.asked, Request: h.method + " " + p.text(h.url), Status: h.status}
		e.RequestWithBody = e.Request + " " + p.text(h.request)
		for _, name := range slices.Sorted(maps.Keys(h.header)) {
			if !incidental[name] {
				e.Header = append(e.Header, name+": "+p.text(strings.Join(h.header[name], ", ")))
			}
		}
		e.Body = p.text(string(h.answer))
		out = append(out, e)
	}
	w.seen = nil
	return out
}

// Forget drops the recorded exchanges.
func (w *Witness) Forget() { w.seen = nil }

// Marks answers a hash of each exchange: equal ones have equal hashes.
func Marks(all []Exchange) []uint64 {
	out := make([]uint64, 0, len(all))
	for _, e := range all {
		h := fnv.New64a()
		fmt.Fprint(h, e.RequestWithBody, "\x00", e.Status, e.Header, e.Body)
		out = append(out, h.Sum64())
	}
	return out
}
