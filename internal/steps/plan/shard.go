package plan

import "plumbline/internal/reports/eventlog"

// DealShards answers the shard of each case that can run, by the case's id: "2/3", "alone/3". Scenarios are dealt in the
// order of the plan, one to each shard in turn; variants of the sweep stay with their scenario. On a target that the shards
// share, an exclusive case goes to the shard "alone", which runs after the others; where each shard has a target of its own
// (apart), it is dealt like any other.
func DealShards(cases []Case, count int, apart bool) map[string]string {
	owner := map[string]string{}
	taken := map[string]string{}
	next := 0
	for _, c := range cases {
		if c.Gate != nil {
			continue
		}
		shard, dealt := taken[c.Scenario.ID]
		switch {
		case dealt:
		case c.Exclusive && !apart:
			shard = (&eventlog.Shard{Count: count, Alone: true}).String()
		default:
			shard = (&eventlog.Shard{Index: next%count + 1, Count: count}).String()
			next++
		}
		taken[c.Scenario.ID] = shard
		owner[c.ID] = shard
	}
	return owner
}
