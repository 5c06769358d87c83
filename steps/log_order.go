package steps

import (
	"sync"
	"time"

	"plumbline/internal/reports/eventlog"
	"plumbline/internal/steps/target"
	"plumbline/internal/steps/wire"
	"plumbline/internal/steps/world"
)

// timedLog is a log that takes several events at once, with times given by the caller; *eventlog.Writer is one.
type timedLog interface {
	AppendAll([]eventlog.Entry) error
}

// turnLog collects the events of the case that its lane runs. Events between cases go to through at once, or are dropped
// where that is nil: the preparation of lanes beyond the first is not logged.
type turnLog struct {
	clock   world.Clock
	through wire.Log
	open    bool
	entries []eventlog.Entry
	began   time.Time
}

// Append implements wire.Log. A lane runs one case at a time, so that it needs no lock.
func (l *turnLog) Append(p eventlog.Payload) error {
	switch {
	case l.open:
		l.entries = append(l.entries, eventlog.Entry{Time: l.clock.Now(), Payload: p})
	case l.through != nil:
		return l.through.Append(p)
	}
	return nil
}

// begin starts to collect the events of a case.
func (l *turnLog) begin() { l.open, l.entries, l.began = true, nil, l.clock.Now() }

// end stops collecting and answers the events.
func (l *turnLog) end() turn {
	l.open = false
	return turn{entries: l.entries, began: l.began, ended: l.clock.Now()}
}

// turn is the events of a case, with the times of its lane's clock.
type turn struct {
	entries      []eventlog.Entry
	began, ended time.Time
}

// order writes the events of cases in the order of the plan, in whatever order the cases end, so that the log and the
// reports are the same for any number of lanes. Exchanges are numbered as they are written, and the times of a turn follow
// those of the turn before, as if one lane had run all cases. It is safe for concurrent use.
type order struct {
	mu  sync.Mutex
	log wire.Log
	// exchanged is the number of the last exchange, now the time of the last event.
	exchanged int64
	now       time.Time
	next      int
	waiting   map[int]turn
	// asked are the requests outside of any case that were written. Each lane asks a service for its versions; one lane would ask once.
	asked map[string]bool
	err   error
}

func newOrder(log wire.Log, exchanged int64, now time.Time) *order {
	return &order{log: log, exchanged: exchanged, now: now, waiting: map[int]turn{}, asked: map[string]bool{}}
}

// writeTurn takes the turn of the case at a place in the plan; an error means that the log cannot be written.
func (o *order) writeTurn(place int, t turn) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.waiting[place] = t
	for o.err == nil {
		t, there := o.waiting[o.next]
		if !there {
			break
		}
		delete(o.waiting, o.next)
		o.next++
		o.err = o.write(t)
	}
	return o.err
}

// writeRest writes the turns that still wait for a missing one before them.
func (o *order) writeRest() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	for ; len(o.waiting) > 0 && o.err == nil; o.next++ {
		if t, there := o.waiting[o.next]; there {
			delete(o.waiting, o.next)
			o.err = o.write(t)
		}
	}
	return o.err
}

func (o *order) write(t turn) error {
	shift := o.now.Sub(t.began)
	entries := t.entries[:0]
	for _, entry := range t.entries {
		if x, ok := entry.Payload.(*eventlog.Exchanged); ok {
			if x.Case == "" && !o.isNewQuestion(x) {
				continue
			}
			o.exchanged++
			x.ID = target.ExchangeID(o.exchanged)
		}
		entries = append(entries, eventlog.Entry{Time: entry.Time.Add(shift), Payload: entry.Payload})
	}
	o.now = t.ended.Add(shift)
	if timed, ok := o.log.(timedLog); ok {
		return timed.AppendAll(entries)
	}
	for _, entry := range entries {
		if err := o.log.Append(entry.Payload); err != nil {
			return err
		}
	}
	return nil
}

// isNewQuestion tells whether a request outside of any case was not written before, and remembers it.
func (o *order) isNewQuestion(x *eventlog.Exchanged) bool {
	key := x.Actor + " " + x.Method + " " + x.URL
	before := o.asked[key]
	o.asked[key] = true
	return !before
}
