package source

import (
	"encoding/gob"
	"math/bits"
	"os"
)

// Set is a set of mutants, by number.
type Set []uint64

// Has tells whether a mutant is in the set.
func (s Set) Has(n int) bool { return n/64 < len(s) && s[n/64]&(1<<(n%64)) != 0 }

// Len counts.
func (s Set) Len() (n int) {
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// Trimmed is the set without the empty words at its end.
func (s Set) Trimmed() Set {
	for len(s) > 0 && s[len(s)-1] == 0 {
		s = s[:len(s)-1]
	}
	return s
}

// Row is what one row reached on the unbroken mock.
type Row struct {
	Case, Profile, Specification string
	Requirements                 []string
	// Table is the title of the Examples that it is a row of, "" for none.
	Table string
	// Outcome is what came of it: only rows that pass can kill.
	Outcome string
	// Variant is one of the boundary sweep; Spent is how many sites it passed.
	Variant bool
	Spent   int64
	// Reached are the mutants whose place it passed, Differs those that made a difference there, Asked those that made one
	// after its set-up and before its clean-up.
	Reached, Differs, Asked Set
	// Answers has a mark of each exchange with the unbroken mock.
	Answers []uint64
}

// Coverage is what the rows of a profile reached, and what making and asking the mock did before any row ran.
type Coverage struct {
	Profile string
	// Before are the mutants reached when the process began, Setup those reached when a mock was made and asked.
	Before, Setup Set
	Rows          []Row
}

// Phase is where a mutant makes a difference.
type Phase int

// The phases.
const (
	// Nowhere: in no row.
	Nowhere Phase = iota
	// Given: only while rows are set up or cleaned up.
	Given
	// Asked: in what a row asks and observes.
	Asked
)

// Phase tells where a mutant makes a difference in rows that pass.
func (c Coverage) Phase(number int) (found Phase) {
	for _, r := range c.Rows {
		switch {
		case r.Outcome != "pass":
		case r.Asked.Has(number):
			return Asked
		case r.Differs.Has(number):
			found = Given
		}
	}
	return found
}

// Write keeps a coverage in a file.
func (c Coverage) Write(path string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := gob.NewEncoder(f).Encode(c); err != nil {
		return err
	}
	return f.Close()
}

// ReadCoverage reads what Write wrote.
func ReadCoverage(path string) (c Coverage, err error) {
	f, err := os.Open(path)
	if err != nil {
		return c, err
	}
	defer f.Close()
	err = gob.NewDecoder(f).Decode(&c)
	return c, err
}
