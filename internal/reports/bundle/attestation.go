package bundle

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"plumbline/internal/openapi/intake"
	"plumbline/internal/reports"
	"plumbline/internal/reports/attest"
)

// removeStaleAttestation removes an attestation that is not of the report beside it: it was of the one that this replaced.
func removeStaleAttestation(dir string) error {
	text, err := intake.ReadIn(dir, attest.FileName, attest.MostBytes)
	if errors.Is(err, fs.ErrNotExist) || err == nil && isOf(dir, text) {
		return nil
	}
	if err := os.Remove(filepath.Join(dir, attest.FileName)); err != nil {
		return fmt.Errorf("remove the attestation of the report that was replaced: %w", err)
	}
	return nil
}

// isOf tells whether an attestation names the digests of the report and of its log in the folder.
func isOf(dir string, text []byte) bool {
	claim, err := attest.ReadClaim(text)
	if err != nil {
		return false
	}
	report, err := os.ReadFile(filepath.Join(dir, reports.JsonFile))
	if err != nil {
		return false
	}
	events, err := attest.EventsDigest(dir)
	if err != nil {
		return false
	}
	stated := map[string]string{}
	for _, subject := range claim.Subject {
		stated[subject.Name] = subject.Digest["sha256"]
	}
	return stated[reports.JsonFile] == attest.Digest(report) && stated[reports.EventsFile] == events
}
