// Package certify runs the suite against a target: certify, plan, sweep, parity and record.
package certify
