// Package certify has the commands that run the suite against a target: certify, plan, sweep, parity and record.
package certify
