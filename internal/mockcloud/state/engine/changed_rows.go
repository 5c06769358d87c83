package engine

import (
	"slices"
	"strings"
)

// Names of what is saved beside the tables.
const (
	savedEvents        = "events"
	savedNotifications = "notifications"
	savedCounters      = "counters"
)

// Counter is the saved row of a counter: its present value.
type Counter struct{ N int64 }

// rowSet holds records by table and id.
type rowSet map[[2]string]any

func (r rowSet) set(table, id string, record any) { r[[2]string{table, id}] = record }

// changed answers the rows that differ between the moments before and after a group of transactions.
func changed(before, after *moment, group []*pending) []Row {
	rows := rowSet{}
	whole := slices.ContainsFunc(group, func(p *pending) bool { return p.whole })
	for i, t := range tables {
		if whole && !t.derived() {
			t.differ(before.tables[i], after.tables[i], rows)
		}
	}
	for _, p := range group {
		for _, c := range p.changes {
			if !whole && !c.table.derived() {
				rows.set(c.table.name(), c.id, c.table.record(after, c.id))
			}
		}
		for _, c := range p.counters {
			rows.set(c.Table, c.ID, c.Record)
		}
	}
	differEvents(before.events, after.events, rows)
	differFeeds(before.feed, after.feed, rows)
	out := make([]Row, 0, len(rows))
	for of, record := range rows {
		out = append(out, Row{of[0], of[1], record})
	}
	slices.SortFunc(out, func(a, b Row) int {
		if c := strings.Compare(a.Table, b.Table); c != 0 {
			return c
		}
		return strings.Compare(a.ID, b.ID)
	})
	return out
}

// counted are the rows of the counters that the transaction has changed.
func (x *Txn) counted() []Row {
	names := map[string]bool{}
	for _, c := range x.counts {
		names[c.name] = true
	}
	if x.counters != nil {
		for name := range x.counters {
			names[name] = true
		}
		for name := range x.store.counters {
			names[name] = true
		}
	}
	out := make([]Row, 0, len(names))
	for name := range names {
		row := Row{Table: savedCounters, ID: name}
		if n, there := x.store.counters[name]; there {
			row.Record = &Counter{n}
		}
		out = append(out, row)
	}
	return out
}

// differEvents finds the events that were scheduled, done or cancelled.
func differEvents(before, after []*Event, rows rowSet) {
	if len(before) == len(after) && (len(before) == 0 || &before[0] == &after[0]) {
		return
	}
	was := make(map[int64]*Event, len(before))
	for _, e := range before {
		was[e.Serial] = e
	}
	for _, e := range after {
		if was[e.Serial] != e {
			rows.set(savedEvents, SerialKey(e.Serial), e)
		}
		delete(was, e.Serial)
	}
	for serial := range was {
		rows.set(savedEvents, SerialKey(serial), nil)
	}
}

// differFeeds finds the messages that were added and those that were dropped.
func differFeeds(before, after feed, rows rowSet) {
	had := map[*block]int{}
	for i, b := range before.blocks {
		had[b] = before.filled(i)
	}
	for _, b := range after.blocks {
		if _, both := had[b]; both {
			had[b] = 0
		}
	}
	for b, n := range had {
		for _, m := range b[:n] {
			rows.set(savedNotifications, SerialKey(m.Serial), nil)
		}
	}
	for i, b := range before.blocks {
		had[b] = before.filled(i)
	}
	for i, b := range after.blocks {
		for _, m := range b[had[b]:after.filled(i)] {
			rows.set(savedNotifications, SerialKey(m.Serial), m)
		}
	}
}

// filled is how many messages a block has.
func (f *feed) filled(i int) int {
	if i == len(f.blocks)-1 {
		return f.n
	}
	return feedBlock
}
