package terminal

import (
	"strings"
	"unicode/utf8"
)

// Screen is a text whose lines are broken at blanks where they would be longer than Width. A word that is longer stays whole.
type Screen struct {
	strings.Builder
	Width int
}

// Line writes a text behind a head, broken at blanks, with the further lines below its beginning. No line begins with a word that
// build servers take for a command of their own.
func (b *Screen) Line(head, text string) {
	indent := strings.Repeat(" ", utf8.RuneCountInString(head))
	at := len(indent)
	b.WriteString(head)
	for i, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case i > 0 && at+1+n > b.Width && !strings.HasPrefix(word, "::") && !strings.HasPrefix(word, "##"):
			b.WriteString("\n" + indent)
			at = len(indent)
		case i > 0:
			b.WriteString(" ")
			at++
		}
		b.WriteString(word)
		at += n
	}
	b.WriteString("\n")
}

// Hanging writes a text whose further lines are indented, the first one as it stands where it fits.
func (b *Screen) Hanging(text string) {
	if utf8.RuneCountInString(text) <= b.Width {
		b.WriteString(text + "\n")
		return
	}
	indent := strings.Repeat(" ", belowColumns)
	lines := Screen{Width: b.Width}
	lines.Line(indent, text)
	b.WriteString(strings.TrimPrefix(lines.String(), indent))
}

// leastColumn is how many characters the last column of a table has at least; belowColumns is where it stands below the others otherwise.
const (
	leastColumn  = 36
	belowColumns = 6
)

// Table writes rows in columns, two blanks apart. The last cell of a row is a text: it is broken within its column, and stands below the
// others where that would be narrow, or where a word of it does not fit.
func (b *Screen) Table(rows [][]string) {
	var widths []int
	for _, row := range rows {
		for i, cell := range row[:max(len(row)-1, 0)] {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range rows {
		if len(row) == 0 {
			continue
		}
		var head strings.Builder
		for i, cell := range row[:len(row)-1] {
			head.WriteString(cell + strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell)+2))
		}
		text, at := row[len(row)-1], utf8.RuneCountInString(head.String())
		switch whole := strings.TrimRight(head.String()+text, " "); {
		case utf8.RuneCountInString(whole) <= b.Width:
			b.WriteString(whole + "\n")
		case b.Width-at >= leastColumn && longestWord(text) <= b.Width-at:
			b.Line(head.String(), text)
		default:
			b.WriteString(strings.TrimRight(head.String(), " ") + "\n")
			b.Line(strings.Repeat(" ", belowColumns), text)
		}
	}
}

func longestWord(text string) (n int) {
	for word := range strings.FieldsSeq(text) {
		n = max(n, utf8.RuneCountInString(word))
	}
	return n
}
