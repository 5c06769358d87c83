package pipeline

import (
	"fmt"
	"strconv"
	"strings"
)

// Page is a fault as the web framework words it, below the services' own code: HTML, JSON or text by what
// Accept says (contract 60 §4).
func Page(x *Exchange, status int, title, explanation string) *Fault {
	f := &Fault{Status: status, Bare: true, Message: explanation}
	switch preferred(x.Header("Accept"), "text/html", "application/json") {
	case "text/html":
		f.ContentType = "text/html; charset=UTF-8"
		f.Raw = fmt.Appendf(nil, "<html>\n <head>\n  <title>%d %s</title>\n </head>\n <body>\n  <h1>%[1]d %[2]s</h1>\n  %s<br /><br />\n\n\n\n </body>\n</html>", status, title, explanation)
	case "application/json":
		f.ContentType = "application/json"
		f.Raw = fmt.Appendf(nil, `{"message": "%s<br /><br />\n\n\n", "code": "%d %s", "title": "%[3]s"}`, explanation, status, title)
	default:
		f.ContentType = "text/plain; charset=UTF-8"
		f.Raw = fmt.Appendf(nil, "%d %s\n\n%s\n\n   ", status, title, explanation)
	}
	return f
}

// Unrouted is the answer to a path, or a method on a path, that no microversion has.
func Unrouted(x *Exchange) *Fault {
	return Page(x, 404, "Not Found", "The resource could not be found.")
}

// preferred is the offer that an Accept header likes best, the first of several equals; "" for none (RFC 9110 §12.5.1).
func preferred(accept string, offers ...string) (best string) {
	if accept == "" {
		return offers[0]
	}
	most := 0.0
	for _, offer := range offers {
		if q := quality(accept, offer); q > most {
			best, most = offer, q
		}
	}
	return best
}

// quality is what an Accept header gives a media type: the weight of the most specific range that has it.
func quality(accept, media string) (q float64) {
	kind, _, _ := strings.Cut(media, "/")
	specific := -1
	for part := range strings.SplitSeq(accept, ",") {
		name, params, _ := strings.Cut(part, ";")
		rank := -1
		switch strings.ToLower(strings.TrimSpace(name)) {
		case media:
			rank = 2
		case kind + "/*":
			rank = 1
		case "*/*":
			rank = 0
		}
		if rank < 0 || rank < specific {
			continue
		}
		specific, q = rank, 1
		for param := range strings.SplitSeq(params, ";") {
			if w, isWeight := strings.CutPrefix(strings.TrimSpace(param), "q="); isWeight {
				q, _ = strconv.ParseFloat(w, 64)
			}
		}
	}
	return q
}
