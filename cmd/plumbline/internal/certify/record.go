package certify

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/openapi"
	"plumbline/internal/reports/bundle"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/packs"
	"plumbline/internal/steps/target"
)

// NewRecordCommand makes the command record, which makes a parity pack.
func NewRecordCommand(s cli.Streams) *cobra.Command {
	f := &TargetFlags{Streams: s}
	var out, name, keep string
	var add bool
	cmd := &cobra.Command{
		Use:   "record [REPORT_DIR]",
		Short: "Keep what a real cloud answered in one file, without what is the cloud's own, for plumbline parity --pack",
		Long: `Runs the selection against the cloud that --os-cloud (or OS_CLOUD, or OS_AUTH_URL) names, as certify does, and keeps
the exchanges in a pack; with the report folder of such a run (or its event log) nothing runs. Ids, names, addresses,
hosts, times, keys and tokens are replaced, the same one by the same one; docs/parity-packs.md lists what is kept.
The pack is looked through for leftovers before it is written. The same log gives the same bytes.

Exit codes: 0 written, 2 usage or configuration, 3 the run cannot be recorded, or something of the cloud would be left in it.`,
		Example: `  plumbline record --os-cloud prod --out prod.pack.ndjson.gz
  plumbline record --os-cloud prod --spec unshelve-to-host --jobs 4 --max-servers 8 --out prod.pack.ndjson.gz
  plumbline record reports/real/zed --out reports/parity/packs/zed.pack.ndjson.gz
  plumbline record --os-cloud prod --only UTH-14f,UTH-14g --add --out prod.pack.ndjson.gz`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return cli.Usage(errors.New("record wants a cloud and no argument, or the report of one run"))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.complete(cmd); err != nil {
				return err
			}
			if !strings.HasSuffix(out, packs.Suffix) {
				return cli.Usage(fmt.Errorf("--out %q: want the name of a file that ends in %s", out, packs.Suffix))
			}
			if name == "" {
				name = packs.NameOf(out)
			}
			if len(args) == 1 {
				return recordReport(s, args[0], recording{out, name, add})
			}
			return recordCloud(cmd.Context(), f, recording{out, name, add}, keep)
		},
	}
	f.register(cmd)
	cmd.Flags().StringVar(&out, "out", "", "`file` to write: NAME"+packs.Suffix)
	cmd.Flags().StringVar(&name, "name", "", "what to call the cloud (default: the NAME of --out)")
	cmd.Flags().BoolVar(&add, "add", false, "keep the cases that the pack in --out has and this run has not: for rows that are new")
	cmd.Flags().StringVar(&keep, "report", "", "`folder` to keep the report of the run in (default: it is not kept)")
	return cmd
}

// recording is what a pack is to be: its file, the name of the cloud, and whether it keeps what the file has already.
type recording struct {
	out, name string
	add       bool
}

// recordCloud certifies a cloud and records the run.
func recordCloud(ctx context.Context, f *TargetFlags, r recording, keep string) error {
	base, err := f.commonOptions()
	if err != nil {
		return err
	}
	if f.profile != "" && f.profile != string(openapi.Shipped) {
		return cli.Usage(errors.New("a real cloud has the profile shipped only"))
	}
	if !f.namesCloud() {
		return cli.Usage(errors.New("record needs a cloud: --os-cloud NAME, or the report of a run"))
	}
	if keep == "" {
		if keep, err = os.MkdirTemp("", "plumbline-record-"); err != nil {
			return cli.Inconclusive(err)
		}
		defer os.RemoveAll(keep)
	}
	if err := cloud(ctx, f, base, keep); err != nil {
		return err
	}
	return recordReport(f.Streams, keep, r)
}

// recordReport makes a pack of the log of a finished run.
func recordReport(s cli.Streams, dir string, r recording) error {
	events, err := cli.ReadLog(dir)
	if err != nil {
		return cli.Usage(err)
	}
	pack, err := packs.Record(events, packs.About{Name: r.name, Policy: policyOf(capabilitiesIn(events))})
	if err != nil {
		return cli.Inconclusive(fmt.Errorf("%s: %w", dir, err))
	}
	if left := packs.Leftovers(events, pack); len(left) > 0 {
		return cli.Inconclusive(
			fmt.Errorf("%s: nothing was written, because the pack would still have of the cloud: %s", dir,
				strings.Join(left[:min(len(left), 20)], ", ")))
	}
	if r.add {
		before, err := packs.ReadFile(r.out)
		if err != nil {
			return cli.Usage(fmt.Errorf("--add: %w", err))
		}
		if pack, err = before.Add(pack); err != nil {
			return cli.Usage(fmt.Errorf("--add: %s: %w", r.out, err))
		}
	}
	write := func(w io.Writer) error { return packs.Write(w, pack) }
	if err := bundle.WriteFile(filepath.Dir(r.out), filepath.Base(r.out), write); err != nil {
		return cli.Inconclusive(err)
	}
	info, err := os.Stat(r.out)
	if err != nil {
		return cli.Inconclusive(err)
	}
	h := pack.Header
	fmt.Fprintf(s.Out, "pack: %s\n  %s: compute %s, block storage %s, policy defaults %s\n  %d cases ran, %d did not; %d "+
		"exchanges; %d bytes\n",
		r.out, h.Name, orNone(h.Maximum("compute")), orNone(h.Maximum("block-storage")), h.Policy, h.Ran, h.Gated, h.Exchanges, info.Size())
	return nil
}

func orNone(v string) string {
	if v == "" {
		return "none"
	}
	return v
}

// policyOf is the policy defaults (new or legacy) that a run's probe found.
func policyOf(found []eventlog.Capability) string {
	if slices.ContainsFunc(found, func(c eventlog.Capability) bool { return c.Name == target.LegacyPolicy && c.Present }) {
		return "legacy"
	}
	return "new"
}

// capabilitiesIn are the capabilities in the log of a run.
func capabilitiesIn(events []eventlog.Event) (out []eventlog.Capability) {
	for _, e := range events {
		if e.TargetDescribed != nil {
			out = e.TargetDescribed.Capabilities
		}
	}
	return out
}
