package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/reports/ledger"
	"plumbline/internal/reports/printable"
	"plumbline/internal/reports/verify"
)

// ledgerFolder is the ledger of this repository.
const ledgerFolder = "reports/ledger"

func newReportLedgerCommand(s cli.Streams) *cobra.Command {
	var write, asJSON bool
	var expect, page string
	cmd := &cobra.Command{
		Use:   "ledger [DIR]",
		Short: "Check a ledger of reports: every entry verifies, and says what is in it",
		Long: `Checks every entry of a ledger (reports/ledger by default): the report verifies, entry.yaml says what the report
says, the folder's name is that of its content, suites.yaml has its suite, nothing else lies there, the chain in
chain.txt is whole and has lost no entry, and the index of the README is current. Whether lines were cut off at the end
of the chain only a head shows that was published before: --expect-head. An entry of an older release whose suite this program does not have is "not checked" wholly;
that is no failure.

Exit codes: 0 nothing is refused, 1 something is, 2 usage.`,
		Example: `  plumbline report ledger
  plumbline report ledger --write        # append what the chain does not have, write the index of the README, then check
  plumbline report ledger --page public/index.html
  plumbline report ledger --expect-head 3c636f8e…   # the chain begins with what led to this published head`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			root := ledgerFolder
			if len(args) == 1 {
				root = args[0]
			}
			head, err := ledger.ParseHead(expect)
			if err != nil {
				return cli.Usage(fmt.Errorf("--expect-head %w", err))
			}
			if write {
				if err := ledger.Extend(root); err != nil {
					return cli.Usage(err)
				}
				if err := ledger.WriteIndex(root); err != nil {
					return cli.Usage(err)
				}
			}
			o, err := VerifyOptions("", "", "")
			if err != nil {
				return err
			}
			found, err := ledger.Check(root, o, head)
			if err != nil {
				return cli.Usage(err)
			}
			if page != "" {
				if err := writeLedgerPage(s, root, page); err != nil {
					return err
				}
			}
			return printLedger(s, found, asJSON)
		},
	}
	cmd.Flags().BoolVar(&write, "write", false, "append entries that the chain does not have and write the index of the README first")
	cmd.Flags().StringVar(&expect, "expect-head", "", "`hash` of the chain's last line as it was published at some time")
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	cmd.Flags().StringVar(&page, "page", "", "`file` for a page: every cloud against every specification and microversion")
	return cmd
}

func printLedger(s cli.Streams, found []ledger.Finding, asJSON bool) error {
	code := cli.ExitOK
	for _, f := range found {
		if f.State == verify.Refused {
			code = cli.ExitNotConform
		}
	}
	if asJSON {
		enc := json.NewEncoder(s.Out)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		if err := enc.Encode(found); err != nil {
			return err
		}
		return cli.ExitWith(code)
	}
	t := tabwriter.NewWriter(s.Out, 0, 0, 2, ' ', 0)
	for _, f := range found {
		where := f.Folder
		if where == "" {
			where = "."
		}
		fmt.Fprintf(t, "%s\t%s\t%s\n", f.State, printable.Line(where), printable.Line(f.Says))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	return cli.ExitWith(code)
}

func newReportSubmitCommand(s cli.Streams) *cobra.Command {
	var root string
	var sub ledger.Submission
	cmd := &cobra.Command{
		Use:   "submit DIR --implementation NAME",
		Short: "Copy a report into the ledger, compressed and checked",
		Long: `Verifies the report with this program, which must be the one that made it or one with the same suite, writes
LEDGER/compute-VERSION/NAME with the event log and the report compressed, adds the suite to suites.yaml, checks the
entry, appends it to chain.txt and writes the index. A signature beside the report (attestation.json) goes with it.`,
		Example: `  plumbline report submit results --implementation acme-cloud-7
  plumbline report submit reports/latest/shipped --implementation mock --replace`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			sub.Report = args[0]
			o, err := VerifyOptions("", "", "")
			if err != nil {
				return err
			}
			e, err := ledger.Submit(root, sub, o)
			switch {
			case errors.Is(err, ledger.ErrRefused):
				return &cli.ExitError{Code: cli.ExitNotConform, Err: err}
			case err != nil:
				return cli.Usage(err)
			}
			fmt.Fprintf(s.Out, "%s/%s: %s\n", root, e.Folder(), e.Verdict)
			return nil
		},
	}
	cmd.Flags().StringVar(&sub.Implementation, "implementation", "",
		"name of what was certified: small letters, digits, dots, dashes (required)")
	cmd.Flags().StringVar(&sub.URL, "url", "", "where to read about it")
	cmd.Flags().BoolVar(&sub.Replace, "replace", false, "put this run in the place of the entry that is there")
	cmd.Flags().StringVar(&root, "ledger", ledgerFolder, "folder of the ledger")
	if err := cmd.MarkFlagRequired("implementation"); err != nil {
		panic(err)
	}
	return cmd
}
