// Package mutate has the command mutate, which breaks one rule of the mock at a time, and the worker of source mutants.
package mutate
