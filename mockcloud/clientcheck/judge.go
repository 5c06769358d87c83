package clientcheck

import (
	"time"

	"plumbline/mockcloud/journal"
	"plumbline/openapi"
)

// Option is a choice about how to judge.
type Option func(*judge)

// WithProfile says which contract the mock followed; the default is what shipped.
func WithProfile(p openapi.Profile) Option { return func(j *judge) { j.profile = p } }

// WithPollFloor says how much time there should be between two looks at the same thing; the default is a second.
func WithPollFloor(d time.Duration) Option { return func(j *judge) { j.floor = d } }

// Since leaves out exchanges up to a number of the journal. Where the journal does not begin with the next one, the
// verdict says how many it has forgotten.
func Since(seq uint64) Option { return func(j *judge) { j.since, j.marked = seq, true } }

// judge is a judgement under way.
type judge struct {
	profile   openapi.Profile
	floor     time.Duration
	since     uint64
	marked    bool
	forgotten uint64
	calls     []*call
	found     map[finding]*Finding
}

// Judge holds the exchanges of a journal, oldest first, against the documents. Entries about work inside of the
// cloud are left out.
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
			continue // work that was due
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
