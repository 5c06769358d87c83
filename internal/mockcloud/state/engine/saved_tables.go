package engine

import (
	"fmt"
	"slices"
)

// saved has the methods of a table that saving and reading back use.
type saved interface {
	// record is the record of an id at a moment, nil for none.
	record(at *moment, id string) any
	// differ finds the records that are not the same.
	differ(before, after contents, rows rowSet)
	// blank is a new record to be filled, insert puts it in.
	blank() any
	insert(x *Txn, record any) error
	take(x *Txn, id string)
}

func (t *Table[T]) aside() bool   { return t.Uncounted }
func (t *Table[T]) derived() bool { return t.Derived }

func (t *Table[T]) record(at *moment, id string) any {
	if r, _ := t.rowsIn(at.tables).ids.get(id); r != nil {
		return r
	}
	return nil
}

func (t *Table[T]) differ(before, after contents, into rowSet) {
	old, now := before.(*rows[T]), after.(*rows[T])
	if old.ids == now.ids {
		return
	}
	was := make(map[string]*T, old.n)
	old.ids.walk("", func(r *T) bool { was[t.ID(r)] = r; return true })
	now.ids.walk("", func(r *T) bool {
		id := t.ID(r)
		if was[id] != r {
			into.set(t.Name, id, r)
		}
		delete(was, id)
		return true
	})
	for id := range was {
		into.set(t.Name, id, nil)
	}
}

func (t *Table[T]) blank() any { return new(T) }

func (t *Table[T]) insert(x *Txn, record any) error {
	r, ok := record.(*T)
	if !ok || t.ID(r) == "" {
		return fmt.Errorf("state: table %s cannot have a %T without an id, or of another table", t.Name, record)
	}
	t.Insert(x, r)
	return nil
}

func (t *Table[T]) take(x *Txn, id string) { t.Delete(x, id) }

// Saved lists the names of everything that is saved, sorted.
func Saved() []string {
	out := []string{savedEvents, savedNotifications, savedCounters}
	for _, t := range tables {
		if !t.derived() {
			out = append(out, t.name())
		}
	}
	slices.Sort(out)
	return out
}

// NewRecord is a new record of a table, to be filled with what was saved; an error where there is no such table.
func NewRecord(table string) (any, error) {
	switch table {
	case savedEvents:
		return new(Event), nil
	case savedNotifications:
		return new(Notification), nil
	case savedCounters:
		return new(Counter), nil
	}
	for _, t := range tables {
		if t.name() == table && !t.derived() {
			return t.blank(), nil
		}
	}
	return nil, fmt.Errorf("state: there is no table %q", table)
}

// Put puts a row in that was saved, or takes a record of a table out. Notifications come in the order of their ids.
func (x *Txn) Put(r Row) error {
	switch record := r.Record.(type) {
	case *Event:
		Events.Insert(x, record)
		return nil
	case *Notification:
		Notifications.Insert(x, record)
		return nil
	case *Counter:
		x.writable("a counter")
		x.counts = append(x.counts, counted{r.ID, x.store.counters[r.ID]})
		x.store.counters[r.ID] = record.N
		return nil
	}
	for _, t := range tables {
		switch {
		case t.name() != r.Table:
		case r.Record == nil:
			t.take(x, r.ID)
			return nil
		default:
			return t.insert(x, r.Record)
		}
	}
	return fmt.Errorf("state: there is no table %q", r.Table)
}

// Rows answers everything that a snapshot has, for a saver.
func (s *Snapshot) Rows() []Row {
	empty := New()
	p := &pending{moment: s.moment, whole: true}
	for name, n := range s.counters {
		p.counters = append(p.counters, Row{savedCounters, name, &Counter{n}})
	}
	return changed(empty.now.Load(), s.moment, []*pending{p})
}
