package attest

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"

	"plumbline/internal/reports/eventlog"
)

// Digest is the SHA-256 sum of a text in hexadecimal.
func Digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// EventsDigest is the SHA-256 sum, in hexadecimal, of a report's log without compression.
func EventsDigest(dir string) (string, error) {
	in, _, err := eventlog.OpenIn(dir, eventlog.FileName, eventlog.MostLog)
	if err != nil {
		return "", fmt.Errorf("read event log: %w", err)
	}
	defer in.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, in); err != nil {
		return "", fmt.Errorf("read event log: %w", err)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
