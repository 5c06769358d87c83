package sentences

import (
	"net/http"
	"strings"

	"github.com/cucumber/godog"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/world"
)

const call = `^the ` + phrases.Actor + ` sends ([A-Z]+) (\S+)`

func requests(s world.Steps, w *world.World) {
	s.When(call+` at (\S+)$`, func(who, method, path, at string) error {
		return phrases.Subject(w, phrases.Request(w, who, method, path, at))
	})
	s.When(call+` with the headers$`, func(who, method, path string, table *godog.Table) error {
		return phrases.Subject(w, withHeaders(w, phrases.Request(w, who, method, path, ""), table))
	})
	s.When(call+` at the root of (\S+)$`, func(who, method, path, service string) error {
		return phrases.Subject(w, rooted(phrases.Request(w, who, method, path, ""), service))
	})
	s.When(call+` at the root of (\S+) with the headers$`, func(who, method, path, service string, table *godog.Table) error {
		return phrases.Subject(w, withHeaders(w, rooted(phrases.Request(w, who, method, path, ""), service), table))
	})
	s.When(call+` at the root of (\S+) with (\S+) (.+) and the body$`,
		func(who, method, path, service, header, value string, body *godog.DocString) error {
			r := rooted(phrases.Request(w, who, method, path, ""), service)
			r.Header = http.Header{http.CanonicalHeaderKey(header): {phrases.Fill(w, value)}}
			return phrases.Subject(w, withBody(w, r, "", body.Content))
		})
	s.When(call+` at (\S+) with the body$`, func(who, method, path, at string, body *godog.DocString) error {
		return phrases.Subject(w, withBody(w, phrases.Request(w, who, method, path, at), "", body.Content))
	})
	s.When(call+` at (\S+) as (.+) with the body$`, func(who, method, path, at, mediaType string, body *godog.DocString) error {
		return phrases.Subject(w, withBody(w, phrases.Request(w, who, method, path, at), mediaType, body.Content))
	})
	s.When(call+` at (\S+) with a body of (\d+) bytes$`, func(who, method, path, at string, size int) error {
		return phrases.Subject(w, withBody(w, phrases.Request(w, who, method, path, at), "", `"`+strings.Repeat("x", max(0, size-2))+`"`))
	})
}

func rooted(r world.Request, service string) world.Request {
	r.Root, r.Service = true, openapi.Service(service)
	return r
}

// withHeaders adds headers from the rows of a table (header, value) below its heading. A header named twice is sent twice;
// one with the value "nothing" is not sent.
func withHeaders(w *world.World, r world.Request, table *godog.Table) world.Request {
	r.Header = http.Header{}
	for _, row := range table.Rows[1:] {
		name, value := http.CanonicalHeaderKey(row.Cells[0].Value), row.Cells[1].Value
		if value == "nothing" {
			r.Header[name] = nil
			continue
		}
		r.Header.Add(name, phrases.Fill(w, value))
	}
	return r
}

// withBody sends a text as it stands; the media type "nothing" sends no Content-Type.
func withBody(w *world.World, r world.Request, mediaType, body string) world.Request {
	switch mediaType {
	case "":
	case "nothing":
		r.Header = http.Header{"Content-Type": {}}
	default:
		r.Header = http.Header{"Content-Type": {mediaType}}
	}
	if r.Method != http.MethodGet || body != "" {
		r.Raw = []byte(phrases.Fill(w, body))
	}
	return r
}
