// Package mutate breaks one rule of the mock at a time: mutate, and the worker of source mutants.
package mutate
