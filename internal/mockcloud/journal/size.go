package journal

import (
	"net/http"
	"strings"
)

// bookkeeping is the size of an entry in addition to the data that it refers to (bytes).
const bookkeeping = 512

// size is the size of an entry (bytes); headers is the total size of its headers.
func (e *entry) size(headers int) int {
	n := bookkeeping + len(e.method) + len(e.url) + len(e.body) + len(e.answer) + headers
	for _, note := range e.notes {
		n += len(note)
	}
	return n
}

// strip reduces an entry to the fields that a line of the journal shows.
func (e *entry) strip() {
	e.token, e.stripped = fingerprint(e.request), true
	e.cut = e.cut || len(e.body) > 0
	e.request, e.header, e.body, e.answer = nil, nil, nil, nil
	if len(e.url) > mostBareURL {
		e.url = strings.Clone(e.url[:mostBareURL])
	}
	e.held = e.size(0)
}

func headerSize(h http.Header) (n int) {
	for name, values := range h {
		for _, value := range values {
			n += len(name) + len(value)
		}
	}
	return n
}

func (j *Journal) cutBody(b []byte) []byte {
	if len(b) > j.perBody {
		return append([]byte(nil), b[:j.perBody]...)
	}
	return b
}

// shortText cuts a text. The rest is a copy, so that a larger text of which it was a part is not kept in memory.
func (j *Journal) shortText(s string) string {
	if len(s) > j.perHead {
		return strings.Clone(s[:j.perHead]) + " …"
	}
	return s
}

// shortHeader cuts the values of headers whose total size is too large. It also answers the size of the rest.
func (j *Journal) shortHeader(h http.Header) (http.Header, int) {
	if n := headerSize(h); n <= j.perHead {
		return h, n
	}
	out, left := http.Header{}, j.perHead
	for name, values := range h {
		for _, value := range values {
			if left -= len(name); left <= 0 {
				return out, headerSize(out)
			}
			value = (&Journal{perHead: min(left, j.perHead/8)}).shortText(value)
			out[name], left = append(out[name], strings.Clone(value)), left-len(value)
		}
	}
	return out, headerSize(out)
}
