// Package attest signs reports: an in-toto Statement (v1) with the predicate test-result (v0.1) in a DSSE envelope, signed
// with ed25519. Any in-toto tool can read it.
//
// Sources: github.com/in-toto/attestation, spec/v1/statement.md and spec/predicates/test-result.md;
// github.com/secure-systems-lab/dsse, envelope.md and protocol.md.
package attest

import (
	"cmp"
	"errors"
	"fmt"

	"plumbline/internal/features"
	"plumbline/internal/reports"
	"plumbline/internal/reports/verdict"
)

// The types in a Statement.
const (
	StatementType = "https://in-toto.io/Statement/v1"
	PredicateType = "https://in-toto.io/attestation/test-result/v0.1"
	PayloadType   = "application/vnd.in-toto+json"
)

// FileName is the file name of the attestation beside the report.
const FileName = "attestation.json"

// MostBytes bounds an attestation (bytes): it names every requirement once.
const MostBytes = 4 << 20

// Statement binds a predicate to files by their digests.
type Statement struct {
	Type          string       `json:"_type"`
	Subject       []Descriptor `json:"subject"`
	PredicateType string       `json:"predicateType"`
	Predicate     TestResult   `json:"predicate"`
}

// Descriptor identifies a file by its digest.
type Descriptor struct {
	Name        string            `json:"name,omitempty"`
	URI         string            `json:"uri,omitempty"`
	Digest      map[string]string `json:"digest,omitempty"`
	Annotations map[string]string `json:"annotations,omitempty"`
}

// TestResult is the predicate. Its lists hold ids of requirements.
type TestResult struct {
	// Result is PASSED (conformant), WARNED (conformant except for waived or excluded requirements) or FAILED (anything
	// else: an inconclusive result must not count as conformant).
	Result        string       `json:"result"`
	Configuration []Descriptor `json:"configuration"`
	PassedTests   []string     `json:"passedTests,omitempty"`
	WarnedTests   []string     `json:"warnedTests,omitempty"`
	FailedTests   []string     `json:"failedTests,omitempty"`
}

// ErrIncomplete: a run is not complete, so that its report cannot be attested.
var ErrIncomplete = errors.New("the run is not complete, and a report that is cut off is not vouched for")

// New makes the statement about a report; a run that is not complete is ErrIncomplete. reportDigest and eventsDigest are
// the SHA-256 sums, in hexadecimal, of report.json and events.ndjson without compression.
func New(r *reports.Report, reportDigest, eventsDigest string) (*Statement, error) {
	if !r.Run.Complete {
		return nil, fmt.Errorf("%w: %s", ErrIncomplete, r.Run.Stopped)
	}
	s := &Statement{
		Type: StatementType, PredicateType: PredicateType,
		Subject:   []Descriptor{file("report.json", reportDigest), file("events.ndjson", eventsDigest)},
		Predicate: TestResult{Result: resultOf(r.Summary.Verdict)},
	}
	d := r.Run.Digests
	for _, part := range []Descriptor{
		file("features", d.Features), file("documents", d.Documents), file("rules", d.Rules), file("binary", d.Binary),
	} {
		if part.Digest["sha256"] != "" {
			s.Predicate.Configuration = append(s.Predicate.Configuration, part)
		}
	}
	run := Descriptor{
		Name: "run", URI: "urn:plumbline:run:" + cmp.Or(r.Run.ID, "none"), Annotations: map[string]string{
			"profile": r.Profile, "target": r.Target.Name, "tool": r.Run.Tool, "verdict": r.Summary.Verdict.String(),
		},
	}
	if r.Summary.Headline != "" {
		run.Annotations["offered"] = r.Summary.Headline
	}
	s.Predicate.Configuration = append(s.Predicate.Configuration, run)
	for _, req := range r.Requirements {
		if req.Standing == features.Decision && req.Verdict != verdict.Pass {
			continue // a decision does not affect the verdict
		}
		switch req.Verdict {
		case verdict.Pass:
			s.Predicate.PassedTests = append(s.Predicate.PassedTests, req.ID)
		case verdict.Waived:
			s.Predicate.WarnedTests = append(s.Predicate.WarnedTests, req.ID)
		case verdict.Fail, verdict.Error, verdict.NotRun:
			s.Predicate.FailedTests = append(s.Predicate.FailedTests, req.ID)
		default: // not offered, not observable or not selected: nothing was tested
		}
	}
	return s, nil
}

func file(name, digest string) Descriptor {
	return Descriptor{Name: name, Digest: map[string]string{"sha256": digest}}
}

func resultOf(c verdict.Conformance) string {
	switch c {
	case verdict.Conformant:
		return "PASSED"
	case verdict.Partial:
		return "WARNED"
	}
	return "FAILED"
}
