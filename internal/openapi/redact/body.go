package redact

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

const (
	// Limit is how many bytes of a body are kept.
	Limit = 16 << 10
	// scanLimit is the size (bytes) above which a body is described instead of scanned.
	scanLimit = 16 << 20
)

// Body returns the redacted form of a body. JSON keeps its bytes, order and duplicate keys except for the values of secret
// keys; binary content becomes its size and digest; text longer than Limit is cut, with a note of the number of missing bytes.
func (r *Redactor) Body(contentType string, body []byte) string {
	if len(body) == 0 {
		return ""
	}
	media, _, _ := strings.Cut(strings.ToLower(contentType), ";")
	media = strings.TrimSpace(media)
	if media == "application/octet-stream" || len(body) > scanLimit || !utf8.Valid(body) {
		return describe(media, body)
	}
	text := string(body)
	if media == "application/x-www-form-urlencoded" {
		text = redactPairs(text)
	} else if looksJSON(text) {
		text = redactJSON(text)
	} else {
		text = redactLoosely(text)
	}
	return truncate(r.redactShapes(text))
}

// looksJSON tells whether a text begins like JSON. It ignores the content type, which may be wrong in a refused request.
func looksJSON(s string) bool {
	s = strings.TrimLeft(s, " \t\r\n\ufeff")
	return strings.HasPrefix(s, "{") || strings.HasPrefix(s, "[")
}

func describe(media string, body []byte) string {
	if media == "" {
		media = "binary content"
	}
	sum := sha256.Sum256(body)
	return fmt.Sprintf("[%d bytes of %s, sha256:%s]", len(body), media, hex.EncodeToString(sum[:8]))
}

func truncate(s string) string {
	if len(s) <= Limit {
		return s
	}
	cut := Limit
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return fmt.Sprintf("%s … [cut: %d of %d bytes kept]", s[:cut], cut, len(s))
}

// cutOff is how a body ends that was not kept whole.
var cutOff = regexp.MustCompile(` … \[cut: \d+ of \d+ bytes kept\]$`)

// Cut answers how a body ends that a log did not keep whole, "" for one that it did.
func Cut(body string) string { return cutOff.FindString(body) }
