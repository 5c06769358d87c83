package reports

import (
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"text/tabwriter"

	"plumbline/reports/verdict"
)

// insecure is what every rendering says of a run that verified no certificates.
const insecure = "INSECURE: certificates were not verified; whoever answered may not have been the target"

// Print writes what a person at a terminal wants to know: a verdict for each specification, what is open and
// why, and where the rest is. dir is the folder the report was written to, "" for none.
func Print(w io.Writer, r *Report, dir string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s, profile %s\n", strings.ToUpper(r.Summary.Verdict.String()), r.Target.Name, r.Profile)
	if r.Run.Stopped != "" {
		fmt.Fprintf(&b, "  %s\n", r.Run.Stopped)
	}
	if r.Run.Insecure {
		fmt.Fprintf(&b, "  %s\n", insecure)
	}
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, s := range r.Specifications {
		fmt.Fprintf(t, "  %s\t%s\t%s\t%s\n", s.ID, s.Verdict, countWords(s.Requirements), rowCount(s.Rows))
	}
	t.Flush()
	for _, alike := range excludedTogether(Open(r)) {
		fmt.Fprintf(&b, "  %-8s %s: %s\n", alike[0].Verdict, ids(alike), oneLine(alike[0].Reason, 200))
		printRows(&b, alike[0])
	}
	for _, w := range r.Waivers {
		fmt.Fprintf(&b, "  waiver %s %s: %s\n", w.State, w.ID, oneLine(waiverLine(w), 200))
	}
	if n := len(r.Drift); n > 0 {
		fmt.Fprintf(&b, "  %s in which answers left their document\n", plural(n, "way"))
	}
	for _, l := range r.Leaks {
		fmt.Fprintf(&b, "  left behind: %s %s (%s)\n", l.Kind, l.ID, l.Name)
	}
	if dir != "" {
		fmt.Fprintf(&b, "  report: %s\n", filepath.Join(dir, htmlFile))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// printRows names the rows that failed or broke, where the requirement's own line cannot hold them all.
func printRows(b *strings.Builder, req Requirement) {
	var bad []Row
	for _, row := range req.Rows {
		if row.Verdict == verdict.Fail || row.Verdict == verdict.Error {
			bad = append(bad, row)
		}
	}
	if len(bad) < 2 {
		return
	}
	for _, row := range bad {
		fmt.Fprintf(b, "    %-8s %s: %s\n", row.Verdict, rowName(row), oneLine(row.Reason, 200))
	}
}

// PrintMatrix writes every requirement and row with its verdict.
func PrintMatrix(w io.Writer, r *Report) error {
	var b strings.Builder
	for _, s := range r.Specifications {
		fmt.Fprintf(&b, "%s: %s\n", s.Title, s.Verdict)
		t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		for _, req := range r.Requirements {
			if req.Spec != s.ID {
				continue
			}
			fmt.Fprintf(t, "  %s\t%s\t%s\n", req.ID, req.Verdict, oneLine(req.Statement, 90))
			for _, row := range req.Rows {
				fmt.Fprintf(t, "    %s\t%s\t%s\n", rowName(row), row.Verdict, matrixReason(row))
			}
		}
		t.Flush()
		fmt.Fprintln(&b)
	}
	_, err := io.WriteString(w, padding.ReplaceAllString(b.String(), "\n"))
	return err
}

// padding is what a table writer leaves behind an empty last cell.
var padding = regexp.MustCompile(` +\n`)

func matrixReason(row Row) string {
	if row.Verdict == verdict.Pass {
		return ""
	}
	return oneLine(row.Reason, 120)
}

func rowCount(counts map[verdict.Verdict]int) string {
	n := 0
	for _, c := range counts {
		n += c
	}
	return plural(n, "row")
}

// oneLine joins lines and cuts at n runes.
func oneLine(s string, n int) string {
	runes := []rune(strings.Join(strings.Fields(s), " "))
	if len(runes) <= n {
		return string(runes)
	}
	return string(runes[:n-1]) + "…"
}
