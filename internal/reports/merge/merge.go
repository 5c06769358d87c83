// Package merge joins the logs of several shards into one: the log that one run of the whole plan would have written, case
// after case in the order of the plan. It is a pure function of the logs, so that anybody with the logs can repeat it.
package merge

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"plumbline/internal/reports/eventlog"
)

// Merge joins the logs of all shards of one plan, in any order. It refuses logs of different plans, profiles, targets or
// suites, a duplicate shard and a missing one, and names them; such errors wrap ErrMerge.
//
// Events outside of cases (the discovery of the target, its actors, the clean-up at the end) are taken from the first
// shard; of the others only drift that the first did not have, failed removals, and leaks.
func Merge(logs ...[]eventlog.Event) ([]eventlog.Event, error) {
	parts := make([]*part, 0, len(logs))
	for _, log := range logs {
		p, err := sorted(log)
		if err != nil {
			return nil, err
		}
		parts = append(parts, p)
	}
	if len(parts) == 0 {
		return nil, fmt.Errorf("%w: there are none", ErrMerge)
	}
	if err := inOrder(parts); err != nil {
		return nil, err
	}
	for _, p := range parts[1:] {
		if err := sameRun(parts[0], p); err != nil {
			return nil, err
		}
		if err := samePlan(parts[0], p); err != nil {
			return nil, err
		}
	}
	return eventlog.Chain(joined(parts))
}

// joined are the events of the merged log.
func joined(parts []*part) []entry {
	first := parts[0]
	w := &writer{drift: map[string]bool{}}
	w.add(entry{Time: slices.MinFunc(parts, func(a, b *part) int { return a.began.Compare(b.began) }).began, Payload: started(parts)})
	for i, p := range parts {
		w.outside(p.before, i == 0)
	}
	w.add(*first.target)
	for _, c := range first.planned {
		w.add(entry{Time: first.target.Time, Payload: &eventlog.CasePlanned{CaseInfo: c}})
	}
	w.add(entry{Time: first.target.Time, Payload: first.plan})
	byName := map[string]*part{}
	for _, p := range parts {
		byName["dealt to "+p.shard.String()] = p
	}
	for _, c := range first.planned {
		if g := first.gates[c.Case]; g != nil {
			w.add(*g)
		}
	}
	for _, c := range first.planned {
		if p := byName[first.state(c.Case)]; p != nil {
			for _, as := range p.cases[c.Case] {
				w.copy(as)
			}
		}
	}
	for i, p := range parts {
		w.outside(p.after, i == 0)
	}
	w.add(entry{Time: slices.MaxFunc(parts, func(a, b *part) int { return a.ended.Compare(b.ended) }).ended, Payload: &eventlog.RunEnded{}})
	return w.out
}

// started is the first event: that of a run of the whole plan.
func started(parts []*part) *eventlog.RunStarted {
	s := *parts[0].start
	s.Shard, s.Args = nil, withoutShard(s.Args)
	sum := sha256.New()
	for _, p := range parts {
		s.Merged = append(s.Merged, eventlog.MergedLog{Shard: p.shard, RunID: p.start.RunID, Head: p.head, Events: p.lines})
		fmt.Fprintln(sum, p.head)
		if p.start.Digests.Binary != s.Digests.Binary {
			s.Digests.Binary = "" // the shards may have run on different machines
		}
	}
	s.RunID = hex.EncodeToString(sum.Sum(nil))[:8]
	return &s
}

// withoutShard removes the option in which the shards differ.
func withoutShard(args []string) (out []string) {
	for i := 0; i < len(args); i++ {
		switch {
		case args[i] == "--shard":
			i++
		case strings.HasPrefix(args[i], "--shard="):
		default:
			out = append(out, args[i])
		}
	}
	return out
}
