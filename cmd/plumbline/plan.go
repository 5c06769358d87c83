package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"plumbline/steps"
	"plumbline/steps/plan"
)

func init() { commands = append(commands, newPlanCommand) }

// newPlanCommand says what certify would do.
func newPlanCommand(s Streams) *cobra.Command {
	f := &targetFlags{streams: s}
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "plan",
		Short: "Say what certify would run, at which microversions, as whom, and why the rest would not run",
		Long: `Takes the options of certify and only reads from the target: it logs in, reads the catalogue, versions, images,
flavors, zones and limits. It creates nobody and nothing and writes no report.`,
		Example: `  plumbline plan --os-cloud prod
  plumbline plan --os-cloud prod --spec rebuild-keypair-reset --no-sweep
  plumbline plan --max-microversion 2.93 --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := f.complete(cmd); err != nil {
				return err
			}
			return printPlans(cmd.Context(), f, asJSON)
		},
	}
	f.register(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON: one object per case")
	return cmd
}

func printPlans(ctx context.Context, f *targetFlags, asJSON bool) error {
	jobs, err := f.jobs(ctx)
	if err != nil {
		return err
	}
	for _, j := range jobs {
		planned, err := steps.Plan(ctx, j.options)
		if err != nil {
			return &exitError{Code: codeOf(err), Err: err}
		}
		write := writePlan
		if asJSON {
			write = writePlanJSON
		}
		if err := write(f.streams.Out, j, planned); err != nil {
			return err
		}
	}
	return nil
}

// writePlan is for people.
func writePlan(w io.Writer, j job, p *steps.Planned) error {
	var b strings.Builder
	fmt.Fprintf(&b, "target   %s, profile %s, compute %s to %s (the target offers %s)\n", p.Target.Name, p.Facts.Profile, p.Facts.Min, p.Facts.Max, p.Facts.Offered)
	fmt.Fprintf(&b, "uses     image %s, second image %s, flavor %s; at most %d servers at once\n",
		p.Resources.Image.Name, p.Resources.ImageAlt.Name, p.Resources.Flavor.Name, j.options.MaxServers)
	var creates []string
	for _, noun := range slices.Sorted(maps.Keys(p.Creates)) {
		creates = append(creates, fmt.Sprintf("%d × %s", p.Creates[noun], noun))
	}
	fmt.Fprintf(&b, "creates  %s; all of it is removed again\n", strings.Join(creates, ", "))
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "actors")
	for _, a := range p.Target.Actors {
		fmt.Fprintf(t, "  %s\t%s%s\n", a.Name, a.How, a.Reason)
	}
	fmt.Fprintln(t, "capabilities")
	for _, c := range p.Target.Capabilities {
		fmt.Fprintf(t, "  %s\t%s\t%s\n", c.Name, map[bool]string{true: "yes", false: "no"}[c.Present], c.Evidence)
	}
	t.Flush()
	writeCases(&b, p.Cases)
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

func dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// writePlanJSON is for programs: one object per line.
func writePlanJSON(w io.Writer, j job, p *steps.Planned) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, c := range p.Cases {
		line := map[string]any{
			"profile": j.options.Profile, "case": c.ID, "row": c.Scenario.Row, "requirements": c.Scenario.Requirements,
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
