package report

import (
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/reports"
	"plumbline/internal/reports/attest"
	"plumbline/internal/reports/ledger"
	"plumbline/internal/reports/printable"
	"plumbline/internal/reports/verify"
)

func newReportVerifyCommand(s cli.Streams) *cobra.Command {
	var key, binary, from string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "verify DIR",
		Short: "Check what somebody's report says: nothing is taken on trust but this binary",
		Long: `Makes every verdict again from the event log with the rules of this binary and compares. Checked are the chain of
the log and its end, the digests of features and documents (a suite that nobody released is refused), the words of
every scenario that ran, report.json byte for byte, and every file that was drawn from it. What disagrees is named
with file and line or JSON pointer.

Without --key that is integrity only: anybody can make a report that agrees with itself. With --key the signature
beside the report (attestation.json) is checked too; only that proves where the report comes from.

Exit codes: 0 verified, 1 refused, 2 usage, 3 not everything could be checked here (another release made it).`,
		Example: `  plumbline report verify results
  plumbline report verify results --key vendor.pub
  plumbline report verify reports/ledger/compute-2.93/zed --json
  plumbline report verify results --features our-specifications   # it was certified with the same --features
  plumbline report verify results --binary ./plumbline-v0.2.0   # was it this program?`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			o, err := VerifyOptions(key, binary, from)
			if err != nil {
				return cli.Usage(err)
			}
			results, err := verifyAll(args[0], o)
			if err != nil {
				return err
			}
			if asJSON {
				enc := json.NewEncoder(s.Out)
				enc.SetEscapeHTML(false)
				enc.SetIndent("", "  ")
				if err := enc.Encode(results); err != nil {
					return err
				}
			} else if err := printVerification(s, results); err != nil {
				return err
			}
			return cli.ExitWith(verificationCode(results))
		},
	}
	cmd.Flags().StringVar(&key, "key", "", "public key (PEM) that attestation.json must be signed with")
	registerFeatures(cmd, &from)
	cmd.Flags().StringVar(&binary, "binary", "", "file that must be the program which wrote the log")
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON: a list with one object for each report")
	return cmd
}

// registerFeatures adds the option that names the specifications of a run that were not part of the program.
func registerFeatures(cmd *cobra.Command, dir *string) {
	cli.RegisterFeatures(cmd, dir, "the folder of specifications that the run was given with certify --features, as it was then")
}

// VerifyOptions are the digests of this binary, with a key and the path of another binary to compare, and with specifications from
// outside ("" for none).
func VerifyOptions(key, binary, from string) (verify.Options, error) {
	o := verify.Options{Suite: verify.Suite{Release: cli.Version, Digests: cli.Digests()}, Merge: mergeAgain}
	if from != "" {
		suite, err := cli.OpenSuite(from)
		if err != nil {
			return o, err
		}
		o.Features, o.Suite.Digests = suite, cli.DigestsOf(suite)
	}
	suites, err := ledger.Released()
	if err != nil {
		return o, err
	}
	for _, s := range suites {
		o.Released = append(o.Released, verify.Suite{Release: s.Release, Digests: s.Digests()})
	}
	if key != "" {
		var public ed25519.PublicKey
		if public, err = attest.ReadPublic(key); err != nil {
			return o, err
		}
		o.Key = public
	}
	if binary != "" {
		if o.Binary, err = cli.FileDigest(binary); err != nil {
			return o, fmt.Errorf("--binary: %w", err)
		}
	}
	return o, nil
}

// reportFolders are the folders of reports in a folder: itself, or those of its profiles.
func reportFolders(dir string) ([]string, error) {
	for _, name := range []string{reports.JSONName, reports.JSONName + ".gz"} {
		if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
			return []string{dir}, nil
		} else if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	folders, err := cli.ProfileFolders(dir)
	if err != nil {
		return nil, err
	}
	var found []string
	for _, below := range folders {
		for _, name := range []string{reports.JSONName, reports.JSONName + ".gz"} {
			if _, err := os.Lstat(filepath.Join(below, name)); err == nil {
				found = append(found, below)
				break
			}
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("no report in %s: give the folder that certify wrote (--out)", dir)
	}
	return found, nil
}

func verifyAll(dir string, o verify.Options) ([]*verify.Result, error) {
	folders, err := reportFolders(dir)
	if err != nil {
		return nil, err
	}
	var out []*verify.Result
	for _, folder := range folders {
		r, err := verify.Dir(folder, o)
		if err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, nil
}

func verificationCode(results []*verify.Result) int {
	code := cli.ExitOK
	for _, r := range results {
		switch {
		case r.State == verify.Refused:
			return cli.ExitNotConform
		case r.State == verify.Open:
			code = cli.ExitInconclusive
		}
	}
	return code
}

func printVerification(s cli.Streams, results []*verify.Result) error {
	for _, r := range results {
		fmt.Fprintln(s.Out, verificationLine(r))
		t := tabwriter.NewWriter(s.Out, 0, 0, 2, ' ', 0)
		for _, c := range r.Checks {
			where := ""
			if c.State == verify.Refused || c.State == verify.Open {
				where = printable.Line(strings.TrimSpace(c.Where()))
			}
			if where != "" {
				where += ": "
			}
			fmt.Fprintf(t, "  %s\t%s\t%s\n", c.State, c.Name, where+printable.Line(c.Says))
		}
		if err := t.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// verificationLine is the result in one line.
func verificationLine(r *verify.Result) string {
	of := printable.Line(fmt.Sprintf("%s: %s, profile %s, run %s", r.Verdict, r.Target, r.Profile, r.Run))
	switch r.State {
	case verify.Refused:
		c := r.First(verify.Refused)
		return fmt.Sprintf("REFUSED %s at %s: %s", r.Report, printable.Line(c.Where()), printable.Line(c.Says))
	case verify.Open:
		return fmt.Sprintf("NOT VERIFIED WHOLLY %s (%s): what could be checked holds", r.Report, of)
	}
	if r.Signed != "" {
		return fmt.Sprintf("VERIFIED AND SIGNED %s (%s)", r.Report, of)
	}
	return fmt.Sprintf("VERIFIED %s (%s)", r.Report, of)
}
