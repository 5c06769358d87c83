// Package annotations renders what failed as annotations of a pull request: the workflow commands of GitHub Actions, which
// other systems that run its workflows read, too.
package annotations

import (
	"fmt"
	"io"
	"strings"

	"plumbline/internal/reports"
	"plumbline/internal/reports/printable"
)

// Variable is "true" in the environment of a job of GitHub Actions.
const Variable = "GITHUB_ACTIONS"

// most is how many annotations one report makes. GitHub shows ten errors of a step and drops the others.
const most = 9

// longest is how many characters a message has.
const longest = 1000

// Write writes an error for each cause of the report, at the line of the feature file of its first row, and one more that counts the
// causes that found no place. dir is the folder of the report.
func Write(w io.Writer, r *reports.Report, dir string) error {
	var b strings.Builder
	causes := reports.Causes(r)
	for i, c := range causes {
		if i == most {
			command(&b, "", 0, "Plumbline: more failed", fmt.Sprintf("%s more; all are in %s/%s",
				reports.Plural(len(causes)-most, "cause"), dir, reports.HtmlFile))
			break
		}
		row := c.Rows[0]
		text := row.Reason + "\nDemanded: " + c.Requirements[0].Statement
		if asked := c.Asked(); asked != "" {
			text += "\nAsked: " + asked
		}
		text += fmt.Sprintf("\n%s; plumbline report show %s %s", reports.Plural(len(c.Rows), "row"), dir, row.Row)
		command(&b, reports.FeatureFile(row), row.Line, fmt.Sprintf("Plumbline: %s %s", reports.Ids(c.Requirements), c.Verdict), text)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func command(b *strings.Builder, file string, line int, title, text string) {
	b.WriteString("::error ")
	if file != "" {
		fmt.Fprintf(b, "file=%s,line=%d,", property(file), max(line, 1))
	}
	runes := []rune(text)
	if len(runes) > longest {
		text = string(runes[:longest]) + "…"
	}
	fmt.Fprintf(b, "title=%s::%s\n", property(title), data(text))
}

// data escapes a text so that it stays one command: what a cloud said must not become another.
func data(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(printable.Text(s))
}

func property(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(data(printable.Line(s)))
}
