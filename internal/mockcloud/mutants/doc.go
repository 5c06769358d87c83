// Package mutants lists every way to break one rule of the mock. The rules of documents, policy, steps and stages are enumerated from
// their declarations; those of negotiation and of the envelope, which are code, are listed by name. A mutant names the requirements
// whose scenarios must notice it. The requirements of rules are in requirements.go and next to the named rules; mutants that nothing
// can notice are in equivalent.go, with the reason.
package mutants
