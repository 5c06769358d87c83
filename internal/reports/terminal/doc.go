// Package terminal renders the report as text for a terminal.
package terminal
