package progress

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// Sequences of a terminal: to the line's start and empty it; one line up.
const (
	emptyLine = "\r\x1b[2K"
	lineUp    = "\x1b[1A"
)

// inColour gives a text a terminal colour, if colour is set.
func inColour(colour bool, code, text string) string {
	if !colour || code == "" || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// piece is a text of the bar with its colour, "" for none.
type piece struct{ text, colour string }

// bar is one line about a run, at most width-1 columns wide: a terminal wraps a longer line, which then cannot be erased.
// Pieces that do not fit are left out from the end; the counts come first.
func (t *tally) bar(width int, now time.Time, colour bool) string {
	room := max(width-1, 0)
	if t.total == 0 {
		waiting := "  preparing  " + clock(now.Sub(t.started))
		return clip(t.shortTitle(room-len(waiting))+waiting, room)
	}
	cells := min(max(room/6, 6), 24)
	full := min(cells*t.done/t.total, cells)
	pieces := []piece{
		{t.shortTitle(room-cells-roomForCounts) + " ", "1"},
		{" " + strings.Repeat("█", full), "32"},
		{strings.Repeat("░", cells-full), "2"},
		{fmt.Sprintf(" %d/%d", t.done, t.total), ""},
	}
	for i, outcome := range ran {
		if n := t.counts[outcome]; n > 0 {
			pieces = append(pieces, piece{fmt.Sprintf("  %s %d", []string{"✓", "✕", "!"}[i], n), []string{"32", "31", "35"}[i]})
		}
	}
	if n := t.countNotRun(); n > 0 {
		pieces = append(pieces, piece{fmt.Sprintf("  – %d", n), "2"})
	}
	pieces = append(pieces, piece{"  " + clock(now.Sub(t.started)), ""})
	if d, ok := t.estimateLeft(now); ok {
		pieces = append(pieces, piece{", about " + roughDuration(d) + " left", ""})
	}
	if current := t.current(); len(current) > 0 {
		text := "  " + current[0]
		if more := len(current) - 1; more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
		pieces = append(pieces, piece{text, "2"})
	}
	var b strings.Builder
	for _, p := range pieces {
		text := clip(p.text, room)
		room -= utf8.RuneCountInString(text)
		b.WriteString(inColour(colour, p.colour, text))
	}
	return b.String()
}

// roomForCounts is what the counts and the time behind the title and the cells take, and leastTitle what is left of a title for them.
const (
	roomForCounts = 20
	leastTitle    = 16
)

// shortTitle is the title in room characters, or a little of it where there is less: the counts are worth more than the whole name.
func (t *tally) shortTitle(room int) string { return clip(t.title, max(room, leastTitle)) }

// clip shortens a text to room characters.
func clip(text string, room int) string {
	if utf8.RuneCountInString(text) <= room {
		return text
	}
	runes := []rune(text)
	if room < 2 {
		return string(runes[:max(room, 0)])
	}
	return string(runes[:room-1]) + "…"
}

// rows is how many rows of a terminal a line of length columns takes after the terminal was made narrower.
func rows(length, width int) int {
	if length == 0 || width <= 0 {
		return 1
	}
	return (length + width - 1) / width
}
