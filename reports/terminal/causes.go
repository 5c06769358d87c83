package terminal

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"plumbline/features"
	"plumbline/reports"
	"plumbline/reports/verdict"
)

// cause is what rows with fail or error have in common: a verdict and a reason, but for ids.
type cause struct {
	verdict      verdict.Verdict
	rows         []reports.Row
	requirements []reports.Requirement
}

// ownIDs are parts of a reason that differ from row to row though the cause is the same.
var ownIDs = regexp.MustCompile(`[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|\b(?:plumbline|pl)-[\w.-]+|\breq-[\w-]+`)

// causes groups the rows that failed or ended in an error, failures first, in the order of the report. Rows of decisions only, and of
// specifications that were not selected, are left out.
func causes(r *reports.Report) []*cause {
	var out []*cause
	byKey, seen := map[string]*cause{}, map[string]*cause{}
	for _, v := range []verdict.Verdict{verdict.Fail, verdict.Error} {
		for _, req := range r.Requirements {
			if req.Standing == features.Decision {
				continue
			}
			for _, row := range req.Rows {
				if row.Verdict != v {
					continue
				}
				c := seen[row.Case]
				if c == nil {
					key := v.String() + ownIDs.ReplaceAllString(row.Reason, "{id}")
					if c = byKey[key]; c == nil {
						c = &cause{verdict: v}
						byKey[key] = c
						out = append(out, c)
					}
					seen[row.Case] = c
					c.rows = append(c.rows, row)
				}
				if !slices.ContainsFunc(c.requirements, func(had reports.Requirement) bool { return had.ID == req.ID }) {
					c.requirements = append(c.requirements, req)
				}
			}
		}
	}
	return out
}

// print writes the requirements, their first sentence, the request, what came of it, the rows and the command that shows more.
func (c *cause) print(b *strings.Builder, dir string) {
	first := c.rows[0]
	line(b, fmt.Sprintf("  %-8s ", c.verdict), fmt.Sprintf("%s: %s", reports.Ids(c.requirements), oneLine(first.Reason, 400)))
	const indent = "           "
	line(b, indent, "demanded: "+oneLine(c.requirements[0].Statement, 400))
	if asked := request(first); asked != "" {
		line(b, indent, "asked: "+oneLine(asked, 400))
	}
	told := strings.Contains(first.Reason, first.Expected) && strings.Contains(first.Reason, first.Got)
	if !told && (first.Expected != "" || first.Got != "") {
		line(b, indent, "expected "+oneLine(first.Expected, 200)+", got "+oneLine(first.Got, 200))
	}
	names := make([]string, 0, len(c.rows))
	for _, row := range c.rows {
		names = append(names, reports.RowName(row))
	}
	if len(names) > mostNamed {
		names = append(names[:mostNamed:mostNamed], fmt.Sprintf("and %d more", len(names)-mostNamed))
	}
	line(b, indent, reports.Plural(len(c.rows), "row")+": "+strings.Join(names, ", "))
	if dir != "" {
		line(b, indent, "more: plumbline report show "+dir+" "+first.Row)
	}
}

// mostNamed is how many rows of a cause are named.
const mostNamed = 6

// request is the sentence of the request that a row is about, "" where there is none.
func request(row reports.Row) string {
	for _, s := range row.Steps {
		if strings.TrimSpace(s.Keyword) == "When" {
			return s.Text
		}
	}
	return ""
}

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
