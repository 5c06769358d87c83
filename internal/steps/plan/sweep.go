package plan

import (
	"fmt"
	"regexp"
	"slices"

	"plumbline/internal/features"
	"plumbline/internal/openapi"
)

// variants are the boundary sweep's versions of a case that runs; the newest is within the range.
func variants(c Case, f Facts, in Range) []Case {
	sc := c.Scenario
	if sc.Since.IsZero() || sc.Boundary || c.At.IsZero() || c.At.Less(sc.Since) {
		return nil
	}
	var out []Case
	if v, ok := variantBefore(c, f); ok {
		out = append(out, v)
	}
	newest := minVersion(sc.Until, f.Max)
	if !in.To.IsZero() {
		newest = minVersion(newest, in.To)
	}
	if c.At.Less(newest) {
		v := c.atVersion(Newest, newest)
		out = append(out, v)
	}
	return out
}

// variantBefore is the variant one microversion below @since.
func variantBefore(c Case, f Facts) (Case, bool) {
	sc := c.Scenario
	previous := sc.Since.Previous()
	if sc.Before == "none" || !f.Oldest.Less(sc.Since) || previous.Less(f.Min) {
		return Case{}, false
	}
	v := c.atVersion(Since1, previous)
	if sc.Before != "same" {
		v.Steps = append(dropObservations(v.Steps), expectation(c, previous))
	}
	return v, true
}

// atVersion is the case with its subject exchange at another microversion.
func (c Case) atVersion(variant Variant, at openapi.Version) Case {
	v := c
	v.ID, v.Variant, v.At = c.Scenario.ID+"@"+string(variant), variant, at
	v.Steps = slices.Clone(c.Steps)
	for i, step := range v.Steps {
		if step.Kind == features.Exchange {
			v.Steps[i].Text = rewrite(step.Text, c.At, at)
		}
	}
	return v
}

// rewrite puts another microversion into the subject's sentence.
func rewrite(text string, from, to openapi.Version) string {
	return regexp.MustCompile(`\bat `+regexp.QuoteMeta(from.String())+`\b`).ReplaceAllString(text, "at "+to.String())
}

// dropObservations drops the observations: what holds at the older microversion is not what the scenario says.
func dropObservations(steps []features.Step) []features.Step {
	return slices.DeleteFunc(steps, func(s features.Step) bool { return s.Kind == features.Observation })
}

var answered = regexp.MustCompile(`^the request is answered (\d{3})$`)

// expectation is the one sentence that stands for a scenario's observations below @since.
func expectation(c Case, previous openapi.Version) features.Step {
	step := features.Step{Keyword: "Then", Kind: features.Observation}
	if before := c.Scenario.Before; before != "" {
		step.Text = fmt.Sprintf("the request is answered %s as it was at %s", before, previous)
		return step
	}
	step.Text = fmt.Sprintf("the answer is what the document at %s says", previous)
	for _, s := range c.Steps {
		if m := answered.FindStringSubmatch(s.Text); m != nil && s.Kind == features.Observation {
			step.Text += fmt.Sprintf(", or %s where it accepts what the document at %s accepts", m[1], c.At)
		}
	}
	return step
}
