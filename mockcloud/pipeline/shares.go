package pipeline

import "time"

// Shares adds up what exchanges spend their time on, for benchmarks that send one request at a time.
type Shares struct {
	// Now is any clock: processor time of the thread, for instance.
	Now func() time.Duration
	// Spent is the sum by share.
	Spent map[string]time.Duration
	mark  time.Duration
}

// Names of shares. Stages that are none of these count as ShareChecks.
const (
	ShareDecode      = "decode"
	ShareValidate    = "validate"
	ShareTransaction = "transaction"
	ShareRender      = "render"
	ShareCheck       = "check"
	ShareJournal     = "journal"
	ShareWrite       = "write"
	ShareChecks      = "other checks"
)

// shareOfStage says what stages count as.
var shareOfStage = map[string]string{
	"size": ShareDecode, "body": ShareDecode, "schema": ShareValidate, "lookup": ShareTransaction,
}

// begin starts the clock for an exchange.
func (s *Shares) begin() {
	if s != nil {
		s.mark = s.Now()
	}
}

// lap counts what has passed since the last one as a share.
func (s *Shares) lap(share string) {
	if s != nil {
		now := s.Now()
		s.Spent[share] += now - s.mark
		s.mark = now
	}
}

func (s *Shares) stage(name string) {
	if s == nil {
		return
	}
	share := shareOfStage[name]
	if share == "" {
		share = ShareChecks
	}
	s.lap(share)
}
