package merge

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"plumbline/internal/reports/eventlog"
)

// ErrMerge is wrapped by every error about logs that are not the shards of one plan.
var ErrMerge = errors.New("the reports cannot be merged")

// ErrIncomplete: the run of a shard is not complete. It wraps ErrMerge.
var ErrIncomplete = fmt.Errorf("%w: a run was cut off", ErrMerge)

// inOrder sorts the parts, 1 to n and then alone, and refuses missing and duplicate ones.
func inOrder(parts []*part) error {
	rank := func(s eventlog.Shard) int {
		if s.Alone {
			return s.Count + 1
		}
		return s.Index
	}
	slices.SortStableFunc(parts, func(a, b *part) int { return rank(a.shard) - rank(b.shard) })
	count := parts[0].shard.Count
	have := map[string]string{}
	for _, p := range parts {
		name := p.shard.String()
		if p.shard.Count != count {
			return fmt.Errorf("%w: shard %s beside shard %s: they are of different plans", ErrMerge, name, parts[0].shard.String())
		}
		if other := have[name]; other != "" {
			return fmt.Errorf("%w: shard %s twice (runs %s and %s)", ErrMerge, name, other, p.start.RunID)
		}
		have[name] = p.start.RunID
	}
	var missing []string
	for i := 1; i <= count; i++ {
		if name := (&eventlog.Shard{Index: i, Count: count}).String(); have[name] == "" {
			missing = append(missing, name)
		}
	}
	alone := (&eventlog.Shard{Count: count, Alone: true}).String()
	for _, p := range parts {
		for _, at := range p.dealt {
			if at == alone && have[alone] == "" && !slices.Contains(missing, alone) {
				missing = append(missing, alone)
			}
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("%w: missing: shard %v (certify --shard)", ErrMerge, missing)
	}
	return nil
}

// sameRun refuses a part with other rules, another suite or another target than the first.
func sameRun(first, p *part) error {
	a, b := first.start, p.start
	t, u := first.target.Payload.(*eventlog.TargetDescribed), p.target.Payload.(*eventlog.TargetDescribed)
	for _, field := range []struct {
		name          string
		first, second any
	}{
		{"profile", a.Profile, b.Profile},
		{"tool", a.Tool, b.Tool},
		{"suite (digest of the features)", a.Digests.Features, b.Digests.Features},
		{"suite (digest of the documents)", a.Digests.Documents, b.Digests.Documents},
		{"folder of the features", a.FeaturesFrom, b.FeaturesFrom},
		{"selection", a.Selection, b.Selection},
		{"waivers", a.Waivers, b.Waivers},
		{"--repeat", a.Repeat, b.Repeat},
		{"--strict-schema", a.StrictSchema, b.StrictSchema},
		{"--insecure", a.Insecure, b.Insecure},
		{"target", t.Name + " (" + t.Kind + ")", u.Name + " (" + u.Kind + ")"},
		{"services of the target", t.Services, u.Services},
	} {
		if x, y := text(field.first), text(field.second); x != y {
			return fmt.Errorf("%w: %s of shard %s is %s, of shard %s %s", ErrMerge, field.name, first.shard.String(), x, p.shard.String(), y)
		}
	}
	return nil
}

func text(v any) string {
	out, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(out)
}

// samePlan refuses a part whose plan, distribution to shards, or gates differ from those of the first.
func samePlan(first, p *part) error {
	for i := range max(len(first.planned), len(p.planned)) {
		if i >= len(p.planned) || i >= len(first.planned) || text(first.planned[i]) != text(p.planned[i]) {
			id := append(slices.Clone(first.planned), p.planned...)[min(i, len(first.planned)+len(p.planned)-1)].Case
			return fmt.Errorf("%w: the plans of shards %s and %s differ, first at case %s", ErrMerge, first.shard.String(), p.shard.String(), id)
		}
	}
	if first.plan.Digest != p.plan.Digest {
		return fmt.Errorf("%w: the plans of shards %s and %s differ (%s, %s)", ErrMerge, first.shard.String(), p.shard.String(),
			first.plan.Digest, p.plan.Digest)
	}
	for _, c := range first.planned {
		if x, y := first.state(c.Case), p.state(c.Case); x != y {
			return fmt.Errorf("%w: case %s: shard %s says %s, shard %s %s: they saw the target in different conditions", ErrMerge,
				c.Case, first.shard.String(), x, p.shard.String(), y)
		}
	}
	return nil
}

// state is the state of a case in a part's plan: the verdict of its gate, or the shard that runs it.
func (p *part) state(id string) string {
	if g := p.gates[id]; g != nil {
		return g.Payload.(*eventlog.Gated).Verdict
	}
	if at := p.dealt[id]; at != "" {
		return "dealt to " + at
	}
	return "dealt to " + p.shard.String()
}
