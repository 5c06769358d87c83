// Package schema is a compiled schema: whether a value fits, why it does not, which of its fields go out, and
// how it is written.
package schema
