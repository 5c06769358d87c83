package clientcheck

import (
	"time"

	"plumbline/internal/openapi"
	"plumbline/mockcloud/journal"
)

// Option is an option of Judge.
type Option func(*judge)

// WithProfile sets the profile that the mock followed; the default is shipped.
func WithProfile(p openapi.Profile) Option { return func(j *judge) { j.profile = p } }

// WithPollFloor sets the shortest interval between two reads of the same resource that is not judged as polling; the default is a
// second.
func WithPollFloor(d time.Duration) Option { return func(j *judge) { j.floor = d } }

// Since leaves out exchanges up to a number of the journal. If the journal does not begin with the next number, the verdict says how
// many exchanges it has dropped.
func Since(seq uint64) Option { return func(j *judge) { j.since, j.marked = seq, true } }

// judge is the state of a judgement.
type judge struct {
	profile   openapi.Profile
	floor     time.Duration
	since     uint64
	marked    bool
	forgotten uint64
	calls     []*call
	found     map[finding]*Finding
}

// Judge compares the exchanges of a journal, oldest first, with the documents. Entries about scheduled work of the cloud are left
// out.
func Judge(entries []journal.Entry, opts ...Option) *Verdict {
	j := &judge{profile: openapi.Shipped, floor: time.Second, found: map[finding]*Finding{}}
	for _, opt := range opts {
		opt(j)
	}
	last := j.since
	for i := range entries {
		e := &entries[i]
		if e.Seq <= j.since {
			continue
		}
		if j.marked && e.Seq > last+1 && last == j.since {
			j.forgotten = e.Seq - last - 1
		}
		last = e.Seq
		if e.Method == "" || e.Status == 0 {
			continue // scheduled work
		}
		if e.Stripped {
			j.forgotten++
			continue
		}
		j.calls = append(j.calls, j.read(e))
	}
	for _, c := range j.calls {
		j.judgeOperation(c)
		j.microversion(c)
		j.headers(c)
		j.judgeSecrets(c)
		if c.operation != nil && c.Stage != "token" {
			j.query(c)
			j.body(c)
		}
	}
	j.findPolling()
	j.findTokenRequests()
	j.lists()
	j.pages()
	j.discovery()
	return j.verdict()
}
