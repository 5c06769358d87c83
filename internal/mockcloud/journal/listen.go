package journal

import "slices"

// Listen answers a channel that signals new entries, or that entries were cleared, and a function to stop listening. A signal that is
// pending is not sent twice: the receiver calls Since for all news. Without listeners an entry costs only one more comparison.
func (j *Journal) Listen() (bell <-chan struct{}, stop func()) {
	mine := make(chan struct{}, 1)
	if j == nil {
		return mine, func() {}
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.wakeups = append(j.wakeups, mine)
	return mine, func() {
		j.mu.Lock()
		defer j.mu.Unlock()
		j.wakeups = slices.DeleteFunc(j.wakeups, func(other chan struct{}) bool { return other == mine })
		if len(j.wakeups) == 0 {
			j.wakeups = nil
		}
	}
}

// wakeListeners signals the listeners; the caller holds mu.
func (j *Journal) wakeListeners() {
	for _, bell := range j.wakeups {
		select {
		case bell <- struct{}{}:
		default:
		}
	}
}

// Changes describes the changes of a journal since an entry.
type Changes struct {
	// Entries have no headers and bodies. Missed is the number of entries before them that are left out.
	Entries []Entry
	Missed  uint64
	// Last is the number of the newest entry, for the next call of Since. Cleared is that of the last one that Clear removed.
	Last, Cleared uint64
}

// Since answers the newest entries after a number, at most the given number of them. Cleared entries do not count as missed.
func (j *Journal) Since(after uint64, most int) Changes {
	if j == nil {
		return Changes{}
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	n := j.most
	first := max(after, j.cleared) // earlier entries are known, or were cleared
	from := max(first, j.next-min(j.next, n, uint64(most)))
	out := Changes{Last: j.next, Cleared: j.cleared}
	if from >= j.next {
		return out
	}
	out.Missed = from - first
	out.Entries = make([]Entry, 0, j.next-from)
	for seq := from; seq < j.next; seq++ {
		out.Entries = append(out.Entries, j.ring[seq%n].line(seq+1))
	}
	return out
}

// Entry answers one whole exchange by its number; false when it is not in the journal any more, or not yet.
func (j *Journal) Entry(seq uint64) (Entry, bool) {
	if j == nil {
		return Entry{}, false
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	n := j.most
	if seq <= j.cleared || seq > j.next || j.next-seq >= n {
		return Entry{}, false
	}
	return j.ring[(seq-1)%n].show(seq), true
}
