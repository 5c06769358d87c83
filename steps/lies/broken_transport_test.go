package lies_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// always tells the same lie to the compute service's callers.
func always(tell func(*proxy, http.ResponseWriter, *http.Request)) func(*proxy, http.ResponseWriter, *http.Request) bool {
	return func(p *proxy, w http.ResponseWriter, r *http.Request) bool {
		if !compute(r) {
			return false
		}
		tell(p, w, r)
		return true
	}
}

func say(status int, kind, body string, headers ...string) func(*proxy, http.ResponseWriter, *http.Request) bool {
	return always(func(_ *proxy, w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		for i := 0; i+1 < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	})
}

// bomb is a body of 64 MiB that is small on its way.
var bomb = func() string {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, _ = w.Write(make([]byte, 64<<20))
	_ = w.Close()
	return out.String()
}()

var onRows = []string{"MVN-12", "RKP-N01"}

// wires are lies in how it is said.
var wires = []lie{
	{
		name: "a page of HTML with 503", tell: say(503, "text/html", "<html><h1>503 Service Unavailable</h1></html>"),
		rows: onRows, unproven: "something on the way",
	},
	{
		name: "a page of HTML with 200", tell: say(200, "text/html", "<html>We are back soon</html>"), rows: onRows,
		unproven: "something on the way",
	},
	{
		name: "a redirect to another origin", tell: say(307, "text/plain", "", "Location", "http://127.0.0.2:1/x"),
		rows: onRows, unproven: "another origin, http://127.0.0.2:1",
	},
	{name: "a redirect of the login", early: true, tell: func(_ *proxy, w http.ResponseWriter, r *http.Request) bool {
		if !strings.HasSuffix(r.URL.Path, "/auth/tokens") {
			return false
		}
		w.Header().Set("Location", "http://127.0.0.2:1/x")
		w.WriteHeader(308)
		return true
	}, rows: onRows, unproven: "redirects (308) to http://127.0.0.2:1"},
	{name: "an answer that is cut off", tell: always(func(_ *proxy, w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "1000")
		_, _ = io.WriteString(w, `{"servers": [`)
		panic(http.ErrAbortHandler)
	}), rows: onRows, unproven: "whether the request was carried out is not known"},
	{name: "looks at a server that are cut off", tell: func(_ *proxy, _ http.ResponseWriter, r *http.Request) bool {
		if shown(r) {
			panic(http.ErrAbortHandler)
		}
		return false
	}, rows: []string{"UTH-31", "RKP-03"}, unproven: "cannot be reached"},
	{name: "an answer without an end", tell: always(func(_ *proxy, w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		piece := bytes.Repeat([]byte(" "), 1<<20)
		for range 1 << 10 {
			if _, err := w.Write(piece); err != nil {
				return
			}
		}
	}), rows: onRows, unproven: "too large"},
	{name: "a login without an end", early: true, tell: func(_ *proxy, w http.ResponseWriter, r *http.Request) bool {
		if !strings.HasSuffix(r.URL.Path, "/auth/tokens") {
			return false
		}
		w.WriteHeader(201)
		piece := bytes.Repeat([]byte(" "), 1<<20)
		for range 1 << 10 {
			if _, err := w.Write(piece); err != nil {
				break
			}
		}
		return true
	}, rows: onRows, unproven: "the answer is too large: more than 4 MiB"},
	{name: "drop by drop, without an end", tell: always(func(_ *proxy, w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		for r.Context().Err() == nil {
			_, _ = io.WriteString(w, " ")
			_ = http.NewResponseController(w).Flush()
			select {
			case <-r.Context().Done():
			case <-time.After(50 * time.Millisecond):
			}
		}
	}), rows: []string{"MVN-13"}, unproven: "in time"},
	{name: "in pieces, to an end", tell: always(func(p *proxy, w http.ResponseWriter, r *http.Request) {
		a := p.honest(r)
		body := a.body
		a.body = ""
		send(w, a)
		for len(body) > 0 {
			n := min(len(body), 100)
			_, _ = io.WriteString(w, body[:n])
			_ = http.NewResponseController(w).Flush()
			body = body[n:]
		}
	}), rows: onRows},
	{name: "hints before each answer", tell: always(func(p *proxy, w http.ResponseWriter, r *http.Request) {
		for i := range 3 {
			w.Header().Set("Link", fmt.Sprintf("</%d>", i))
			w.WriteHeader(http.StatusEarlyHints)
		}
		w.Header().Del("Link")
		send(w, p.honest(r))
	}), rows: onRows},
	{name: "hints without an end", tell: always(func(_ *proxy, w http.ResponseWriter, r *http.Request) {
		for i := range 1 << 20 {
			if r.Context().Err() != nil {
				return
			}
			w.Header().Set("Link", fmt.Sprintf("</%d>; %s", i, strings.Repeat("x", 1000)))
			w.WriteHeader(http.StatusEarlyHints)
		}
	}), rows: []string{"MVN-13"}, unproven: "nothing was proven"},
	{
		name: "megabytes of headers", tell: say(200, "application/json", "{}", "X-Large", strings.Repeat("h", 9<<20)),
		rows: onRows, unproven: "more than 64 KiB of headers",
	},
	{
		name: "a gzip bomb that nobody asked for",
		tell: say(200, "application/json", bomb, "Content-Encoding", "gzip", "X-Openstack-Request-Id", "req-1"), rows: onRows, caught: onRows,
	},
	{name: "cookies", tell: always(func(p *proxy, w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Cookie") != "" {
			w.WriteHeader(418)
			return
		}
		a := p.honest(r)
		a.header.Set("Set-Cookie", "session=a-secret-cookie; Path=/")
		send(w, a)
	}), rows: onRows},
	{name: "request ids are all the same, through a whole specification", tell: always(func(p *proxy, w http.ResponseWriter, r *http.Request) {
		a := p.honest(r)
		for _, name := range []string{"X-Openstack-Request-Id", "X-Compute-Request-Id"} {
			if a.header.Get(name) != "" {
				a.header.Set(name, "req-00000000-0000-4000-8000-000000000001")
			}
		}
		send(w, a)
	}), specs: []string{"rebuild-keypair-reset"}, caught: []string{"RKP-22"}}, // by its id the record of an action is found
	{name: "the caller's token in headers and text", tell: always(func(p *proxy, w http.ResponseWriter, r *http.Request) {
		a := p.honest(r)
		a.header.Set("X-Echo", r.Header.Get("X-Auth-Token"))
		a.header.Set("X-Echo-All", fmt.Sprint(r.Header))
		if a.status >= 400 {
			a.body = strings.Replace(a.body, `"message": "`, `"message": "`+r.Header.Get("X-Auth-Token")+` `, 1)
		}
		send(w, a)
	}), rows: onRows},
	{name: "everything twice in a body", tell: told(rebuilt, text(func(s string) string {
		return strings.TrimSuffix(s, "}") + `, ` + strings.TrimPrefix(s, "{")
	})), rows: []string{"RKP-22"}},
}
