// Package probe finds out what a target offers. Each capability is found by a request that shows it, which is never the
// request that a requirement is about.
package probe
