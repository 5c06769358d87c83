package terminal

import (
	"fmt"
	"strings"

	"plumbline/reports"
)

// printCause writes the requirements, their first sentence, the request, what came of it, the rows and the command that shows more.
func printCause(b *strings.Builder, c *reports.Cause, dir string) {
	first := c.Rows[0]
	line(b, fmt.Sprintf("  %-8s ", c.Verdict), fmt.Sprintf("%s: %s", reports.Ids(c.Requirements), oneLine(first.Reason, 400)))
	const indent = "           "
	line(b, indent, "demanded: "+oneLine(c.Requirements[0].Statement, 400))
	if asked := first.Asked(); asked != "" {
		line(b, indent, "asked: "+oneLine(asked, 400))
	}
	told := strings.Contains(first.Reason, first.Expected) && strings.Contains(first.Reason, first.Got)
	if !told && (first.Expected != "" || first.Got != "") {
		line(b, indent, "expected "+oneLine(first.Expected, 200)+", got "+oneLine(first.Got, 200))
	}
	names := make([]string, 0, len(c.Rows))
	for _, row := range c.Rows {
		names = append(names, reports.RowName(row))
	}
	if len(names) > mostNamed {
		names = append(names[:mostNamed:mostNamed], fmt.Sprintf("and %d more", len(names)-mostNamed))
	}
	line(b, indent, reports.Plural(len(c.Rows), "row")+": "+strings.Join(names, ", "))
	if dir != "" {
		line(b, indent, "more: plumbline report show "+dir+" "+first.Row)
	}
}

// mostNamed is how many rows of a cause are named.
const mostNamed = 6

// width is where lines are broken.
const width = 118

// line writes a text behind a head, broken at blanks, with the further lines below its beginning.
func line(b *strings.Builder, head, text string) {
	indent := strings.Repeat(" ", len([]rune(head)))
	at := len([]rune(head))
	b.WriteString(head)
	for i, word := range strings.Fields(text) {
		n := len([]rune(word))
		switch {
		case i > 0 && at+1+n > width:
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
