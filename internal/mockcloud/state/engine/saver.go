package engine

import (
	"slices"
	"sync"
)

// Row is a record of a table, or work, or a notification, or a counter, by its id; Record is nil where there is none
// any more. Records are pointers to structs that are not changed.
type Row struct {
	Table, ID string
	Record    any
}

// Saver puts records where they outlive the process.
type Saver interface {
	// Save saves what one transaction has changed, or several in a row, all of it or nothing. Rows are in no order, and
	// there is one of each table and id.
	Save(rows []Row) error
}

// SaveWith saves all further transactions; what they wrote becomes visible once it is saved. Transactions that
// end while others are being saved are saved together. Readers never wait. It is for a store that is not used yet.
func (s *Store) SaveWith(to Saver) {
	s.saving = &saving{store: s, to: to, head: s.now.Load()}
}

// Saved tells whether transactions are saved.
func (s *Store) Saved() bool { return s.saving != nil }

// SaveError is why the last transactions could not be saved, nil when they were.
func (s *Store) SaveError() error {
	if s.saving == nil {
		return nil
	}
	s.saving.mu.Lock()
	defer s.saving.mu.Unlock()
	return s.saving.failure
}

// saving is the queue of transactions that have ended and are not saved yet.
type saving struct {
	store *Store
	to    Saver
	// turn is held by the goroutine that saves the queue for all that wait.
	turn sync.Mutex
	mu   sync.Mutex
	// head is the newest moment, saved or not; queue are those after the present one.
	head  *moment
	queue []*pending
	// failure is why the last group could not be saved, nil when it was.
	failure error
}

// pending is a transaction that has ended.
type pending struct {
	moment  *moment
	changes []change
	// whole tells that everything may have changed.
	whole bool
	// counts is what to undo if the transaction cannot be saved, counters the rows of the counters that changed.
	counts   []counted
	before   map[string]int64
	counters []Row
	done     bool
	err      error
}

func (s *saving) newest() *moment {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.head
}

// add queues a transaction that ends; its caller holds writing.
func (s *saving) add(x *Txn, m *moment) *pending {
	p := &pending{
		moment: m, changes: slices.Clone(x.changes), counts: slices.Clone(x.counts),
		whole: x.counters != nil, before: x.counters, counters: x.counted(),
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.head, s.queue = m, append(s.queue, p)
	return p
}

// wait waits until a transaction is saved: the first goroutine that waits saves all transactions that are queued.
func (s *saving) wait(p *pending) error {
	s.turn.Lock()
	defer s.turn.Unlock()
	if p.done {
		return p.err
	}
	s.mu.Lock()
	group := s.queue
	s.queue, s.failure = nil, nil
	s.mu.Unlock()
	after := group[len(group)-1].moment
	if rows := changed(s.store.now.Load(), after, group); len(rows) > 0 {
		if err := s.to.Save(rows); err != nil {
			s.fail(group, err)
			return p.err
		}
	}
	s.store.publish(after)
	for _, each := range group {
		each.done = true
	}
	return nil
}

// fail forgets the transactions of a group, and those that went on from them meanwhile.
func (s *saving) fail(group []*pending, err error) {
	s.store.writing.Lock()
	defer s.store.writing.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	group = append(group, s.queue...)
	s.queue, s.head, s.failure = nil, s.store.now.Load(), err
	for _, p := range slices.Backward(group) {
		p.done, p.err = true, err
		for _, c := range slices.Backward(p.counts) {
			s.store.uncount(c)
		}
		if p.before != nil {
			s.store.counters = p.before
		}
	}
}
