package mutate

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/features"
	"plumbline/internal/mockcloud/mutants"
	"plumbline/internal/openapi"
	"plumbline/internal/steps/mutation"
)

// mutateFlags are the flags of `plumbline mutate`.
type mutateFlags struct {
	profile       string
	classes, only []string
	list, verbose bool
	workers       int
}

func NewCommand(s cli.Streams) *cobra.Command {
	var f mutateFlags
	cmd := &cobra.Command{
		Use:   "mutate",
		Short: "Break one rule of the mock at a time; every mutant must turn a scenario red",
		Long: `Breaks the rules of the mock one at a time (a policy dropped, a state allowed, a status changed, a parameter
ignored, a field missing …) and runs the scenarios that carry the rule's requirements, until one fails. A mutant
that no scenario notices is a survivor: something is not proven. Those that nobody can notice are listed with the
reason. What both profiles share is broken once.

Exit codes: 0 all mutants are killed, 1 there are survivors, 2 usage.`,
		Example: `  plumbline mutate                          # everything
  plumbline mutate --list                   # what there is, without running anything
  plumbline mutate --class states -v        # one class, with what killed each mutant
  plumbline mutate --only request/key_name  # the mutants whose id begins like this`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return mutate(cmd.Context(), s, f) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.profile, "profile", "", "only the mutants of this profile: shipped or specified (default both)")
	flags.StringSliceVar(&f.classes, "class", nil, "only this class (repeatable)")
	flags.StringSliceVar(&f.only, "only", nil, "only mutants whose id begins like this (repeatable)")
	flags.BoolVar(&f.list, "list", false, "list the mutants and what has to notice them")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "say of each mutant what became of it")
	flags.IntVar(&f.workers, "workers", 2, "how many mutants are tried at once")
	return cmd
}

func mutate(ctx context.Context, s cli.Streams, f mutateFlags) error {
	cli.SpareTheCollector(s.Env)
	profiles, err := cli.ParseProfiles(f.profile, openapi.Profiles()...)
	if err != nil {
		return err
	}
	var tried []trial
	total := 0
	for _, p := range profiles {
		chosen, err := f.selectMutants(p)
		if err != nil {
			return err
		}
		tried = append(tried, trial{profile: p, chosen: chosen})
		total += len(chosen)
	}
	if total == 0 {
		return cli.Usage(fmt.Errorf("no mutant is of class %v and begins with %v", f.classes, f.only))
	}
	if f.list {
		return listMutants(s, tried)
	}
	started := time.Now()
	for i := range tried {
		if i > 0 {
			if err := tried[i].takeOver(&tried[i-1]); err != nil {
				return cli.Inconclusive(err)
			}
		}
		if tried[i].verdicts, err = f.run(ctx, s, tried[i].profile, tried[i].chosen); err != nil {
			return cli.Inconclusive(err)
		}
	}
	survivors := printScore(s, f.verbose, tried)
	fmt.Fprintf(s.Out, "%d scenarios ran in %.1f s\n", attempts(tried), time.Since(started).Seconds())
	if survivors > 0 {
		return &cli.ExitError{Code: cli.ExitNotConform}
	}
	return nil
}

// takeOver moves survivors of shipped to specified if specified has the same rule: shipped has no requirement that could
// notice a rule which only requirements of specified are about.
func (t *trial) takeOver(shipped *trial) error {
	survives := map[string]bool{}
	for _, v := range shipped.verdicts {
		survives[v.Mutant.ID] = v.Killed == ""
	}
	var of []mutants.Mutant
	for _, m := range shipped.chosen {
		if survives[m.ID] {
			of = append(of, m)
		}
	}
	again, err := mutants.SpecifiedLike(of)
	moved := map[string]bool{}
	for _, m := range again {
		moved[m.ID] = true
	}
	shipped.chosen = slices.DeleteFunc(shipped.chosen, func(m mutants.Mutant) bool { return moved[m.ID] })
	shipped.verdicts = slices.DeleteFunc(shipped.verdicts, func(v mutation.Verdict) bool { return moved[v.Mutant.ID] })
	t.chosen = append(t.chosen, again...)
	return err
}

// selectMutants lists the mutants of a profile that the flags select.
func (f mutateFlags) selectMutants(p openapi.Profile) ([]mutants.Mutant, error) {
	var classes []mutants.Class
	for _, name := range f.classes {
		c, err := mutants.ParseClass(name)
		if err != nil {
			return nil, cli.Usage(err)
		}
		classes = append(classes, c)
	}
	all, err := mutants.All(p)
	if err != nil {
		return nil, cli.Inconclusive(err)
	}
	return slices.DeleteFunc(all, func(m mutants.Mutant) bool {
		begins := func(id string) bool { return strings.HasPrefix(m.ID, id) }
		return len(classes) > 0 && !slices.Contains(classes, m.Class) || len(f.only) > 0 && !slices.ContainsFunc(f.only, begins)
	}), nil
}

// run tries the mutants of a profile.
func (f mutateFlags) run(ctx context.Context, s cli.Streams, p openapi.Profile, chosen []mutants.Mutant) ([]mutation.Verdict, error) {
	scenarios, err := features.Scenarios()
	if err != nil {
		return nil, err
	}
	var benches []mutation.Bench
	for range max(1, min(f.workers, len(chosen))) {
		b, err := Bench(p, scenarios)
		if err != nil {
			return nil, err
		}
		benches = append(benches, b)
	}
	var list []mutation.Mutant
	for _, m := range chosen {
		if m.Equivalent == "" {
			list = append(list, asMutation(m))
		}
	}
	tell, finish := mutateProgress(s, p, len(list))
	defer finish()
	return mutation.Run(ctx, benches, list, tell)
}

// Hidden are commands that only some builds have.
var Hidden []func(cli.Streams) *cobra.Command
