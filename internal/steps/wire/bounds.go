package wire

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// Bounds of one answer (bytes). Services' answers are far smaller: a list of a thousand servers has about 2 MiB, a token
// with a catalogue of fifty endpoints 20 KiB.
const (
	// HeaderLimit bounds all headers of an answer together.
	HeaderLimit = 64 << 10
	// TokenLimit bounds a token with its catalogue.
	TokenLimit = 4 << 20
	// BodyLimit bounds any other body.
	BodyLimit = 32 << 20
)

// ErrTooMuch marks an answer with more headers, or a longer body, than any service gives.
var ErrTooMuch = errors.New("the answer is too large")

// Read reads a body whole, up to a number of bytes; a longer one is ErrTooMuch, with what was read until then.
func Read(body io.Reader, most int64) ([]byte, error) { return ReadAbout(body, most, 0) }

// ReadAbout is Read for a body with an announced length (said), which sizes the buffer but is not relied on.
func ReadAbout(body io.Reader, most, said int64) ([]byte, error) {
	if h, ok := body.(*held); ok && h.isUnread() && int64(len(h.data)) <= most {
		return h.data, nil
	}
	var whole bytes.Buffer
	if said > 0 && said <= min(most, 1<<20) {
		whole.Grow(int(said) + bytes.MinRead)
	}
	_, err := whole.ReadFrom(io.LimitReader(body, most+1))
	data := whole.Bytes()
	if err == nil && int64(len(data)) > most {
		data, err = data[:most], fmt.Errorf("%w: more than %s", ErrTooMuch, size(most))
	}
	return data, err
}

// held is a body that is in memory already, so that a reader of all of it gets the bytes without a copy and must not change them.
type held struct {
	bytes.Reader
	data []byte
}

// InMemoryBody makes a body of data in memory. ReadAbout answers the same slice.
func InMemoryBody(data []byte) io.ReadCloser {
	h := &held{data: data}
	h.Reset(data)
	return h
}

func (h *held) Close() error { return nil }

// isUnread tells whether nothing was read yet.
func (h *held) isUnread() bool { return h.Len() == len(h.data) }

func size(bytes int64) string {
	if bytes >= 1<<20 {
		return fmt.Sprintf("%d MiB", bytes>>20)
	}
	return fmt.Sprintf("%d KiB", bytes>>10)
}

// headersOf measures headers as they are on the wire (bytes).
func headersOf(h http.Header) (n int) {
	for name, values := range h {
		for _, value := range values {
			n += len(name) + len(value) + len(": \r\n")
		}
	}
	return n
}

// boundHeaders refuses an answer with too many headers. A transport with MaxResponseHeaderBytes stops reading them itself;
// a handler that is called in place does not.
func boundHeaders(resp *http.Response, err error) (*http.Response, error) {
	if err != nil {
		if text := err.Error(); strings.Contains(text, "server response headers exceeded") || strings.Contains(text, "header list larger than") {
			return nil, fmt.Errorf("%w: more than %s of headers (%w)", ErrTooMuch, size(HeaderLimit), err)
		}
		return nil, err
	}
	if headersOf(resp.Header) > HeaderLimit {
		_ = resp.Body.Close() // the body is not read
		return nil, fmt.Errorf("%w: more than %s of headers", ErrTooMuch, size(HeaderLimit))
	}
	return resp, nil
}

// Bounded is an http.RoundTripper that bounds answers, for clients that read bodies of any length.
type Bounded struct {
	Next http.RoundTripper
	// Most is the longest body (bytes).
	Most int64
}

// RoundTrip implements http.RoundTripper. Reading a body that is too long ends with ErrTooMuch.
func (b Bounded) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := boundHeaders(b.Next.RoundTrip(req))
	if err != nil {
		return nil, err
	}
	resp.Body = &bounded{ReadCloser: resp.Body, left: b.Most, most: b.Most}
	return resp, nil
}

// bounded is a body whose reading ends with ErrTooMuch after its bound.
type bounded struct {
	io.ReadCloser
	left, most int64
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left < 0 {
		return 0, fmt.Errorf("%w: more than %s", ErrTooMuch, size(b.most))
	}
	if int64(len(p)) > b.left+1 {
		p = p[:b.left+1]
	}
	n, err := b.ReadCloser.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return n - 1, fmt.Errorf("%w: more than %s", ErrTooMuch, size(b.most))
	}
	return n, err
}
