// Package phrases holds what sentences of every resource share: actors, the parameters in request bodies, and comparisons
// with the values that are shown.
package phrases
