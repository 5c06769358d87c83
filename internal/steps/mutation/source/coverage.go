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

// Len is the number of mutants in the set.
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

// Row is the coverage of one row on the unbroken mock.
type Row struct {
	Case, Profile, Specification string
	Requirements                 []string
	// Table is the title of the Examples table that the row is in, "" for none.
	Table string
	// Outcome is the row's result: only rows that pass can kill.
	Outcome string
	// Variant: the row is one of the boundary sweep; Spent is how many sites it passed.
	Variant bool
	Spent   int64
	// Reached are the mutants whose site the row passed, Differs those that would have made a difference there, Asked those
	// that would have made one after the set-up and before the clean-up.
	Reached, Differs, Asked Set
	// Answers has a hash of each exchange with the unbroken mock.
	Answers []uint64
}

// Coverage is what the rows of a profile reach, and what the mock's start and first requests reach before any row.
type Coverage struct {
	Profile string
	// Before are the mutants reached when the process started, Setup those reached when a mock was made and got its first request.
	Before, Setup Set
	Rows          []Row
}

// Phase is the part of a row in which a mutant makes a difference.
type Phase int

// The phases, in ascending order.
const (
	// Nowhere: in no part of any row.
	Nowhere Phase = iota
	// Given: only in the set-up or clean-up of rows.
	Given
	// Asked: in the request or the observations of a row.
	Asked
)

// Phase answers the highest phase of a mutant in rows that pass.
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

// Write writes a coverage to a file.
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
