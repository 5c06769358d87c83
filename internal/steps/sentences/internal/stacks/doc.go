// Package stacks holds the sentences about stacks.
package stacks
