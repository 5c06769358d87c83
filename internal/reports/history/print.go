package history

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"plumbline/internal/reports"
	"plumbline/internal/reports/diff"
	"plumbline/internal/reports/printable"
)

// mostChanges is how many requirements of a run are named.
const mostChanges = 8

// Print writes a table of runs for each cloud, and its flaky rows.
func (h *History) Print(w io.Writer) error {
	var b strings.Builder
	for i, c := range h.Clouds {
		if i > 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "%s, profile %s: %s\n", printable.Line(c.Name), printable.Line(c.Profile), reports.Plural(len(c.Runs), "run"))
		t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		for _, run := range c.Runs {
			r := run.Report
			fmt.Fprintf(t, "  %s\t%s\t%s\t%s\n", r.Run.Started.UTC().Format("2006-01-02 15:04"), r.Summary.Verdict,
				reports.CountWords(r.Summary.Requirements), printable.Line(r.Run.ID))
		}
		t.Flush()
		for _, run := range c.Runs {
			printChanges(&b, "worse", run, run.Worse)
			printChanges(&b, "better", run, run.Better)
			day := run.Report.Run.Started.UTC().Format("2006-01-02")
			if n := run.NotSelected; n > 0 {
				fmt.Fprintf(&b, "  %-6s %s  %s of the run before not selected\n", "less", day, reports.Plural(n, "requirement"))
			}
			if n := ranAgain(run.Report); n > 0 {
				fmt.Fprintf(&b, "  %-6s %s  %s passed only when run again\n", "again", day, reports.Plural(n, "row"))
			}
		}
		for _, f := range c.Flaky {
			fmt.Fprintf(&b, "  flaky  %s: %s\n", printable.Line(f.Case), printable.Line(f.Why))
		}
	}
	_, err := io.WriteString(w, reports.Padding.ReplaceAllString(b.String(), "\n"))
	return err
}

func printChanges(b *strings.Builder, word string, run Run, changes []diff.Change) {
	for i, c := range changes {
		if i == mostChanges {
			fmt.Fprintf(b, "  %-6s and %d more\n", word, len(changes)-mostChanges)
			return
		}
		fmt.Fprintf(b, "  %-6s %s  %s: %s, was %s\n", word, run.Report.Run.Started.UTC().Format("2006-01-02"), c.ID, c.New, c.Old)
	}
}
