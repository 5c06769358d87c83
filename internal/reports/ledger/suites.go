// Package ledger collects the reports of clouds: a folder for each service and version, and in it a folder for each
// implementation, small enough for a repository and complete enough for a stranger to check.
package ledger

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"

	"go.yaml.in/yaml/v3"

	"plumbline/internal/reports/eventlog"
	published "plumbline/reports"
)

// suitesFile lists the suites of releases.
const suitesFile = "suites.yaml"

// Suite holds the digests of the features, documents and rules of a release.
type Suite struct {
	Release   string `yaml:"release,omitempty"`
	Features  string `yaml:"features"`
	Documents string `yaml:"documents"`
	Rules     string `yaml:"rules"`
}

// Digests are the sums in the form of a log.
func (s Suite) Digests() eventlog.Digests {
	return eventlog.Digests{Features: s.Features, Documents: s.Documents, Rules: s.Rules}
}

// Released are the suites of the releases listed in this binary.
func Released() ([]Suite, error) {
	return parseSuites(published.Suites)
}

var digestPattern = regexp.MustCompile(`^[0-9a-f]{64}$`)

func parseSuites(data []byte) ([]Suite, error) {
	var doc struct {
		Suites []Suite `yaml:"suites"`
	}
	dec := yaml.NewDecoder(bytes.NewReader(data))
	dec.KnownFields(true)
	if err := dec.Decode(&doc); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: %w", suitesFile, err)
	}
	if err := dec.Decode(&yaml.Node{}); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: a second YAML document follows the first", suitesFile)
	}
	seen := map[Suite]bool{}
	for _, s := range doc.Suites {
		for _, digest := range []string{s.Features, s.Documents, s.Rules} {
			if s.Release == "" || !digestPattern.MatchString(digest) {
				return nil, fmt.Errorf("%s: release %q: a suite has release, features, documents and rules, the last three as SHA-256 sums",
					suitesFile, s.Release)
			}
		}
		sums := s
		sums.Release = ""
		if seen[sums] {
			return nil, fmt.Errorf("%s: release %q repeats the suite of another one", suitesFile, s.Release)
		}
		seen[sums] = true
	}
	return doc.Suites, nil
}
