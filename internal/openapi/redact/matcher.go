package redact

import (
	"encoding/base64"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	minSecret = 4
	// wordBelow is the length under which a value is only replaced where no letter or digit is next to it: a password
	// "secret" must not change the key "secret_ref".
	wordBelow = 8
)

// matcher replaces values and their encodings in JSON, URLs and base64. At each position the longest match is replaced,
// since a secret may begin with another one.
type matcher struct {
	// long are the forms by their first bytes, the longest first; begins has the first two bytes of each.
	long   map[[wordBelow]byte][]string
	begins [1 << 16 / 64]uint64
	// words are the short forms, the longest first.
	words []string
}

func (m *matcher) add(secret string) {
	for _, f := range encodings(secret) {
		if len(f) < wordBelow {
			m.words = insert(m.words, f)
			continue
		}
		if m.long == nil {
			m.long = map[[wordBelow]byte][]string{}
		}
		first := [wordBelow]byte([]byte(f[:wordBelow]))
		m.long[first] = insert(m.long[first], f)
		at := uint(f[0])<<8 | uint(f[1])
		m.begins[at/64] |= 1 << (at % 64)
	}
}

// insert inserts a form into a list without duplicates, the longest first.
func insert(in []string, f string) []string {
	at, there := slices.BinarySearchFunc(in, f, func(a, b string) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return strings.Compare(a, b)
	})
	if there {
		return in
	}
	return slices.Insert(in, at, f)
}

// encodings are the forms that a value can have in texts.
func encodings(s string) []string {
	out := []string{s, url.QueryEscape(s), url.PathEscape(s)}
	if quoted, err := json.Marshal(s); err == nil {
		out = append(out, string(quoted[1:len(quoted)-1]))
	}
	return append(out, base64.StdEncoding.EncodeToString([]byte(s)), base64.RawURLEncoding.EncodeToString([]byte(s)))
}

func (m *matcher) replace(s string) string {
	s = m.replaceLong(s)
	for _, w := range m.words {
		s = replaceWord(s, w)
	}
	return s
}

func (m *matcher) replaceLong(s string) string {
	if len(m.long) == 0 {
		return s
	}
	out := veiled{text: s}
	for i := 0; i+wordBelow <= len(s); {
		at := uint(s[i])<<8 | uint(s[i+1])
		if m.begins[at/64]&(1<<(at%64)) == 0 {
			i++
			continue
		}
		n := m.longestAt(s[i:])
		if n > 0 {
			out.replacePart(i, i+n, Mark)
		}
		i += max(n, 1)
	}
	return out.String()
}

// longestAt is the length of the longest form at the beginning of a text, 0 for none.
func (m *matcher) longestAt(s string) int {
	for _, f := range m.long[[wordBelow]byte([]byte(s[:wordBelow]))] {
		if strings.HasPrefix(s, f) {
			return len(f)
		}
	}
	return 0
}

func replaceWord(s, word string) string {
	if !strings.Contains(s, word) {
		return s
	}
	var b strings.Builder
	for i := 0; ; {
		at := strings.Index(s[i:], word)
		if at < 0 {
			b.WriteString(s[i:])
			return b.String()
		}
		from, to := i+at, i+at+len(word)
		before, _ := utf8.DecodeLastRuneInString(s[:from])
		after, _ := utf8.DecodeRuneInString(s[to:])
		if wordRune(before) || wordRune(after) {
			_, size := utf8.DecodeRuneInString(s[from:])
			b.WriteString(s[i : from+size])
			i = from + size
			continue
		}
		b.WriteString(s[i:from])
		b.WriteString(Mark)
		i = to
	}
}

func wordRune(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '-')
}
