// Package printable makes untrusted text safe to display: a cloud can put sequences into its answers that move a terminal's
// cursor, change its colour or title, or reverse the reading direction so that a line reads as its opposite. Each such
// character is written as \uXXXX, which is also its escape in JSON.
package printable

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"unicode/utf8"
)

// Text keeps visible characters, line ends and tabs of s; any other character is written as \uXXXX.
func Text(s string) string { return escaped(s, false) }

// IsText tells whether Text would leave p unchanged.
func IsText(p []byte) bool {
	for i, c := range p {
		if c < ' ' && c != '\n' && c != '\t' || c >= 0x7f {
			return next(string(p[i:]), false) < 0
		}
	}
	return true
}

// Line is Text for a single line: line ends and tabs are written as \uXXXX, too.
func Line(s string) string { return escaped(s, true) }

func escaped(s string, line bool) string {
	at := next(s, line)
	if at < 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	for at >= 0 {
		b.WriteString(s[:at])
		r, size := utf8.DecodeRuneInString(s[at:])
		b.WriteString(escape(r))
		s = s[at+size:]
		at = next(s, line)
	}
	b.WriteString(s)
	return b.String()
}

// next is the index of the first character that must be escaped, −1 for none.
func next(s string, line bool) int {
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if c >= ' ' && c != 0x7f || !line && (c == '\n' || c == '\t' || c == '\r' && i+1 < len(s) && s[i+1] == '\n') {
				i++
				continue
			}
			return i
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if IsHidden(r) || r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

// IsHidden tells whether a character controls the display and is not shown itself: C0 and C1 controls, delete,
// bidirectional controls (Unicode Standard Annex 9), separators of lines and paragraphs, and tags, which are invisible.
func IsHidden(r rune) bool {
	switch {
	case r < ' ', r >= 0x7f && r <= 0x9f, r == 0x061c, r == 0x200e, r == 0x200f, r >= 0x2028 && r <= 0x202e, r >= 0x2066 && r <= 0x2069,
		r >= 0xe0000 && r <= 0xe007f:
		return true
	}
	return false
}

func escape(r rune) string {
	if r > 0xffff {
		r -= 0x10000
		return fmt.Sprintf(`\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
	}
	return fmt.Sprintf(`\u%04x`, r)
}

// Writer applies Text to what is written to it. A character that comes in two writes is passed on when it is complete.
func Writer(w io.Writer) io.Writer {
	if already, ok := w.(*writer); ok {
		return already
	}
	return &writer{to: w}
}

// Through is a Writer that applies f to every text first, to remove secrets.
func Through(w io.Writer, f func(string) string) io.Writer { return &writer{to: Unwrap(w), first: f} }

// Unwrap is the writer behind a Writer, and any other writer itself, to find out whether it is a terminal.
func Unwrap(w io.Writer) io.Writer {
	if over, ok := w.(*writer); ok {
		return over.to
	}
	return w
}

type writer struct {
	mu   sync.Mutex
	to   io.Writer
	rest []byte
	// first is applied to every text before Text; nil for none.
	first func(string) string
}

// Write implements io.Writer.
func (w *writer) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	text := append(w.rest, p...)
	keep := unfinished(text)
	w.rest = append([]byte(nil), text[len(text)-keep:]...)
	said := string(text[:len(text)-keep])
	if w.first != nil {
		said = w.first(said)
	}
	if _, err := io.WriteString(w.to, Text(said)); err != nil {
		return 0, err
	}
	return len(p), nil
}

// unfinished is how many bytes at the end may be the beginning of one character.
func unfinished(p []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(p); n++ {
		if c := p[len(p)-n]; utf8.RuneStart(c) {
			if c >= utf8.RuneSelf && !utf8.FullRune(p[len(p)-n:]) {
				return n
			}
			return 0
		}
	}
	return 0
}
