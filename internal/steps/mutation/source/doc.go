// Package source breaks the mock's Go source, one small fault at a time: a forgotten check, a condition that always holds,
// an operand left out, a bound off by one, a wrong field, swapped arguments, a loop that ends after its first iteration.
//
// All mutants are compiled into one binary (mutant schemata): Rewrite wraps each place in a call of package site, which
// checks whether its mutant is on; `go build -overlay` compiles the rewritten files in place of the originals. The suite then
// runs in process against the embedded mock, with one mutant on at a time and only the rows that it can make a difference to.
//
// No released module did this when it was written: go-mutesting, gremlins, ooze and go-messmaker build and run `go test` for
// each mutant (a second each; here there are thousands), and ditto, which compiles once, has its rewriting under internal/ and
// only selects between expressions for `go test`. Besides this package it takes go/ast, go/types and export data of `go list`.
package source
