package redact

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// redactJSON rewrites the values of secret keys in JSON text. It works on the text and not on decoded
// values, so that order, spacing, duplicate keys and malformed tails stay as they were sent. Text that
// stops being JSON is copied; inside an unfinished secret string everything to the end is dropped.
func redactJSON(s string) string {
	sc := &scanner{in: s}
	sc.out.Grow(len(s))
	sc.value("", "", 0)
	sc.out.WriteString(s[sc.at:])
	return sc.out.String()
}

type scanner struct {
	in  string
	at  int
	out strings.Builder
}

// maxDepth bounds recursion; deeper text is dropped, not copied.
const maxDepth = 512

// value copies the value at the cursor. key is the key it stands under, parent the key of the object
// around it, "" at the top and in arrays of arrays. It returns false where the text is not JSON any more.
func (sc *scanner) value(key, parent string, depth int) bool {
	sc.space()
	if sc.at >= len(sc.in) {
		return false
	}
	if depth > maxDepth {
		sc.out.WriteString("[nested deeper than " + fmt.Sprint(maxDepth) + " levels]")
		sc.at = len(sc.in)
		return false
	}
	switch sc.in[sc.at] {
	case '{':
		return sc.object(key, depth)
	case '[':
		return sc.array(key, parent, depth)
	case '"':
		raw, whole := sc.string()
		sc.out.WriteString(redactString(raw, key, parent, whole))
		return whole
	}
	return sc.scalar(key, parent)
}

func (sc *scanner) object(key string, depth int) bool {
	sc.copy(1)
	for {
		sc.space()
		if sc.at >= len(sc.in) {
			return false
		}
		switch sc.in[sc.at] {
		case '}':
			sc.copy(1)
			return true
		case ',':
			sc.copy(1)
			continue
		case '"':
		default:
			return false
		}
		raw, whole := sc.string()
		sc.out.WriteString(raw)
		if !whole {
			return false
		}
		sc.space()
		if sc.at >= len(sc.in) || sc.in[sc.at] != ':' {
			return false
		}
		sc.copy(1)
		if !sc.value(unquote(raw), key, depth+1) {
			return false
		}
	}
}

// array gives its elements the key it stands under itself: a list of passwords is secret too.
func (sc *scanner) array(key, parent string, depth int) bool {
	sc.copy(1)
	for {
		sc.space()
		if sc.at >= len(sc.in) {
			return false
		}
		switch sc.in[sc.at] {
		case ']':
			sc.copy(1)
			return true
		case ',':
			sc.copy(1)
			continue
		}
		if !sc.value(key, parent, depth+1) {
			return false
		}
	}
}

// scalar copies a number or a word; null, true and false say nothing secret.
func (sc *scanner) scalar(key, parent string) bool {
	end := sc.at
	for end < len(sc.in) && !strings.ContainsRune("{}[],:\" \t\r\n", rune(sc.in[end])) {
		end++
	}
	word := sc.in[sc.at:end]
	if word == "" {
		return false
	}
	sc.at = end
	switch {
	case word == "null" || word == "true" || word == "false" || !secretAt(key, parent):
		sc.out.WriteString(word)
	default:
		sc.out.WriteString(`"` + Mark + `"`)
	}
	return true
}

// string returns the string at the cursor with its quotes and moves behind it; whole is false when it does not end.
func (sc *scanner) string() (raw string, whole bool) {
	from := sc.at
	for i := from + 1; i < len(sc.in); i++ {
		switch sc.in[i] {
		case '\\':
			i++
		case '"':
			sc.at = i + 1
			return sc.in[from:sc.at], true
		}
	}
	sc.at = len(sc.in)
	return sc.in[from:], false
}

func (sc *scanner) space() {
	from := sc.at
	for sc.at < len(sc.in) && strings.IndexByte(" \t\r\n", sc.in[sc.at]) >= 0 {
		sc.at++
	}
	sc.out.WriteString(sc.in[from:sc.at])
}

func (sc *scanner) copy(n int) {
	sc.out.WriteString(sc.in[sc.at : sc.at+n])
	sc.at += n
}

// redactString is the text that takes the place of a string value; raw has its quotes.
func redactString(raw, key, parent string, whole bool) string {
	text := unquote(raw)
	switch {
	case text == "" && whole:
		return raw
	case normal(key) == "userdata":
		return fmt.Sprintf(`"[redacted user data, %d bytes]"`, len(text))
	case normal(key) == "publickey":
		return quotePublicKey(text)
	case secretAt(key, parent):
		if tokenAt(key, parent) {
			return `"` + tokenMark(text) + `"`
		}
		return `"` + Mark + `"`
	}
	return raw
}

// quotePublicKey keeps what a malformed key looks like (tests send such on purpose) only as a digest.
func quotePublicKey(text string) string {
	kept := material(text)
	if kept == text {
		kept = "[key material, " + fmt.Sprint(len(text)) + " bytes, " + shortSum(text) + "]"
	}
	out, err := json.Marshal(kept)
	if err != nil {
		return `"` + Mark + `"`
	}
	return string(out)
}

func secretAt(key, parent string) bool {
	under, ok := secretUnder[key]
	return secretName(key) || tokenAt(key, parent) || ok && parent == under
}

// tokenAt is true for the id of a token: {"auth": {"identity": {"token": {"id": …}}}} of Identity v3 and
// {"access": {"token": {"id": …}}} of v2.
func tokenAt(key, parent string) bool { return key == "id" && parent == "token" || key == "token" }

func unquote(raw string) string {
	if n := len(raw) - 1; n > 0 && raw[0] == '"' && raw[n] == '"' && plain(raw[1:n]) {
		return raw[1:n]
	}
	var s string
	if err := json.Unmarshal([]byte(raw), &s); err == nil {
		return s
	}
	return strings.Trim(raw, `"`)
}

// plain tells whether a JSON string means just what stands between its quotes.
func plain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= utf8.RuneSelf || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}
