package journal

import "slices"

// Listen answers a bell that rings when there are new entries, or none any more, and what to call in the end. A bell
// that has rung and was not heard does not ring twice: who hears it asks Since. Without listeners an entry costs one
// comparison more.
func (j *Journal) Listen() (bell <-chan struct{}, stop func()) {
	mine := make(chan struct{}, 1)
	if j == nil {
		return mine, func() {}
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.bells = append(j.bells, mine)
	return mine, func() {
		j.mu.Lock()
		defer j.mu.Unlock()
		j.bells = slices.DeleteFunc(j.bells, func(other chan struct{}) bool { return other == mine })
		if len(j.bells) == 0 {
			j.bells = nil
		}
	}
}

// wakeListeners rings the bells; the caller holds mu.
func (j *Journal) wakeListeners() {
	for _, bell := range j.bells {
		select {
		case bell <- struct{}{}:
		default:
		}
	}
}

// News is what has happened in a journal since an entry.
type News struct {
	// Entries have neither headers nor bodies. Missed is how many there were before them that are not told.
	Entries []Entry
	Missed  uint64
	// Last is the number of the newest entry there was: what to ask with next. Cleared is that of the last one that
	// Clear took.
	Last, Cleared uint64
}

// Since tells the newest entries after a number, at most so many. What Clear took was not missed.
func (j *Journal) Since(after uint64, most int) News {
	if j == nil {
		return News{}
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	n := uint64(len(j.ring))
	first := max(after, j.cleared) // entries up to here are known, or gone on purpose
	from := max(first, j.next-min(j.next, n, uint64(most)))
	out := News{Last: j.next, Cleared: j.cleared}
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

// Entry answers one exchange by its number, whole; false when it is not kept any more, or not there yet.
func (j *Journal) Entry(seq uint64) (Entry, bool) {
	if j == nil {
		return Entry{}, false
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	n := uint64(len(j.ring))
	if seq <= j.cleared || seq > j.next || j.next-seq >= n {
		return Entry{}, false
	}
	return j.ring[(seq-1)%n].show(seq), true
}
