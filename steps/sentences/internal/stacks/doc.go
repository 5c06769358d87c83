// Package stacks is the sentences about stacks.
package stacks
