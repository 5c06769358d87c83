package source

import (
	"strconv"
	"strings"
	"time"
)

// plain removes from text what differs from run to run: ids, names and keys become the number of their first appearance,
// times become seconds after the first one.
type plain struct {
	met   map[string]int
	first time.Time
}

func newPlain() *plain { return &plain{met: map[string]int{}} }

func (p *plain) text(s string) string {
	var out strings.Builder
	out.Grow(len(s))
	for i := 0; i < len(s); {
		if !wordy(s[i]) {
			out.WriteByte(s[i])
			i++
			continue
		}
		n, said := p.word(s[i:])
		if n == 0 { // copy to the end of the word, or to the next hyphen, behind which an id may follow
			for i < len(s) && wordy(s[i]) {
				out.WriteByte(s[i])
				i++
			}
			continue
		}
		out.WriteString(said)
		i += n
	}
	return out.String()
}

// word looks for something that differs from run to run at the beginning of a text, and answers its length and its replacement.
func (p *plain) word(s string) (n int, said string) {
	switch {
	case isID(s, 36, true):
		return 36, p.number(s[:36])
	case strings.HasPrefix(s, "req-") && isID(s[len("req-"):], 36, true):
		return len("req-") + 36, "req-#"
	case strings.HasPrefix(s, password):
		value, _, _ := strings.Cut(s[len(password):], `"`)
		return len(password) + len(value), password + p.number(value)
	case strings.HasPrefix(s, signature):
		return len(signature) + strings.IndexAny(s[len(signature):]+"&", `&"\`), signature + "#"
	}
	for n < len(s) && (wordy(s[n]) || s[n] == '-' || s[n] == '_' || s[n] == '+' || s[n] == '=') {
		n++
	}
	switch {
	case strings.HasPrefix(s, "plumbline-"), n >= longest:
		return n, p.number(s[:n])
	case isID(s, 32, false):
		return 32, p.number(s[:32])
	}
	if len(s) >= len(stamp) {
		if at, err := time.Parse(stamp, s[:len(stamp)]); err == nil {
			if p.first.IsZero() {
				p.first = at
			}
			return len(stamp), "T" + strconv.Itoa(int(at.Sub(p.first).Seconds()))
		}
	}
	return 0, ""
}

// signature begins the signature of a signed URL, which depends on the ids in the URL.
const signature = "Signature="

// password begins a password that the service generated; it depends on everything drawn from the same random source before.
const password = `adminPass":"`

const stamp = "2006-01-02T15:04:05"

// longest is the length of a word from which on it counts as a generated key.
const longest = 60

func (p *plain) number(id string) string {
	if p.met[id] == 0 {
		p.met[id] = len(p.met) + 1
	}
	return "#" + strconv.Itoa(p.met[id])
}

func wordy(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// isID tells whether a text begins with length hexadecimal digits, with or without the hyphens of a UUID.
func isID(s string, length int, groups bool) bool {
	if len(s) < length || len(s) > length && wordy(s[length]) {
		return false
	}
	for i := range length {
		c := s[i]
		if hyphen := groups && (i == 8 || i == 13 || i == 18 || i == 23); hyphen != (c == '-') {
			return false
		} else if !hyphen && (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}
