package certify

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/reports/printable"
	"plumbline/internal/steps/plan"
	"plumbline/steps"
)

// NewPlanCommand makes the command plan, which prints what certify would do.
func NewPlanCommand(s cli.Streams) *cobra.Command {
	f := &TargetFlags{Streams: s}
	var asJSON, rows bool
	cmd := &cobra.Command{
		Use:   "plan",
		Short: "Say what certify would run, at which microversions, as whom, and why the rest would not run",
		Long: `Takes the options of certify and only reads from the target: it logs in, reads the catalogue, versions, images,
flavors, zones and limits. It creates nobody and nothing and writes no report.

The table says what the target offers (claimed by --claim or claims: in plumbline.yaml, advertised by catalogue and
versions, observed by probes; contradictions are pointed out), what each actor may, what is missing and which
requirements that costs, what will be created at most, what disturbs others, and roughly what it costs: servers, volumes,
minutes. A price for another cloud: --boot says how long its servers take. --rows lists every case, with the reason where it
would not run.`,
		Example: `  plumbline plan --os-cloud prod
  plumbline plan --os-cloud prod --spec rebuild-keypair-reset --no-sweep
  plumbline plan --os-cloud prod --claim two-zones --claim compute=2.96
  plumbline plan --os-cloud prod --boot 40s --jobs 8 --max-servers 20   # where servers take 40 s
  plumbline plan --os-cloud prod --suite smoke --rows
  plumbline plan --max-microversion 2.93 --json`,
		Args: noNames,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := f.complete(cmd); err != nil {
				return err
			}
			return printPlans(cmd.Context(), f, asJSON, rows)
		},
	}
	f.register(cmd)
	cmd.Flags().BoolVar(&f.fresh, "fresh", false, "tell the price of a run in which each case makes everything it needs")
	cmd.Flags().BoolVar(&rows, "rows", false, "list every case: its row, microversion, variant and actor, or why it would not run")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON: one object per line, the table (preflight) and then each case")
	return cmd
}

func printPlans(ctx context.Context, f *TargetFlags, asJSON, rows bool) error {
	jobs, err := f.jobs(ctx)
	if err != nil {
		return err
	}
	for _, j := range jobs {
		j.options.Redact = f.secrets(j)
		planned, err := steps.Plan(ctx, j.options)
		if err != nil {
			return &cli.ExitError{Code: cli.CodeOf(err), Err: err}
		}
		write := func(w io.Writer, table steps.Preflight, p *steps.Planned) error { return writePlan(w, table, p, rows) }
		if asJSON {
			write = writePlanJSON
		}
		if err := write(printable.Through(f.Streams.Out, f.secrets(j).Text), f.preflightOf(j, planned), planned); err != nil {
			return err
		}
	}
	return nil
}

// preflightOf makes the table that plan prints, and certify at its start.
func (f *TargetFlags) preflightOf(j job, p *steps.Planned) steps.Preflight {
	terms := j.options.Selection.Terms
	terms.Fresh = j.options.Fresh
	return steps.MakePreflight(steps.PreflightInput{
		Target: p.Target, Facts: p.Facts, Cases: p.Cases, Claims: f.claimed, Uses: p.Resources,
		MaxServers: j.options.MaxServers, Jobs: j.options.Jobs, Repeat: j.options.Repeat, Terms: terms,
	})
}

// writePlan writes the plan for people, with every case where rows is set.
func writePlan(w io.Writer, table steps.Preflight, p *steps.Planned, rows bool) error {
	if err := table.Print(w, true); err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "uses      image %s, second image %s, flavor %s\n", p.Resources.Image.Name,
		dash(p.Resources.ImageAlt.Name), p.Resources.Flavor.Name)
	if rows {
		writeCases(&b, p.Cases)
	} else {
		writeReasons(&b, p.Cases)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writeCases(b *strings.Builder, cases []plan.Case) {
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	runs := 0
	fmt.Fprintln(t, "runs")
	for _, c := range cases {
		if c.Gate == nil {
			runs++
			fmt.Fprintf(t, "  %s\t%s\t%s\t%s\t%s\n", c.Scenario.Row, dash(c.At.String()), dash(string(c.Variant)), dash(c.Actor), c.Scenario.Name)
		}
	}
	fmt.Fprintln(t, "does not run")
	for _, c := range cases {
		if c.Gate != nil {
			fmt.Fprintf(t, "  %s\t%s\t%s\n", c.Scenario.Row, c.Gate.Verdict, c.Gate.Reason)
		}
	}
	t.Flush()
	fmt.Fprintf(b, "%d cases would run, %d would not\n", runs, len(cases)-runs)
}

// writeReasons counts the cases that would not run by their reason, the most frequent first.
func writeReasons(b *strings.Builder, cases []plan.Case) {
	counts, order := map[string]int{}, []string{}
	runs := 0
	for _, c := range cases {
		if c.Gate == nil {
			runs++
			continue
		}
		why := c.Gate.Verdict + "\t" + c.Gate.Reason
		if counts[why]++; counts[why] == 1 {
			order = append(order, why)
		}
	}
	slices.SortStableFunc(order, func(x, y string) int { return counts[y] - counts[x] })
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	if len(order) > 0 {
		fmt.Fprintln(t, "does not run")
	}
	for _, why := range order {
		fmt.Fprintf(t, "  %d\t%s\n", counts[why], why)
	}
	t.Flush()
	fmt.Fprintf(b, "%d cases would run, %d would not; --rows lists them\n", runs, len(cases)-runs)
}

func dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// writePlanJSON writes the plan for programs: one object per line, the table first.
func writePlanJSON(w io.Writer, table steps.Preflight, p *steps.Planned) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(map[string]any{"preflight": table}); err != nil {
		return err
	}
	for _, c := range p.Cases {
		line := map[string]any{
			"profile": p.Facts.Profile, "case": c.ID, "row": c.Scenario.Row, "requirements": c.Scenario.Requirements,
			"at": c.At.String(), "variant": c.Variant, "actor": c.Actor, "actors": c.Actors, "runs": c.Gate == nil,
		}
		if c.Gate != nil {
			line["verdict"], line["reason"] = c.Gate.Verdict, c.Gate.Reason
		}
		if err := enc.Encode(line); err != nil {
			return err
		}
	}
	return nil
}
