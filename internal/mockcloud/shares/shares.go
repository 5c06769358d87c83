// Package shares measures how the time of exchanges is divided among parts of their processing.
package shares

import "time"

// Shares adds up the time of exchanges by parts of their processing (shares), for benchmarks that send one request at a time.
type Shares struct {
	// Now is the clock: the processor time of the thread, for instance.
	Now func() time.Duration
	// Spent is the sum of time by share.
	Spent map[string]time.Duration
	mark  time.Duration
}

// Names of shares. All stages not named here count as Checks.
const (
	Decode      = "decode"
	Validate    = "validate"
	Transaction = "transaction"
	Render      = "render"
	Check       = "check"
	Journal     = "journal"
	Write       = "write"
	Checks      = "other checks"
)

// shareOfStage maps stages to shares.
var shareOfStage = map[string]string{
	"size": Decode, "body": Decode, "kept answer": Validate, "schema": Validate, "lookup": Transaction,
}

// Begin starts measuring an exchange.
func (s *Shares) Begin() {
	if s != nil {
		s.mark = s.Now()
	}
}

// AddLap adds the time since the last lap to a share.
func (s *Shares) AddLap(share string) {
	if s != nil {
		now := s.Now()
		s.Spent[share] += now - s.mark
		s.mark = now
	}
}

// Stage adds the time since the last lap to the share of a stage.
func (s *Shares) Stage(name string) {
	if s == nil {
		return
	}
	share := shareOfStage[name]
	if share == "" {
		share = Checks
	}
	s.AddLap(share)
}
