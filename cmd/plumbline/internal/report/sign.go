package report

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/reports"
	"plumbline/internal/reports/attest"
	"plumbline/internal/reports/bundle"
)

func newReportSignCommand(s cli.Streams) *cobra.Command {
	var key, from string
	cmd := &cobra.Command{
		Use:   "sign DIR --key PRIVATE",
		Short: "Vouch for a report: write attestation.json beside it",
		Long: `Verifies the report first and signs nothing that does not hold, nor a run that is not complete. attestation.json is an in-toto Statement v1 with
the predicate test-result v0.1 in a DSSE envelope; its subjects are report.json and events.ndjson. The key is an
ed25519 private key (PEM, PKCS#8), made with "plumbline report keygen" or "openssl genpkey -algorithm ed25519".`,
		Example: `  plumbline report sign results --key vendor.key
  plumbline report verify results --key vendor.pub`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return signReports(cmd.Context(), s, args[0], key, from)
		},
	}
	registerFeatures(cmd, &from)
	cmd.Flags().StringVar(&key, "key", "", "private key (PEM, PKCS#8, ed25519; required)")
	if err := cmd.MarkFlagRequired("key"); err != nil {
		panic(err)
	}
	return cmd
}

func signReports(ctx context.Context, s cli.Streams, dir, key, from string) error {
	private, err := attest.ReadPrivate(key)
	if err != nil {
		return cli.Usage(err)
	}
	o, err := VerifyOptions("", "", from)
	if err != nil {
		return err
	}
	results, err := verifyAll(dir, o)
	if err != nil {
		return err
	}
	if code := verificationCode(results); code != cli.ExitOK {
		if err := printVerification(s, results); err != nil {
			return err
		}
		return &cli.ExitError{Code: code, Err: errors.New("nothing was signed: only a report that verifies is")}
	}
	for _, result := range results {
		folder := result.Report
		text, _, err := reports.ReadFile(folder, reports.JSONName)
		if err != nil {
			return err
		}
		r, err := reports.Parse(text)
		if err != nil {
			return err
		}
		events, err := attest.EventsDigest(folder)
		if err != nil {
			return err
		}
		statement, err := attest.New(r, attest.Digest(text), events)
		if err != nil {
			return &cli.ExitError{Code: cli.ExitInconclusive, Err: err}
		}
		envelope, err := attest.Sign(ctx, statement, private)
		if err != nil {
			return err
		}
		write := func(w io.Writer) error { _, err := io.Copy(w, bytes.NewReader(envelope)); return err }
		if err := bundle.WriteFile(folder, attest.FileName, write); err != nil {
			return err
		}
		fmt.Fprintf(s.Out, "signed: %s vouches for the verdict: %s\n", filepath.Join(folder, attest.FileName), r.Summary.Verdict)
	}
	return nil
}

func newReportKeygenCommand(s cli.Streams) *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "keygen --out NAME",
		Short: "Make a pair of ed25519 keys: NAME.key to sign with, NAME.pub to give away",
		Example: `  plumbline report keygen --out vendor
  plumbline report sign results --key vendor.key`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			private, public, err := attest.Generate(rand.Reader)
			if err != nil {
				return err
			}
			if err := writeNew(out+".key", private, 0o600); err != nil {
				return cli.Usage(err)
			}
			if err := writeNew(out+".pub", public, 0o644); err != nil {
				return cli.Usage(err)
			}
			key, err := attest.ReadPublic(out + ".pub")
			if err != nil {
				return err
			}
			id, err := attest.KeyID(key)
			if err != nil {
				return err
			}
			fmt.Fprintf(s.Out, "%s.key signs; keep it secret\n%s.pub verifies; give it away\nkey id: %s\n", out, out, id)
			return nil
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "name of both files without their endings (required)")
	if err := cmd.MarkFlagRequired("out"); err != nil {
		panic(err)
	}
	return cmd
}

// writeNew writes a file that must not exist yet, so that no key is overwritten.
func writeNew(path string, data []byte, mode os.FileMode) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
	if err != nil {
		return fmt.Errorf("make a key: %w", err)
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}
