// Package cli is shared by all commands: output streams, exit codes, and errors of usage.
package cli
