// Package page writes the small error pages that OpenStack's web framework answers below (and, for
// images, instead of) a service's own error objects: HTML, plain text or JSON, as the client accepts.
package page

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
)

// Page is one error page.
type Page struct {
	Status int
	// Explanation is the sentence of the page, Detail the one after it, "" for none.
	Explanation, Detail string
	// Short pages end after the explanation: those for methods and media types.
	Short bool
}

// NotFound is the page of an unknown path.
func NotFound() Page { return Page{Status: 404, Explanation: "The resource could not be found."} }

// titles are those that Go words otherwise.
var titles = map[int]string{413: "Request Entity Too Large", 416: "Request Range Not Satisfiable"}

// Title is the status in words.
func Title(status int) string {
	if t := titles[status]; t != "" {
		return t
	}
	return http.StatusText(status)
}

// Write makes the page that a client with this Accept header gets.
func (p Page) Write(accept string) (contentType string, body []byte) {
	status := fmt.Sprintf("%d %s", p.Status, Title(p.Status))
	switch PreferredType(accept, "text/html", "application/json") {
	case "text/html":
		return "text/html; charset=UTF-8", []byte("<html>\n <head>\n  <title>" + status + "</title>\n </head>\n <body>\n  <h1>" +
			status + "</h1>\n  " + p.inner(html.EscapeString) + "\n </body>\n</html>")
	case "application/json":
		return "application/json", fmt.Appendf(nil, `{"message": %s, "code": %s, "title": %s}`,
			quoteJSON(p.inner(func(s string) string { return s })), quoteJSON(status), quoteJSON(Title(p.Status)))
	}
	tail := "\n\n " + p.Detail + "  "
	if p.Short {
		tail = "\n\n "
	}
	return "text/plain; charset=UTF-8", []byte(status + "\n\n" + p.Explanation + tail)
}

func (p Page) inner(escape func(string) string) string {
	inner := escape(p.Explanation) + "<br /><br />\n"
	if p.Short {
		return inner
	}
	return inner + escape(p.Detail) + "\n\n"
}

// quoteJSON writes a JSON string as Python does: nothing but what must be is escaped.
func quoteJSON(s string) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		panic("page: " + err.Error()) // a string always encodes
	}
	return bytes.TrimSpace(b.Bytes())
}
