// Package probe finds out what a target offers: each capability by a request that shows it, never by what a
// requirement is about.
package probe
