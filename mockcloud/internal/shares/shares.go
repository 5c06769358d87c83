// Package shares adds up what exchanges spend their time on.
package shares

import "time"

// Shares adds up what exchanges spend their time on, for benchmarks that send one request at a time.
type Shares struct {
	// Now is any clock: processor time of the thread, for instance.
	Now func() time.Duration
	// Spent is the sum by share.
	Spent map[string]time.Duration
	mark  time.Duration
}

// Names of shares. Stages that are none of these count as Checks.
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

// shareOfStage says what stages count as.
var shareOfStage = map[string]string{
	"size": Decode, "body": Decode, "kept answer": Validate, "schema": Validate, "lookup": Transaction,
}

// Begin starts the clock for an exchange.
func (s *Shares) Begin() {
	if s != nil {
		s.mark = s.Now()
	}
}

// Lap counts what has passed since the last one as a share.
func (s *Shares) Lap(share string) {
	if s != nil {
		now := s.Now()
		s.Spent[share] += now - s.mark
		s.mark = now
	}
}

// Stage counts what has passed since the last one as the share of a stage.
func (s *Shares) Stage(name string) {
	if s == nil {
		return
	}
	share := shareOfStage[name]
	if share == "" {
		share = Checks
	}
	s.Lap(share)
}
