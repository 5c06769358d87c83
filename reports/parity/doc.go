// Package parity compares two runs of the same selection, one against a real cloud and one against the mock held
// to the same microversions: status, headers, envelope and shape of every exchange, case by case. It reads event
// logs and knows nothing of how they came about.
//
// # What is compared
//
// Exchanges of a case are set beside each other by what they ask: service, method, path template, action and
// microversion. A request that is repeated (polling) counts once, by its last answer. What stands on one side only
// is counted and, where it was the subject of a test, is a difference.
//
// Values are normalised away: an answer's shape is the set of its places (pointers, with * for the items of lists)
// with the types found there. Of a fault the name and the code count, too. Texts of faults are compared with their
// ids, times and names taken out, for information only: they are the real service's words and vary by release.
//
// # Explanations
//
// A difference that has a reason is data: explained.yaml. What is left has no explanation, and the goal is none.
package parity
