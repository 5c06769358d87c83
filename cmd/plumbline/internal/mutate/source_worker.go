//go:build sourcemutants

package mutate

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"runtime/pprof"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/openapi"
	"plumbline/internal/steps/mutation/source"
	"plumbline/internal/steps/mutation/source/site"
	"plumbline/internal/steps/plan"
	"plumbline/steps"
)

// The command exists only in the binary that internal/steps/mutation/source/mutate builds over rewritten source.
func init() { Hidden = append(Hidden, newSourceWorker) }

func newSourceWorker(s cli.Streams) *cobra.Command {
	var cover, profile, effort, specs string
	cmd := &cobra.Command{
		Use: "source-worker", Hidden: true, Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			cli.SpareTheCollector(s.Env)
			if effort != "" {
				f, err := os.Create(effort)
				if err != nil {
					return err
				}
				defer f.Close()
				if err := pprof.StartCPUProfile(f); err != nil {
					return err
				}
				defer pprof.StopCPUProfile()
			}
			if cover != "" {
				return coverRows(cmd.Context(), openapi.Profile(profile), specs, cover)
			}
			return tryMutants(cmd.Context(), s)
		},
	}
	cmd.Flags().StringVar(&cover, "cover", "", "write what each row reaches into this file")
	cmd.Flags().StringVar(&profile, "profile", "", "of this profile")
	cmd.Flags().StringVar(&specs, "spec", "", "only rows of these specifications and requirements (comma-separated)")
	cmd.Flags().StringVar(&effort, "cpu-profile", "", "write where the time goes into this file")
	return cmd
}

// coverRows runs each row on an unbroken mock of its own and writes the coverage to a file.
func coverRows(ctx context.Context, p openapi.Profile, specs, path string) error {
	out := source.Coverage{Profile: string(p)}
	before, _, _ := site.Noted()
	out.Before = source.Set(before).Trimmed()
	b, err := newSourceBench(ctx, p)
	if err != nil {
		return err
	}
	if err := b.fresh(); err != nil {
		return err
	}
	setup, _, _ := site.Noted()
	out.Setup = source.Set(setup).Trimmed()
	for _, c := range b.prepared.Cases() {
		if c.Gate != nil || specs != "" && !isAmongRequirements(strings.Split(specs, ","), c.Scenario.Spec, c.Scenario.Requirements) {
			continue
		}
		if err := b.fresh(); err != nil {
			return err
		}
		site.Cover(true)
		site.Activate(0, 0)
		got, err := b.prepared.Run(ctx, c)
		if err != nil {
			return err
		}
		row := source.Row{
			Case: c.ID, Profile: string(p), Specification: c.Scenario.Spec, Requirements: c.Scenario.Requirements, Table: c.Scenario.ExamplesName,
			Outcome: got.Outcome, Variant: c.Variant != plan.Original, Spent: site.Spent(),
		}
		reached, differs, asked := site.Noted()
		row.Reached, row.Differs, row.Asked = source.Set(reached).Trimmed(), source.Set(differs).Trimmed(), source.Set(asked).Trimmed()
		site.Cover(false)
		row.Answers = source.Marks(b.witness.Seen())
		out.Rows = append(out.Rows, row)
		if err := b.rewind(ctx); err != nil {
			return err
		}
	}
	return out.Write(path)
}

// isAmongRequirements tells whether a list has a specification or one of some requirements.
func isAmongRequirements(list []string, spec string, requirements []string) bool {
	return slices.Contains(list, spec) || slices.ContainsFunc(requirements, func(id string) bool { return slices.Contains(list, id) })
}

// tryMutants reads questions, one per line, and answers each with a verdict.
func tryMutants(ctx context.Context, s cli.Streams) error {
	benches := map[string]*sourceBench{}
	answers := json.NewEncoder(s.Out)
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var q source.Question
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			return err
		}
		v, err := sourceTrial{Question: q, benches: benches}.run(ctx)
		if err != nil {
			return err
		}
		if err := answers.Encode(v); err != nil {
			return err
		}
	}
	return lines.Err()
}

