package redact

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"regexp"
	"strings"
)

var (
	// pem matches PEM blocks, also with newlines escaped in JSON, also without an end.
	pem = regexp.MustCompile(`(?s)-----BEGIN ([A-Z0-9 ]+)-----.*?(-----END [A-Z0-9 ]+-----|"|$)`)
	// sshKey matches an OpenSSH public key line: type, then a base64 blob that begins with the length of the type. In JSON
	// the slash may be escaped.
	sshKey = regexp.MustCompile(`\b((?:ssh|ecdsa|sk-ssh|sk-ecdsa)-[a-zA-Z0-9@.-]+) (AAAA(?:[A-Za-z0-9+/=]|\\/)+)`)
	// fernet matches a Fernet token: version byte 0x80 and the leading zero bytes of its time stamp.
	fernet = regexp.MustCompile(`gAAAA[A-Za-z0-9_=-]{21,}`)
	// jwt matches a JSON Web Token: three parts in base64, the first of which begins with {".
	jwt = regexp.MustCompile(`\beyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+`)
)

// redactKeyMaterial replaces secrets that are recognised by their form. Key material keeps its type and a fingerprint, so
// that equal keys in two places can still be told from different ones.
func redactKeyMaterial(s string) string {
	if strings.Contains(s, "-----BEGIN ") {
		s = pem.ReplaceAllStringFunc(s, redactPEM)
	}
	if strings.Contains(s, " AAAA") {
		s = sshKey.ReplaceAllStringFunc(s, redactSSH)
	}
	if strings.Contains(s, "gAAAA") {
		s = fernet.ReplaceAllStringFunc(s, tokenMark)
	}
	if strings.Contains(s, "eyJ") {
		s = jwt.ReplaceAllStringFunc(s, tokenMark)
	}
	return s
}

// IsToken tells whether a whole text has the form of a token: Fernet or a JSON Web Token.
func IsToken(s string) bool {
	return s != "" && (fernet.FindString(s) == s || jwt.FindString(s) == s)
}

func redactPEM(block string) string {
	parts := pem.FindStringSubmatch(block)
	tail := ""
	if parts[2] == `"` {
		tail = `"`
	}
	label := strings.ToLower(parts[1])
	if strings.Contains(label, "private") {
		return "[redacted " + label + "]" + tail
	}
	return "[" + label + " " + shortSum(block) + "]" + tail
}

func redactSSH(line string) string {
	parts := sshKey.FindStringSubmatch(line)
	return parts[1] + " [key " + fingerprint(strings.ReplaceAll(parts[2], `\/`, "/")) + "]"
}

// fingerprint is OpenSSH's: SHA256: and the unpadded base64 of the digest of the decoded blob.
func fingerprint(blob string) string {
	raw, err := base64.StdEncoding.DecodeString(blob)
	if err != nil {
		return shortSum(blob)
	}
	sum := sha256.Sum256(raw)
	return "SHA256:" + base64.RawStdEncoding.EncodeToString(sum[:])
}

// tokenMark has 32 bits of the token's digest: enough to see which exchanges used the same token.
func tokenMark(token string) string {
	if token == "" {
		return ""
	}
	return "[redacted " + shortSum(token) + "]"
}

func shortSum(s string) string {
	sum := sha256.Sum256([]byte(s))
	return "sha256:" + hex.EncodeToString(sum[:4])
}
