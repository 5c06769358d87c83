package redact

import (
	"encoding/base64"
	"encoding/json"
	"net/url"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	minSecret = 4
	// wordBelow is the length under which a value is only replaced where no letter or digit touches it:
	// a password "secret" must not turn the key "secret_ref" into nonsense.
	wordBelow = 8
)

// matcher replaces a fixed set of values and the forms they take in JSON, URLs and base64.
type matcher struct {
	long  *strings.Replacer
	words []string
}

func newMatcher(secrets map[string]bool) *matcher {
	forms := map[string]bool{}
	for s := range secrets {
		for _, f := range encodings(s) {
			forms[f] = true
		}
	}
	sorted := make([]string, 0, len(forms))
	for f := range forms {
		sorted = append(sorted, f)
	}
	// The replacer takes the first of its pairs that matches: the longest must come first, or a secret
	// that starts with another one would leave its tail behind.
	sort.Slice(sorted, func(i, j int) bool {
		if len(sorted[i]) != len(sorted[j]) {
			return len(sorted[i]) > len(sorted[j])
		}
		return sorted[i] < sorted[j]
	})
	m := &matcher{}
	var pairs []string
	for _, f := range sorted {
		if len(f) < wordBelow {
			m.words = append(m.words, f)
		} else {
			pairs = append(pairs, f, Mark)
		}
	}
	if len(pairs) > 0 {
		m.long = strings.NewReplacer(pairs...)
	}
	return m
}

// encodings are the ways a value is written inside the texts that are kept.
func encodings(s string) []string {
	out := []string{s, url.QueryEscape(s), url.PathEscape(s)}
	if quoted, err := json.Marshal(s); err == nil {
		out = append(out, string(quoted[1:len(quoted)-1]))
	}
	return append(out, base64.StdEncoding.EncodeToString([]byte(s)), base64.RawURLEncoding.EncodeToString([]byte(s)))
}

func (m *matcher) replace(s string) string {
	if m.long != nil {
		s = m.long.Replace(s)
	}
	for _, w := range m.words {
		s = replaceWord(s, w)
	}
	return s
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
