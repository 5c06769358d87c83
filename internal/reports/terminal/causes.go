package terminal

import (
	"fmt"
	"strings"

	"plumbline/internal/reports"
)

// printCause writes the requirements, their first sentence, the request, what came of it, the rows and the command that shows more.
func printCause(b *screen, c *reports.Cause, dir string) {
	first := c.Rows[0]
	b.line(fmt.Sprintf("  %-8s ", c.Verdict), fmt.Sprintf("%s: %s", reports.Ids(c.Requirements), oneLine(first.Reason, 400)))
	const indent = "           "
	b.line(indent, "demanded: "+oneLine(c.Requirements[0].Statement, 400))
	if asked := c.Asked(); asked != "" {
		b.line(indent, "asked: "+oneLine(asked, 400))
	}
	told := strings.Contains(first.Reason, first.Expected) && strings.Contains(first.Reason, first.Got)
	if !told && (first.Expected != "" || first.Got != "") {
		b.line(indent, "expected "+oneLine(first.Expected, 200)+", got "+oneLine(first.Got, 200))
	}
	names := make([]string, 0, len(c.Rows))
	for _, row := range c.Rows {
		names = append(names, reports.RowName(row))
	}
	if len(names) > mostNamed {
		names = append(names[:mostNamed:mostNamed], fmt.Sprintf("and %d more", len(names)-mostNamed))
	}
	b.line(indent, reports.Plural(len(c.Rows), "row")+": "+strings.Join(names, ", "))
	if dir != "" {
		b.line(indent, "more: plumbline report show "+dir+" "+first.Row)
	}
}

// mostNamed is how many rows of a cause are named.
const mostNamed = 6

// screen is a text whose lines are broken at a width.
type screen struct {
	strings.Builder
	width int
}

// line writes a text behind a head, broken at blanks, with the further lines below its beginning. No line begins with a word that
// build servers take for a command of their own.
func (b *screen) line(head, text string) {
	indent := strings.Repeat(" ", len([]rune(head)))
	at := len([]rune(head))
	b.WriteString(head)
	for i, word := range strings.Fields(text) {
		n := len([]rune(word))
		switch {
		case i > 0 && at+1+n > b.width && !strings.HasPrefix(word, "::") && !strings.HasPrefix(word, "##"):
			b.WriteString("\n" + indent)
			at = len([]rune(indent))
		case i > 0:
			b.WriteString(" ")
			at++
		}
		b.WriteString(word)
		at += n
	}
	b.WriteString("\n")
}
