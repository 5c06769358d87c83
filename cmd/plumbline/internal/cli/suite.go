package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"plumbline/internal/features"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/steps/phrasebook"
)

// RegisterFeatures adds the option that names a folder of specifications outside of this program.
func RegisterFeatures(cmd *cobra.Command, dir *string, words string) {
	cmd.Flags().StringVar(dir, "features", "", words)
	_ = cmd.MarkFlagDirname("features") // the flag exists
}

// OpenSuite is the suite of a folder, checked with its sentences; "" is the embedded one.
func OpenSuite(dir string) (*features.Suite, error) {
	if dir == "" {
		return features.Embedded()
	}
	s, err := features.Open(dir)
	if err == nil {
		if wrong := phrasebook.Check(dir, s.Scenarios); len(wrong) > 0 {
			err = wrong
		}
	}
	var several features.Problems
	if errors.As(err, &several) {
		return nil, Usage(fmt.Errorf("--features %s: %d problems; \"plumbline lint %s\" lists them, too\n%w", dir, len(several), dir, several))
	}
	if err != nil {
		return nil, Usage(fmt.Errorf("--features: %w", err))
	}
	return s, nil
}

// DigestsOf are the digests of this binary with those of a suite.
func DigestsOf(s *features.Suite) eventlog.Digests {
	d := Digests()
	if s.From != "" {
		d.Features, d.Documents = s.Digest, s.Documents.Digest()
	}
	return d
}