// sourceTrial is the trial of one mutant.
type sourceTrial struct {
	source.Question
	benches map[string]*sourceBench
	verdict source.Verdict
	// broken are the benches for a mutant that acts while a mock is made.
	broken map[string]*sourceBench
	left   int
}

// moreAfterError is how many more rows run after one could not be set up: a row that fails says more about the mutant.
const moreAfterError = 3

func (t sourceTrial) run(ctx context.Context) (source.Verdict, error) {
	defer site.Activate(0, 0)
	t.verdict, t.left, t.broken = source.Verdict{Number: t.Number}, moreAfterError, map[string]*sourceBench{}
	v := &t.verdict
	for _, r := range t.Rows {
		b, err := t.bench(ctx, r.Profile)
		if err != nil {
			return *v, err
		}
		if b == nil {
			return *v, nil
		}
		if err := t.row(ctx, b, r); err != nil {
			return *v, err
		}
		if v.Killed == "fail" || v.Killed == "setup" || t.left < 0 {
			break
		}
	}
	return *v, nil
}

// bench is the bench for a profile's rows; nil where none can be made with the mutant on.
func (t *sourceTrial) bench(ctx context.Context, profile string) (*sourceBench, error) {
	if t.Setup || t.Early {
		if b := t.broken[profile]; b != nil {
			return b, nil
		}
		site.Activate(t.Number, 0)
		b, err := newSourceBenchGuarded(ctx, openapi.Profile(profile))
		if want := t.Planned[profile]; err == nil && len(b.cases) < want {
			err = fmt.Errorf("%d of %d rows are gated", want-len(b.cases), want)
		}
		if err != nil {
			t.verdict.Killed, t.verdict.Why = "setup", err.Error()
			return nil, nil
		}
		t.broken[profile] = b
		return b, nil
	}
	if t.benches[profile] == nil {
		made, err := newSourceBench(ctx, openapi.Profile(profile))
		if err != nil {
			return nil, err
		}
		t.benches[profile] = made
	}
	return t.benches[profile], nil
}

// row runs one row and compares its answers.
func (t *sourceTrial) row(ctx context.Context, b *sourceBench, r source.Try) error {
	c, known := b.cases[r.Case]
	if !known {
		return nil
	}
	v := &t.verdict
	site.Activate(t.Number, r.Spent*20+100_000)
	defer func() { site.Activate(0, 0) }()
	got, err := b.once(ctx, c)
	if err != nil {
		got = steps.Progress{Outcome: "error", Reason: err.Error()}
	}
	v.Ran++
	switch {
	case got.Outcome == "fail" || got.Outcome == "error" && v.Killed == "":
		v.Killed, v.By, v.Why, v.Seen = got.Outcome, r.Profile+" "+r.Case, got.Reason, nil
	case got.Outcome == "error":
	case v.Killed == "" && (v.Seen == nil || !v.Seen.Asked):
		is := b.witness.Seen()
		if d := t.compare(ctx, b, c, r, is); d != nil && (v.Seen == nil || d.Asked) {
			v.Seen = d
		}
	}
	if v.Killed == "error" {
		t.left--
	}
	site.Activate(0, 0)
	return b.rewind(ctx)
}

// compare looks for an answer that differs from the unbroken mock's.
func (t *sourceTrial) compare(ctx context.Context, b *sourceBench, c plan.Case, r source.Try, is []source.Exchange) *source.Difference {
	if b.unsteady[c.ID] || slices.Equal(source.Marks(is), r.Answers) {
		return nil
	}
	if t.Early || t.Setup { // there are no exchanges with an unbroken mock
		return &source.Difference{Row: r.Profile + " " + c.ID, Request: "some request", Path: "answer", Was: "?", Is: "?", Asked: true}
	}
	site.Activate(0, 0)
	was := b.sound[c.ID]
	if was == nil {
		if b.rewind(ctx) != nil {
			return nil
		}
		if _, err := b.once(ctx, c); err != nil {
			return nil
		}
		was = b.witness.Seen()
		b.sound[c.ID] = was
	}
	if !slices.Equal(source.Marks(was), r.Answers) {
		b.unsteady[c.ID] = true // its answers differ each time
		return nil
	}
	return source.FirstDifference(r.Profile+" "+c.ID, was, is)
}
