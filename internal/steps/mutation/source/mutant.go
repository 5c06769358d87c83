package source

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

// Mutant is one small fault.
type Mutant struct {
	// ID does not change with edits elsewhere: package.function/operator/hash of the mutated text, with a number
	// where several are equal.
	ID string `json:"id"`
	// Number switches the mutant on, in the binary that it was compiled into.
	Number int `json:"number"`
	// Package is the import path without the module, Function the name of the function around the mutant.
	Package  string   `json:"package"`
	Function string   `json:"function"`
	Operator Operator `json:"operator"`
	File     string   `json:"file"`
	Line     int      `json:"line"`
	// Text is the original source, Broken the mutated one.
	Text   string `json:"text"`
	Broken string `json:"broken"`
}

// Operator is a kind of fault.
type Operator string

// The operators. Each one is a mistake that programmers make.
const (
	Forget    Operator = "forget"    // a condition never holds: a forgotten check
	Always    Operator = "always"    // a condition always holds
	Operand   Operator = "operand"   // one operand of && or || is left out
	Connect   Operator = "connect"   // && for ||
	Bound     Operator = "bound"     // < for <=, off by one
	Negate    Operator = "negate"    // a boolean value is the opposite
	Constant  Operator = "constant"  // a number or word is another one
	Arith     Operator = "arith"     // + for -
	Drop      Operator = "drop"      // a statement is left out
	Field     Operator = "field"     // another field of the same type is read
	Write     Operator = "write"     // another field of the same type is written
	Empty     Operator = "empty"     // a field of a literal is left empty
	Shorter   Operator = "shorter"   // a list loses an element
	Order     Operator = "order"     // two neighbours change places
	Arguments Operator = "arguments" // two arguments change places
	Unwrap    Operator = "unwrap"    // f(x) is x
	Early     Operator = "early"     // a function returns at once
	Swallow   Operator = "swallow"   // a fault that was found is not returned
	Once      Operator = "once"      // a loop ends after its first turn
	Skip      Operator = "skip"      // a loop is left out
)

// Operators lists all of them.
func Operators() []Operator {
	return []Operator{
		Forget, Always, Operand, Connect, Bound, Negate, Constant, Arith, Drop, Field, Write, Empty, Shorter, Order, Arguments, Unwrap, Early,
		Swallow, Once, Skip,
	}
}

// InFunction is the mutant's place as file and function.
func (m Mutant) InFunction() string { return m.File + " " + m.Function }

// InFile is the file's name.
func (m Mutant) InFile() string { return m.File }

// String says what is broken where, in one line.
func (m Mutant) String() string {
	return fmt.Sprintf("%s:%d %s: %s: %s", m.File, m.Line, m.Function, m.Text, m.Broken)
}

// name sets the ids of mutants; equal texts in one function get numbers.
func name(all []Mutant) {
	seen := map[string]int{}
	for i := range all {
		m := &all[i]
		sum := sha256.Sum256([]byte(m.Text + "\x00" + m.Broken))
		base := fmt.Sprintf("%s.%s/%s/%s", strings.TrimPrefix(m.Package, "internal/mockcloud/"),
			m.Function, m.Operator, hex.EncodeToString(sum[:4]))
		seen[base]++
		m.ID = base
		if n := seen[base]; n > 1 {
			m.ID = fmt.Sprintf("%s/%d", base, n)
		}
	}
}

// oneLine is source text without its line breaks, cut where it gets long.
func oneLine(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if r := []rune(text); len(r) > 110 {
		text = string(r[:107]) + "..."
	}
	return text
}
