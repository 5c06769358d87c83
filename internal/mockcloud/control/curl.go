package control

import (
	"net/http"
	"strings"
	"unicode/utf8"

	"plumbline/internal/mockcloud/journal"
	"plumbline/internal/openapi/exchange"
)

// wholeExchange is one exchange with all that the journal has of it. Curl is the command line that sends the request again, with
// $OS_TOKEN for the token and without passwords; "" if the journal has only a part of the request, or it is not text.
// Way are the checks and steps that it passed, the one that refused it, and those that it did not reach.
type wholeExchange struct {
	Exchange journal.Entry `json:"exchange"`
	Curl     string        `json:"curl,omitempty"`
	Way      []passage     `json:"way,omitempty"`
}

// curl is the command line for an exchange whose secrets have been removed; r is the request of who wants to know, and tells
// under which address the mock can be reached.
func (c *Control) curl(r *http.Request, e journal.Entry) string {
	sent := e.Request
	if sent.Method == "" || e.BodyCut || e.Shortened || e.Stripped || !isText(sent.RequestBody) {
		return ""
	}
	base := strings.TrimSuffix(c.env.BaseURL, "/")
	if base == "" {
		base = "http://" + r.Host
		if r.TLS != nil {
			base = "https://" + r.Host
		}
	}
	if strings.HasPrefix(sent.URL, "/") {
		sent.URL = base + sent.URL
	}
	return exchange.Curl(sent)
}

// isText tells whether a body can be an argument of a command.
func isText(body string) bool { return utf8.ValidString(body) && !strings.Contains(body, "\x00") }
