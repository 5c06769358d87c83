// Package terminal is the report in words for a terminal.
package terminal
