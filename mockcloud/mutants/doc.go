// Package mutants lists every way to break one rule of the mock: the rules of documents, policy, steps and
// stages are enumerated from where they are written down, those of negotiation and of the envelope, which are
// code, are listed by name. A mutant names the requirements whose scenarios must notice it.
//
// What a rule is for stands in requirements.go and beside the named rules; what cannot be noticed by anybody
// stands in equivalent.go, with the reason.
package mutants
