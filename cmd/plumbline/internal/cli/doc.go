// Package cli is what all commands share: the streams they read and write, exit codes, and what makes an
// error one of usage.
package cli
