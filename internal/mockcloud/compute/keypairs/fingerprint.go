package keypairs

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/x509"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/pem"
	"regexp"
	"strings"
)

// firstWords matches the two words that an OpenSSH public key begins with; the rest is a comment.
var firstWords = regexp.MustCompile(`\A(\S+)[ \t]+(\S+)`)

// fields is the number of fields after the type's name in the binary form of a key, by type (RFC 4253 §6.6, RFC 5656, RFC 8709).
var fields = map[string]int{
	"ssh-rsa": 2, "ssh-dss": 4, "ssh-ed25519": 1,
	"ecdsa-sha2-nistp256": 2, "ecdsa-sha2-nistp384": 2, "ecdsa-sha2-nistp521": 2,
}

// Fingerprint is the MD5 of an OpenSSH public key's binary form, as colon-separated bytes. It is false when the text is not such a
// key.
func Fingerprint(publicKey string) (string, bool) {
	m := firstWords.FindStringSubmatch(publicKey)
	if m == nil {
		return "", false
	}
	n, known := fields[m[1]]
	blob, err := base64.StdEncoding.DecodeString(m[2])
	if !known || err != nil {
		return "", false
	}
	rest := blob
	for i := 0; i <= n; i++ {
		field, after, ok := cutField(rest)
		if !ok || i == 0 && string(field) != m[1] || i == 1 && m[1] == "ssh-ed25519" && len(field) != 32 {
			return "", false
		}
		rest = after
	}
	if len(rest) > 0 {
		return "", false
	}
	sum := md5.Sum(blob)
	return colons(sum[:]), true
}

// cutField cuts off a length-prefixed field.
func cutField(b []byte) (field, rest []byte, ok bool) {
	if len(b) < 4 {
		return nil, nil, false
	}
	n := binary.BigEndian.Uint32(b)
	if n == 0 || uint64(n) > uint64(len(b)-4) {
		return nil, nil, false
	}
	return b[4 : 4+n], b[4+n:], true
}

// CertificateFingerprint is the SHA-1 of a PEM certificate. It is false when the text is not one.
func CertificateFingerprint(text string) (string, bool) {
	block, _ := pem.Decode([]byte(text))
	if block == nil || block.Type != "CERTIFICATE" {
		return "", false
	}
	cert, err := x509.ParseCertificate(block.Bytes)
	if err != nil {
		return "", false
	}
	sum := sha1.Sum(cert.Raw)
	return colons(sum[:]), true
}

func colons(sum []byte) string {
	out := make([]string, 0, len(sum))
	for _, b := range sum {
		out = append(out, hex.EncodeToString([]byte{b}))
	}
	return strings.Join(out, ":")
}
