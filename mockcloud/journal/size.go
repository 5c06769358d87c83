package journal

import (
	"net/http"
	"strings"
)

// bookkeeping is what an entry costs beside what it refers to (bytes).
const bookkeeping = 512

// size is what an entry costs (bytes) whose headers have a size together.
func (e *entry) size(headers int) int {
	n := bookkeeping + len(e.method) + len(e.url) + len(e.body) + len(e.answer) + headers
	for _, note := range e.notes {
		n += len(note)
	}
	return n
}

// strip leaves of an entry what a line of the journal shows.
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

// shortText cuts a text. What is left is a copy: the text may be a part of a larger one that would be kept with it.
func (j *Journal) shortText(s string) string {
	if len(s) > j.perHead {
		return strings.Clone(s[:j.perHead]) + " …"
	}
	return s
}

// shortHeader cuts the values of headers that are too large together. It answers also the size of what is left.
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
