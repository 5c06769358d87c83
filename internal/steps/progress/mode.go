// Package progress shows the progress of a run: a bar on a terminal, plain lines in a log, JSON for machines. Other output
// to the same place goes through the Reporter, so that lines do not mix.
package progress

import (
	"fmt"
	"slices"
	"strings"
)

// Mode is the form of progress.
type Mode string

// The modes. Auto is Bar on a terminal and Lines elsewhere.
const (
	Auto  Mode = "auto"
	Bar   Mode = "bar"
	Lines Mode = "lines"
	JSON  Mode = "json"
	None  Mode = "none"
)

// Modes lists all modes.
func Modes() []Mode { return []Mode{Auto, Bar, Lines, JSON, None} }

// ParseMode is the inverse of String.
func ParseMode(s string) (Mode, error) {
	if m := Mode(s); slices.Contains(Modes(), m) {
		return m, nil
	}
	return "", fmt.Errorf("%q is no way to tell progress: want %s", s, Words())
}

// String is the mode's name.
func (m Mode) String() string { return string(m) }

// Words lists the modes for a help text.
func Words() string {
	var names []string
	for _, m := range Modes() {
		names = append(names, m.String())
	}
	return strings.Join(names, ", ")
}

// On is the mode to use: Auto becomes Bar on a terminal, unless TERM=dumb, which has no cursor, and Lines elsewhere.
func (m Mode) On(terminal bool, env map[string]string) Mode {
	switch {
	case m != Auto:
		return m
	case terminal && env["TERM"] != "dumb":
		return Bar
	}
	return Lines
}
