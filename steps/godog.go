package steps

import (
	"cmp"
	"fmt"
	"io"
	"math/rand"
	"slices"
	"strings"

	"github.com/cucumber/godog"

	"plumbline/internal/features"
	"plumbline/internal/steps/plan"
)

// runner says which of godog's own formatters print while cases run. The zero value prints nothing.
type runner struct {
	// Format names formatters of godog that write as they go (pretty, progress, events), with a comma between.
	Format   string
	Output   io.Writer
	NoColors bool
}

// options are godog's options for a run of the cases.
func (r runner) options(contents []godog.Feature, jobs int) *godog.Options {
	o := &godog.Options{Format: silentName, Output: io.Discard, NoColors: true, Strict: true, FeatureContents: contents, Concurrency: jobs}
	if r.Format != "" {
		o.Format, o.Output, o.NoColors = r.Format, r.Output, r.NoColors
	}
	return o
}

// GodogOutput is a format (cucumber, message, junit) that is written from a run's log when the run is over. An empty Path is the output
// of the run. godog's own writers of these formats report a row that did not run as an error (JUnit), or cannot be used with several jobs.
type GodogOutput struct{ Format, Path string }

// Godog sets the options from godog's flags (godog.BindFlags): tags, paths, concurrency, the random order and its seed,
// stop-on-failure, formats. The plan is the same as with the flags of certify: a scenario that does not apply to the target
// is skipped with its reason.
func (o *Options) Godog(g godog.Options) ([]GodogOutput, error) {
	all := o.Scenarios
	if all == nil {
		var err error
		if all, err = features.Scenarios(); err != nil {
			return nil, err
		}
	}
	if len(g.Paths) > 0 {
		found, err := features.AtPaths(all, g.Paths...)
		if err != nil {
			return nil, err
		}
		for _, s := range found {
			o.Selection.Only = append(o.Selection.Only, s.ID)
		}
	}
	o.Selection.Tags = cmp.Or(g.Tags, o.Selection.Tags)
	o.Jobs, o.Shuffle, o.StopAtFailure = g.Concurrency, g.Randomize, g.StopOnFailure
	if o.Shuffle == -1 {
		o.Shuffle = 1 + rand.Int63n(99998) // godog's own seeds have five digits
	}
	live, later, err := formats(g.Format)
	if err != nil {
		return nil, err
	}
	o.runner = runner{Format: live, Output: g.Output, NoColors: g.NoColors}
	return later, nil
}

// formats separates the formats that godog writes while cases run (live) from those that are written from the log (later).
func formats(text string) (live string, later []GodogOutput, err error) {
	var now []string
	for part := range strings.SplitSeq(text, ",") {
		name, file, _ := strings.Cut(part, ":")
		switch name {
		case "":
		case "cucumber", "message", "junit":
			later = append(later, GodogOutput{name, file})
		case "pretty", "progress", "events":
			now = append(now, part)
		default:
			return "", nil, fmt.Errorf("format %q: want pretty, progress, events, cucumber, message or junit, each with :FILE "+
				"to write it there, with a comma between", part)
		}
	}
	return strings.Join(now, ","), later, nil
}

// shuffled orders cases at random by a seed; seed 0 keeps the order of the plan. Further attempts come after all first ones.
func (o Options) shuffled(cases []plan.Case) []plan.Case {
	if o.Shuffle == 0 {
		return cases
	}
	out := slices.Clone(cases)
	rand.New(rand.NewSource(o.Shuffle)).Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return slices.Concat(byAttempt(out)...)
}

// byAttempt splits cases into first attempts, second attempts and so on; it keeps the order within each.
func byAttempt(cases []plan.Case) (rounds [][]plan.Case) {
	for _, c := range cases {
		at := max(1, c.Attempt) - 1
		for len(rounds) <= at {
			rounds = append(rounds, nil)
		}
		rounds[at] = append(rounds[at], c)
	}
	return slices.DeleteFunc(rounds, func(r []plan.Case) bool { return len(r) == 0 })
}
