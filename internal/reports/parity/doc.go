// Package parity compares two runs of the same selection, one against a real cloud and one against the mock limited to the
// same microversions: status, headers, envelope and shape of every exchange, case by case. Its only input are event logs.
//
// # What is compared
//
// Exchanges of a case are paired by their requests: service, method, path template, action and microversion. A request that
// is repeated (polling) counts once, with its last answer. An exchange without a counterpart is counted and, where it was
// the subject of a test, is a difference.
//
// Values are left out: an answer's shape is the set of its places (pointers, with * for the items of lists) with the types
// found there. Of a fault the name and the code count, too. Texts of faults are compared without their ids, times and
// names, for information only: they are the real service's words and vary by release.
//
// # Explanations
//
// A difference that has a reason is listed in explained.yaml. The others are unexplained, and the goal is none.
package parity
