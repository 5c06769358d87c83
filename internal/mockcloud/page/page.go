// Package page writes the small error pages that OpenStack's web framework answers when the service itself does not (for images,
// instead of the service's own error objects): HTML, plain text or JSON, as the client accepts.
package page

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"strings"
)

// Page is one error page.
type Page struct {
	Status int
	// Explanation is the first sentence of the page, Detail the second, "" for none.
	Explanation, Detail string
	// Location is where a page of a redirect leads.
	Location string
	// Short pages end after the explanation: those about methods and media types.
	Short bool
}

// NotFound is the page of an unknown path.
func NotFound() Page { return Page{Status: 404, Explanation: "The resource could not be found."} }

// titles are the status texts that differ from Go's.
var titles = map[int]string{413: "Request Entity Too Large", 416: "Request Range Not Satisfiable"}

// Title is the text of a status.
func Title(status int) string {
	if t := titles[status]; t != "" {
		return t
	}
	return http.StatusText(status)
}

// Write makes the page for a client with this Accept header.
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
	if p.Location != "" {
		tail = " " + p.Location + "; you should be redirected automatically.  "
	}
	if p.Short {
		tail = "\n\n "
	}
	return "text/plain; charset=UTF-8", []byte(status + "\n\n" + strings.ReplaceAll(p.Explanation, "\n", " ") + tail)
}

func (p Page) inner(escape func(string) string) string {
	if p.Location != "" {
		return escape(p.Explanation) + ` <a href="` + p.Location + `">` + p.Location + "</a>;\nyou should be redirected automatically.\n\n"
	}
	inner := escape(p.Explanation) + "<br /><br />\n"
	if p.Short {
		return inner
	}
	return inner + escape(p.Detail) + "\n\n"
}

// quoteJSON writes a JSON string as Python does: only characters that must be escaped are.
func quoteJSON(s string) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		panic("page: " + err.Error()) // cannot happen: a string can always be encoded
	}
	return bytes.TrimSpace(b.Bytes())
}
