package packs

import (
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"strings"
)

// text replaces ids, addresses, names and times in a sentence.
func (v *veil) text(s string) string {
	if s == "" {
		return ""
	}
	s = keyText.ReplaceAllString(s, redacted)
	s = aURL.ReplaceAllStringFunc(s, v.url)
	return replaceOutside(s, aURL, func(s string) string {
		s = v.replaceShapes(s)
		return v.replaceNames(s)
	})
}

// replaceShapes replaces values that are recognised by their form.
func (v *veil) replaceShapes(s string) string {
	s = anEmail.ReplaceAllStringFunc(s, func(e string) string {
		return v.replacementFor("email", e, func(n int) string { return "user-" + strconv.Itoa(n) + "@example.org" })
	})
	s = aTime.ReplaceAllStringFunc(s, func(t string) string { return "2000-01-01" + t[10:11] + "00:00:00" })
	s = aDay.ReplaceAllString(s, "2000-01-01")
	s = anID.ReplaceAllStringFunc(s, v.id)
	s = aLongHex.ReplaceAllString(s, "hex")
	s = anIPv4.ReplaceAllStringFunc(s, v.ipv4)
	return colons().ReplaceAllStringFunc(s, func(c string) string {
		if _, err := netip.ParseAddr(c); err == nil && strings.Contains(c, ":") {
			return v.ipv6(c)
		}
		if strings.Count(c, ":") >= 5 {
			return v.replacementFor("mac", c, func(n int) string { return "mac-" + strconv.Itoa(n) })
		}
		return c
	})
}

// replaceNames replaces names: those that are known, those that a run made, and words in the form of a host name.
func (v *veil) replaceNames(s string) string {
	return aWord.ReplaceAllStringFunc(s, func(w string) string {
		bare := strings.TrimRight(w, ".-_:")
		rest := w[len(bare):]
		switch {
		case v.names[bare] && !common[bare] && !v.isReplacement(bare), ourName.FindString(bare) == bare && bare != "":
			return v.ours(bare) + rest
		case v.isPlainWord(bare):
			return w
		}
		return v.name(bare) + rest
	})
}

// aWord matches a word with characters that may be in a name.
var aWord = regexp.MustCompile(`[\pL\pN_][\pL\pN_.@:-]*`)

// ours is name, except that a replacement stays as it is.
func (v *veil) ours(s string) string {
	if v.isReplacement(s) {
		return s
	}
	return v.name(s)
}

// isReplacement tells whether a word is a replacement made by a veil.
func (v *veil) isReplacement(w string) bool { return given.MatchString(w) }

var given = regexp.MustCompile(
	`^(name-\d+|plumbline-\d+|user-\d+@example\.org|host-\d+\.example|mac-\d+|text-\d+|key-\d+|(req-)?00000000-?0000-?4000-?8000-?\d{12}|198\.18\.\d+\.\d+|2001:db8::[0-9a-f]+|2000-01-01(T\d\d:\d\d:\d\d.*)?)$`)

// isPlainWord tells whether a word is an ordinary word, a number, or a name in the documents: letters with underscores and
// dashes, also joined by colons; capitalised words joined by a dot. A long word of letters and digits is a name, and so is
// one with dots like a host.
func (v *veil) isPlainWord(w string) bool {
	if v.isReplacement(w) || v.public.fields[w] || v.public.segments[w] {
		return true
	}
	if strings.ContainsRune(w, '@') {
		return false
	}
	for part := range strings.SplitSeq(w, ":") {
		if len(part) > 40 || !v.public.fields[part] && !sentence.MatchString(part) {
			return false
		}
	}
	return true
}

// sentence matches an ordinary word: letters; a number or version; capitalised words with a dot; up to four letters and digits.
var sentence = regexp.MustCompile(`^([\pL_-]*|[\d.-]{1,9}|[A-Z]\w*\.[A-Z]\w*|[\w.-]{1,4})$`)

// replaceOutside applies f to the text between the matches of a pattern.
func replaceOutside(s string, is *regexp.Regexp, f func(string) string) string {
	var b strings.Builder
	at := 0
	for _, m := range is.FindAllStringIndex(s, -1) {
		b.WriteString(f(s[at:m[0]]))
		b.WriteString(s[m[0]:m[1]])
		at = m[1]
	}
	b.WriteString(f(s[at:]))
	return b.String()
}

// url replaces the host and the names in a URL; segments that the documents have stay.
func (v *veil) url(s string) string {
	u, err := url.Parse(s)
	if err != nil {
		return v.replacementFor("url", s, func(n int) string { return "http://url-" + strconv.Itoa(n) + ".example/" })
	}
	var b strings.Builder
	if u.Host != "" {
		b.WriteString(u.Scheme + "://" + v.host(u.Host))
	}
	for i, segment := range strings.Split(u.EscapedPath(), "/") {
		if i > 0 {
			b.WriteByte('/')
		}
		b.WriteString(v.replaceSegment(segment))
	}
	if u.RawQuery != "" {
		b.WriteByte('?')
		for i, pair := range strings.Split(u.RawQuery, "&") {
			if i > 0 {
				b.WriteByte('&')
			}
			key, value, has := strings.Cut(pair, "=")
			b.WriteString(v.replaceSegment(key))
			if has {
				b.WriteString("=" + v.replaceSegment(value))
			}
		}
	}
	return b.String()
}

func (v *veil) host(h string) string {
	if keptHosts[h] {
		return h
	}
	return v.replacementFor("host", h, func(n int) string { return "host-" + strconv.Itoa(n) + ".example" })
}

// replaceSegment replaces one segment of a path, or one value of a query.
func (v *veil) replaceSegment(s string) string {
	plain, err := url.PathUnescape(s)
	switch {
	case err != nil:
		return v.name(s)
	case v.public.segments[plain]:
		return s
	case plain != s:
		return url.PathEscape(v.text(plain))
	}
	return v.text(s)
}
