// Package site is called by rewritten source wherever it has a mutant. Only the overlay that package source writes imports
// it: the product itself has no such calls.
//
// One mutant is on at a time, process-wide. While Covering, each site notes which of its mutants were reached and which of those
// would have made a difference there (another value, another branch): a row in which a mutant makes no difference cannot kill it
// and is not run. Notes made during a row's request and observations are kept apart from those of its set-up and clean-up.
package site

import (
	"os"
	"strconv"
	"sync/atomic"
)

// The bits of a note about a mutant in a covering run.
const (
	Reached = 1 << iota
	Differs
	// Asked: it makes a difference after the row's set-up, in its request or observations.
	Asked
)

// Environment is the variable with the number of the mutant to switch on before package variables are initialised.
const Environment = "PLUMBLINE_SOURCE_MUTANT"

// Most is the bound of mutants' numbers.
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

// Overrun is the value of the panic that stops a mutant that would run for ever.
type Overrun struct{}

func (Overrun) Error() string { return "the mutant goes on and on" }

// Activate switches one mutant on (0: none), and stops it after so many steps (0: never).
func Activate(id int, most int64) {
	active, budget = id, most
	spent.Store(0)
}

// Spent is how many loop iterations, calls and guarded statements were counted since Activate.
func Spent() int64 { return spent.Load() }

// Cover begins or ends covering, and clears the notes.
func Cover(on bool) {
	for i := range notes {
		notes[i].Store(0)
	}
	covering.Store(on)
}

// Ask says whether a row is between its set-up and its clean-up.
func Ask(on bool) { asking.Store(on) }

// Noted are the mutants that were reached, those that made a difference, and those that did so in a row's request or
// observations, as sets of bits by number.
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

// Step counts a step, and stops a mutant that has taken too many.
func Step() {
	if n := spent.Add(1); budget > 0 && n > budget {
		panic(Overrun{})
	}
}

// On tells whether the mutant is on that does something in place of a statement, or before it.
func On(id int) bool {
	Step()
	if covering.Load() {
		note(id, true)
	}
	return id == active
}

// Off tells whether the statement is executed: the mutant leaves it out.
func Off(id int) bool { return !On(id) }
