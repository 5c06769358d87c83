package terminal

import (
	"fmt"
	"strings"

	"plumbline/internal/reports"
)

// printCause writes the requirements, their first sentence, the request, what came of it, the rows and the command that shows more.
func printCause(b *Screen, c *reports.Cause, dir string) {
	first := c.Rows[0]
	b.Line(fmt.Sprintf("  %-8s ", c.Verdict), fmt.Sprintf("%s: %s", reports.Ids(c.Requirements), oneLine(first.Reason, 400)))
	const indent = "           "
	b.Line(indent, "demanded: "+oneLine(c.Requirements[0].Statement, 400))
	if asked := c.Asked(); asked != "" {
		b.Line(indent, "asked: "+oneLine(asked, 400))
	}
	told := strings.Contains(first.Reason, first.Expected) && strings.Contains(first.Reason, first.Got)
	if !told && (first.Expected != "" || first.Got != "") {
		b.Line(indent, "expected "+oneLine(first.Expected, 200)+", got "+oneLine(first.Got, 200))
	}
	names := make([]string, 0, len(c.Rows))
	for _, row := range c.Rows {
		names = append(names, reports.RowName(row))
	}
	if len(names) > mostNamed {
		names = append(names[:mostNamed:mostNamed], fmt.Sprintf("and %d more", len(names)-mostNamed))
	}
	b.Line(indent, reports.Plural(len(c.Rows), "row")+": "+strings.Join(names, ", "))
	if dir != "" {
		b.Line(indent, "more: plumbline report show "+dir+" "+first.Row)
	}
}

// mostNamed is how many rows of a cause are named.
const mostNamed = 6
