// Package lint finds mistakes in the documents: targets that match nothing, parts that nobody uses, exports
// that no tool takes.
package lint
