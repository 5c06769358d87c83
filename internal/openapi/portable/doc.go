// Package portable makes a document plain OpenAPI 3.0.3 that any tool takes: linters, generators of clients, other validators.
//
// The documents of this project are read by one validator, which is more lenient than others, and leave out what all operations
// have in common. Tree writes that out. What an operation accepts and answers stays the same: each rewriting of a schema accepts
// the values that the schema accepted before, as the specification (OpenAPI 3.0.3) reads it.
package portable
