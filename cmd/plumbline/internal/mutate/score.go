package mutate

import (
	"fmt"
	"strings"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/mockcloud/mutants"
	"plumbline/internal/openapi"
	"plumbline/internal/steps/mutation"
)

// mutateProgress prints the progress in a profile every hundred mutants.
func mutateProgress(s cli.Streams, p openapi.Profile, total int) (tell func(mutation.Verdict), finish func()) {
	done, killed := 0, 0
	tell = func(v mutation.Verdict) {
		done++
		if v.Killed != "" {
			killed++
		}
		if done%100 == 0 || done == total {
			fmt.Fprintf(s.Err, "%s: %d of %d mutants, %d killed\n", p, done, total, killed)
		}
	}
	return tell, func() {}
}

func listMutants(s cli.Streams, tried []trial) error {
	for _, t := range tried {
		for _, m := range t.chosen {
			notice := strings.Join(m.Requirements, " ")
			if m.Equivalent != "" {
				notice = "nobody: " + m.Equivalent
			}
			if _, err := fmt.Fprintf(s.Out, "%s %s\n    %s\n    noticed by %s\n", t.profile, m.ID, m.Broken, notice); err != nil {
				return err
			}
		}
	}
	return nil
}

// attempts counts the cases that ran against broken mocks.
func attempts(tried []trial) (n int) {
	for _, t := range tried {
		for _, v := range t.verdicts {
			n += len(v.Ran)
			if v.Killed != "" {
				n++
			}
		}
	}
	return n
}

// printScore prints the counts of each class and profile, the equivalent mutants, and the survivors, and answers the number of those.
func printScore(s cli.Streams, verbose bool, tried []trial) (survivors int) {
	for _, t := range tried {
		for _, v := range t.verdicts {
			switch {
			case v.Killed == "":
				survivors++
				printSurvivor(s, v)
			case verbose:
				fmt.Fprintf(s.Out, "killed    %s\n          %s\n          by %s, case %d, in %.2f s: %s\n", v.Mutant.ID,
					v.Mutant.Broken, v.Killed, len(v.Ran)+1, v.Took.Seconds(), v.Why)
			}
		}
	}
	for _, t := range tried {
		for _, m := range t.chosen {
			if m.Equivalent != "" {
				fmt.Fprintf(s.Out, "equivalent %s\n          %s: %s\n", m.ID, m.Broken, m.Equivalent)
			}
		}
	}
	fmt.Fprintf(s.Out, "%-12s %-12s %8s %8s %11s\n", "profile", "class", "mutants", "killed", "equivalent")
	all := counts{}
	for _, t := range tried {
		for _, c := range mutants.Classes() {
			n := t.count(c)
			if n.mutants > 0 {
				fmt.Fprintf(s.Out, "%-12s %-12s %8d %8d %11d\n", t.profile, c, n.mutants, n.killed, n.equivalent)
			}
			all = all.plus(n)
		}
	}
	fmt.Fprintf(s.Out, "%-12s %-12s %8d %8d %11d\n", "all", "", all.mutants, all.killed, all.equivalent)
	fmt.Fprintf(s.Out, "score: %s (%d of %d mutants that can be noticed are killed)\n", score(all), all.killed, all.mutants-all.equivalent)
	return survivors
}

// mostPassed bounds how many of the scenarios that noticed nothing are listed.
const mostPassed = 20

func printSurvivor(s cli.Streams, v mutation.Verdict) {
	fmt.Fprintf(s.Out, "survives  %s\n          %s; %s has to notice\n", v.Mutant.ID, v.Mutant.Broken,
		strings.Join(v.Mutant.Requirements, ", "))
	if v.Err != nil {
		fmt.Fprintf(s.Out, "          %v\n", v.Err)
	}
	var passed []string
	for _, a := range v.Ran {
		if a.Outcome == "pass" {
			passed = append(passed, a.Case)
			continue
		}
		fmt.Fprintf(s.Out, "          %s: %s: %s\n", a.Case, a.Outcome, a.Reason)
	}
	if n := len(passed); n > mostPassed {
		passed = append(passed[:mostPassed:mostPassed], fmt.Sprintf("and %d more", n-mostPassed))
	}
	if len(passed) > 0 {
		fmt.Fprintf(s.Out, "          pass: %s\n", strings.Join(passed, " "))
	}
}

// trial holds the mutants of a profile, and the verdicts of those that are not equivalent.
type trial struct {
	profile  openapi.Profile
	chosen   []mutants.Mutant
	verdicts []mutation.Verdict
}

func (t trial) count(class mutants.Class) (n counts) {
	for _, m := range t.chosen {
		if m.Class == class {
			n.mutants++
			if m.Equivalent != "" {
				n.equivalent++
			}
		}
	}
	for _, v := range t.verdicts {
		if v.Mutant.Class == string(class) && v.Killed != "" {
			n.killed++
		}
	}
	return n
}

// counts are of a class, or of all classes.
type counts struct{ mutants, killed, equivalent int }

func (c counts) plus(o counts) counts {
	return counts{c.mutants + o.mutants, c.killed + o.killed, c.equivalent + o.equivalent}
}

func score(c counts) string {
	n := c.mutants - c.equivalent
	if n == 0 || c.killed == n {
		return "100 %"
	}
	return fmt.Sprintf("%.1f %%", min(99.9, 100*float64(c.killed)/float64(n)))
}
