package certify

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/reports"
	"plumbline/internal/reports/printable"
	"plumbline/internal/reports/terminal"
	"plumbline/internal/steps/plan"
	"plumbline/internal/steps/preflight"
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
minutes. A price for another cloud: --boot says how long its servers take. What is long is counted, with an example: -v prints
all of it, and --rows every case, with the reason where it would not run.`,
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
	cmd.Flags().BoolVarP(&f.verbose, "verbose", "v", false, "print every capability and actor, all that is missing, and each row that "+
		"disturbs others")
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
		table, to := f.preflightOf(j, planned), f.Streams
		to.Secrets = f.secrets(j)
		to.Out = printable.Through(to.Out, to.Secrets.Text)
		if asJSON {
			err = writePlanJSON(to.Out, table, planned)
		} else {
			err = to.PrintScreen(func(w io.Writer, width int) error { return f.writePlan(w, width, table, planned, rows) })
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// preflightOf makes the table that plan prints, and certify at its start.
func (f *TargetFlags) preflightOf(j job, p *steps.Planned) preflight.Table {
	terms := j.options.Selection.Terms
	terms.Fresh = j.options.Fresh
	return preflight.MakeTable(preflight.Input{
		Target: p.Target, Facts: p.Facts, Cases: p.Cases, Claims: f.claimed, Uses: p.Resources,
		MaxServers: j.options.MaxServers, Jobs: j.options.Jobs, Repeat: j.options.Repeat, Terms: terms,
	})
}

// writePlan writes the plan for people: counted, with all of the table where --verbose or rows is set, and with every case where rows is.
func (f *TargetFlags) writePlan(w io.Writer, width int, table preflight.Table, p *steps.Planned, rows bool) error {
	var err error
	if rows || f.verbose {
		err = table.Print(w, width, true)
	} else {
		err = table.PrintSummary(w, width)
	}
	if err != nil {
		return err
	}
	b := terminal.Screen{Width: width}
	b.Line("uses      ", fmt.Sprintf("image %s, second image %s, flavor %s", p.Resources.Image.Name,
		dash(p.Resources.ImageAlt.Name), p.Resources.Flavor.Name))
	switch {
	case rows:
		writeCases(&b, p.Cases)
	case f.verbose:
		writeReasons(&b, p.Cases, len(p.Cases))
	default:
		writeReasons(&b, p.Cases, mostReasons)
	}
	_, err = io.WriteString(w, b.String())
	return err
}

func writeCases(b *terminal.Screen, cases []plan.Case) {
	run, not := [][]string{{"runs"}}, [][]string{{"does not run"}}
	for _, c := range cases {
		if c.Gate == nil {
			run = append(run, []string{
				"  " + c.Scenario.Row, dash(c.At.String()), dash(string(c.Variant)), dash(c.Actor), printable.Line(c.Scenario.Name),
			})
		} else {
			not = append(not, []string{"  " + c.Scenario.Row, c.Gate.Verdict, printable.Line(c.Gate.Reason)})
		}
	}
	b.Table(run)
	b.Table(not)
	fmt.Fprintf(b, "%d cases would run, %d would not\n", len(run)-1, len(not)-1)
}

// mostReasons is how many reasons a plan names unless it is to name all.
const mostReasons = 8

// reason is why cases would not run: their number, and the first one's row.
type reason struct {
	verdict, words, example string
	cases                   int
}

// writeReasons counts the cases that would not run by their reason, the most frequent first, at most so many reasons.
func writeReasons(b *terminal.Screen, cases []plan.Case, most int) {
	var reasons []*reason
	byWords := map[string]*reason{}
	runs := 0
	for _, c := range cases {
		if c.Gate == nil {
			runs++
			continue
		}
		key := c.Gate.Verdict + " " + c.Gate.Reason
		if byWords[key] == nil {
			byWords[key] = &reason{verdict: c.Gate.Verdict, words: c.Gate.Reason, example: c.Scenario.Row}
			reasons = append(reasons, byWords[key])
		}
		byWords[key].cases++
	}
	slices.SortStableFunc(reasons, func(x, y *reason) int { return y.cases - x.cases })
	if len(reasons) > 0 {
		b.Line("", "does not run")
	}
	var rows [][]string
	for _, r := range reasons[:min(most, len(reasons))] {
		rows = append(rows, []string{fmt.Sprintf("  %d", r.cases), r.verdict, printable.Line(r.words) + " (such as " + r.example + ")"})
	}
	b.Table(rows)
	if len(reasons) > most {
		rest := 0
		for _, r := range reasons[most:] {
			rest += r.cases
		}
		fmt.Fprintf(b, "  %d for %s more; -v names them\n", rest, reports.Plural(len(reasons)-most, "reason"))
	}
	fmt.Fprintf(b, "%d cases would run, %d would not; --rows lists them\n", runs, len(cases)-runs)
}

func dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// writePlanJSON writes the plan for programs: one object per line, the table first.
func writePlanJSON(w io.Writer, table preflight.Table, p *steps.Planned) error {
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
