// Package site is what rewritten source calls where it can be broken. Nothing imports it but the overlay that package
// source writes: the product itself has no sites.
//
// One mutant is on at a time, process-wide. While Covering, each site notes which of its mutants were reached and
// which of those would have made a difference there (another value, another branch): a row in which a mutant makes
// no difference cannot kill it and is not run. What a row asks and observes is told apart from its set-up and clean-up.
package site

import (
	"os"
	"strconv"
	"sync/atomic"
)

// What a covering run notes of a mutant.
const (
	Reached = 1 << iota
	Differs
	// Asked: it differs after the row's set-up, in what the row asks and observes.
	Asked
)

// Environment is the variable that switches a mutant on before the packages' variables are made.
const Environment = "PLUMBLINE_SOURCE_MUTANT"

// Most is how many mutants there may be.
const Most = 1 << 16

var (
	active   = fromEnvironment()
	covering atomic.Bool
	asking   atomic.Bool
	notes    [Most]atomic.Uint32
	spent    atomic.Int64
	budget   int64
)

func fromEnvironment() int {
	id, err := strconv.Atoi(os.Getenv(Environment))
	if err != nil {
		covering.Store(os.Getenv(Environment) == "cover")
		return 0
	}
	return id
}

// Overrun is what a mutant panics with that goes on for ever.
type Overrun struct{}

func (Overrun) Error() string { return "the mutant goes on and on" }

// Activate switches one mutant on, 0 none, and lets it pass so many sites until it is stopped (0: no end).
func Activate(id int, most int64) {
	active, budget = id, most
	spent.Store(0)
}

// Spent is how many loops, calls and guarded statements were passed since Activate.
func Spent() int64 { return spent.Load() }

// Cover begins or ends to note what is reached, and forgets what was noted.
func Cover(on bool) {
	for i := range notes {
		notes[i].Store(0)
	}
	covering.Store(on)
}

// Ask tells that a row's set-up is over, or that its clean-up begins.
func Ask(on bool) { asking.Store(on) }

// Noted are the mutants that were reached, those that made a difference, and those that did so where a row asks and
// observes, as sets of bits by number.
func Noted() (reached, differs, asked []uint64) {
	reached, differs, asked = make([]uint64, Most/64), make([]uint64, Most/64), make([]uint64, Most/64)
	for i := range notes {
		n := notes[i].Load()
		reached[i/64] |= uint64(n&Reached) << (i % 64)
		differs[i/64] |= uint64(n&Differs) / Differs << (i % 64)
		asked[i/64] |= uint64(n&Asked) / Asked << (i % 64)
	}
	return reached, differs, asked
}

// note remembers that a mutant was reached, and whether it made a difference.
func note(id int, differs bool) {
	n := uint32(Reached)
	if differs {
		n |= Differs
		if asking.Load() {
			n |= Asked
		}
	}
	notes[id].Or(n)
}

// Step counts, and stops what goes on for ever.
func Step() {
	if n := spent.Add(1); budget > 0 && n > budget {
		panic(Overrun{})
	}
}

// On tells whether a mutant is on that does something else instead of, or before, a statement.
func On(id int) bool {
	Step()
	if covering.Load() {
		note(id, true)
	}
	return id == active
}

// Off tells whether a statement that a mutant leaves out is executed.
func Off(id int) bool { return !On(id) }
