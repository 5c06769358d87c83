package redact

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// redactJSON replaces the values of secret keys in JSON text. It works on the text and not on decoded values, so that
// order, spacing, duplicate keys and malformed ends stay as they were sent. From the place where the text stops being JSON
// it is redacted as loose text; inside an unfinished secret string everything to the end is dropped.
func redactJSON(s string) string {
	sc := &scanner{in: s, out: veiled{text: s}}
	sc.value("", "", 0)
	if strings.TrimSpace(s[sc.at:]) != "" { // not JSON: the part before may have been split at wrong places, too
		return redactLoosely(sc.out.String())
	}
	return sc.out.String()
}

type scanner struct {
	in  string
	at  int
	out veiled
}

// maxDepth bounds recursion; deeper text is dropped, not copied.
const maxDepth = 512

// value copies the value at the cursor. key is the value's key, parent the key of the object around it, "" at the top and
// in arrays of arrays. It returns false where the text is not JSON any more.
func (sc *scanner) value(key, parent string, depth int) bool {
	sc.space()
	if sc.at >= len(sc.in) {
		return false
	}
	if depth > maxDepth {
		sc.out.replacePart(sc.at, len(sc.in), "[nested deeper than "+fmt.Sprint(maxDepth)+" levels]")
		sc.at = len(sc.in)
		return false
	}
	switch sc.in[sc.at] {
	case '{':
		return sc.object(key, depth)
	case '[':
		return sc.array(key, parent, depth)
	case '"':
		from := sc.at
		raw, whole := sc.string()
		if kept := redactString(raw, key, parent, whole); kept != raw {
			sc.out.replacePart(from, sc.at, kept)
		}
		return whole
	}
	return sc.scalar(key, parent)
}

func (sc *scanner) object(key string, depth int) bool {
	sc.at++
	for {
		sc.space()
		if sc.at >= len(sc.in) {
			return false
		}
		switch sc.in[sc.at] {
		case '}':
			sc.at++
			return true
		case ',':
			sc.at++
			continue
		case '"':
		default:
			return false
		}
		raw, whole := sc.string()
		if !whole {
			return false
		}
		sc.space()
		if sc.at >= len(sc.in) || sc.in[sc.at] != ':' {
			return false
		}
		sc.at++
		if !sc.value(unquote(raw), key, depth+1) {
			return false
		}
	}
}

// array treats its elements as values of its own key: a list of passwords is secret, too.
func (sc *scanner) array(key, parent string, depth int) bool {
	sc.at++
	for {
		sc.space()
		if sc.at >= len(sc.in) {
			return false
		}
		switch sc.in[sc.at] {
		case ']':
			sc.at++
			return true
		case ',':
			sc.at++
			continue
		}
		if !sc.value(key, parent, depth+1) {
			return false
		}
	}
}

// scalar copies a number or a word; null, true and false are never secret.
func (sc *scanner) scalar(key, parent string) bool {
	end := sc.at
	for end < len(sc.in) && !strings.ContainsRune("{}[],:\" \t\r\n", rune(sc.in[end])) {
		end++
	}
	word := sc.in[sc.at:end]
	if word == "" {
		return false
	}
	if word != "null" && word != "true" && word != "false" && secretAt(key, parent) {
		sc.out.replacePart(sc.at, end, `"`+Mark+`"`)
	}
	sc.at = end
	return true
}

// string returns the string at the cursor with its quotes, and moves behind it; whole is false when it has no end.
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
	for sc.at < len(sc.in) && strings.IndexByte(" \t\r\n", sc.in[sc.at]) >= 0 {
		sc.at++
	}
}

// redactString is the replacement of a string value; raw has its quotes.
func redactString(raw, key, parent string, whole bool) string {
	text := unquote(raw)
	switch {
	case text == "" && whole, strings.HasPrefix(text, "[") && marked.MatchString(text):
		return raw
	case kindOf(key).userData:
		return fmt.Sprintf(`"[redacted user data, %d bytes]"`, len(text))
	case kindOf(key).publicKey:
		return quotePublicKey(text)
	case secretAt(key, parent):
		if tokenAt(key, parent) {
			return `"` + tokenMark(text) + `"`
		}
		return `"` + Mark + `"`
	}
	return redactNested(raw, text)
}

// marked matches the replacements that this package writes: they do not change when they are redacted again.
var marked = regexp.MustCompile(
	`^\[(redacted( sha256:[0-9a-f]{8}| user data, \d+ bytes| [a-z0-9 ]*private key)?|key material, \d+ bytes, sha256:[0-9a-f]{8})\]$`)

// redactNested redacts JSON, or text like it, inside a string.
func redactNested(raw, text string) string {
	if !strings.ContainsAny(text, "\"'=\n") {
		return raw
	}
	kept := text
	if looksJSON(text) {
		kept = redactJSON(text)
	} else {
		kept = redactLoosely(text)
	}
	if kept == text {
		return raw
	}
	var out strings.Builder
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(kept); err != nil {
		return `"` + Mark + `"`
	}
	return strings.TrimSuffix(out.String(), "\n")
}

// quotePublicKey redacts a public key; a malformed one, which tests send on purpose, becomes its length and a digest.
func quotePublicKey(text string) string {
	kept := redactKeyMaterial(text)
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
	return SecretName(key) || tokenAt(key, parent) || ok && parent == under
}

// tokenAt tells whether a value is the id of a token: {"auth": {"identity": {"token": {"id": …}}}} of Identity v3 and
// {"access": {"token": {"id": …}}} of v2.
func tokenAt(key, parent string) bool { return key == "id" && parent == "token" || key == "token" }

func unquote(raw string) string {
	if n := len(raw) - 1; n > 0 && raw[0] == '"' && raw[n] == '"' && isPlain(raw[1:n]) {
		return raw[1:n]
	}
	var s string
	if err := json.Unmarshal([]byte(raw), &s); err == nil {
		return s
	}
	return strings.Trim(raw, `"`)
}

// isPlain tells whether a JSON string has no escapes.
func isPlain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= utf8.RuneSelf || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}
