package terminal

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"plumbline/internal/features"
	"plumbline/internal/reports"
	"plumbline/internal/reports/markdown"
	"plumbline/internal/reports/printable"
	"plumbline/internal/reports/verdict"
)

// Width is where lines are broken for whoever is no terminal.
const Width = 118

// Print writes a verdict for each specification, what is open and why, and the path of the files. dir is the folder that
// the report was written to, "" for none.
func Print(w io.Writer, r *reports.Report, dir string) error { return PrintAt(w, r, dir, Width) }

// PrintAt is Print with lines of at most width characters, at least 60, where words allow it.
func PrintAt(w io.Writer, r *reports.Report, dir string, width int) error {
	b := Screen{Width: max(width, 60)}
	fmt.Fprintf(&b, "%s: %s, profile %s\n", strings.ToUpper(r.Summary.Verdict.String()), printable.Line(r.Target.Name),
		printable.Line(r.Profile))
	if r.Run.Stopped != "" {
		fmt.Fprintf(&b, "  %s\n", printable.Line(r.Run.Stopped))
	}
	if r.Summary.Headline != "" {
		b.Line("  ", r.Summary.Headline)
	}
	if r.Run.Insecure {
		fmt.Fprintf(&b, "  %s\n", reports.Insecure)
	}
	b.specifications(r)
	failed := reports.Causes(r)
	for _, c := range failed {
		printCause(&b, c, dir)
	}
	for _, alike := range notRunTogether(reports.ExcludedTogether(markdown.Open(r))) {
		if is := alike[0].Verdict; is != verdict.Fail && is != verdict.Error {
			b.Line(fmt.Sprintf("  %-8s ", is), reports.Ids(alike)+": "+oneLine(whyOf(alike), 200))
		}
	}
	if n := rowsThatRanAgain(r); n > 0 {
		fmt.Fprintf(&b, "  %s had not passed, and ran again: report show has what they came to before\n", reports.Plural(n, "row"))
	}
	for _, req := range markdown.BrokenDecisions(r) {
		fmt.Fprintf(&b, "  decision %s (%s, decides nothing): %s\n", req.ID, req.Verdict, oneLine(req.Reason, 200))
	}
	for _, w := range r.Waivers {
		fmt.Fprintf(&b, "  waiver %s %s: %s\n", w.State, w.ID, oneLine(reports.WaiverLine(w), 200))
	}
	if n := len(r.Drift); n > 0 {
		fmt.Fprintf(&b, "  %s in which answers left their document\n", reports.Plural(n, "way"))
	}
	b.leaks(r, dir)
	if dir != "" {
		b.next(r, dir, failed)
		fmt.Fprintf(&b, "  report: %s\n", filepath.Join(dir, reports.HtmlFile))
	}
	_, err := io.WriteString(w, printable.Text(b.String()))
	return err
}

// notRunTogether joins the groups of requirements that were not run for the same reasons.
func notRunTogether(groups [][]reports.Requirement) (out [][]reports.Requirement) {
	place := map[string]int{}
	for _, group := range groups {
		reasons, _ := whyNotRun(group[0])
		if group[0].Verdict != verdict.NotRun {
			out = append(out, group)
			continue
		}
		if at, had := place[reasons]; had {
			out[at] = append(out[at], group...)
			continue
		}
		place[reasons] = len(out)
		out = append(out, slices.Clone(group))
	}
	return out
}

// whyOf is the reason of a group: that of its only requirement, or what all have in common.
func whyOf(group []reports.Requirement) string {
	if len(group) == 1 || group[0].Verdict != verdict.NotRun {
		return group[0].Reason
	}
	var reasons string
	all := 0
	for _, req := range group {
		common, rows := whyNotRun(req)
		reasons, all = common, all+rows
	}
	if all == 0 {
		return reasons
	}
	return reports.Plural(all, "row") + ": " + reasons
}

// whyNotRun are the reasons of a requirement's rows that were not run, each once, and how many such rows there are; that of the requirement
// where it has none.
func whyNotRun(req reports.Requirement) (reasons string, rows int) {
	var all []string
	for _, row := range req.Rows {
		if row.Verdict == verdict.NotRun {
			rows++
			all = append(all, row.Reason)
		}
	}
	if rows == 0 {
		return req.Reason, 0
	}
	slices.Sort(all)
	return strings.Join(slices.Compact(all), "; "), rows
}

// specifications writes a line for each specification: id, verdict, counts and rows in columns. Where they do not fit beside each
// other, the counts stand below. Those that the operator did not select are one line.
func (b *Screen) specifications(r *reports.Report) {
	var selected []reports.Specification
	var others []string
	for _, s := range r.Specifications {
		if s.Verdict == verdict.NotSelected {
			others = append(others, s.ID)
		} else {
			selected = append(selected, s)
		}
	}
	table := func(separator string) string {
		var text strings.Builder
		t := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
		for _, s := range selected {
			fmt.Fprintf(t, "  %s\t%s%s%s\t%s\n", s.ID, s.Verdict, separator, reports.CountWords(s.Requirements), rowCount(s.Rows))
		}
		t.Flush()
		return text.String()
	}
	text := table("\t")
	for _, line := range strings.Split(text, "\n") {
		if len([]rune(line)) > b.Width {
			text = table("\n      ")
			break
		}
	}
	b.WriteString(text)
	if len(others) > 0 {
		b.Line("  not selected: ", strings.Join(others, ", "))
	}
	for _, s := range selected {
		if s.Verdict == verdict.Inconclusive && r.Run.Stopped == "" && s.Requirements[verdict.Error]+s.Requirements[verdict.NotRun] == 0 {
			b.Line("  inconclusive ", s.ID+": "+oneLine(s.Reason, 400))
		}
	}
}

// mostLeaks is how many things that were left behind are named.
const mostLeaks = 3

// leaks writes what was left behind: each thing where they are few, and otherwise how many of which kind, and which file has them all.
func (b *Screen) leaks(r *reports.Report, dir string) {
	if len(r.Leaks) > mostLeaks {
		kinds := make([]string, 0, len(r.Leaks))
		for _, l := range r.Leaks {
			kinds = append(kinds, printable.Line(l.Kind))
		}
		text := reports.Kinds(kinds)
		if dir != "" {
			text += "; named in " + filepath.Join(dir, reports.MarkdownFile)
		}
		b.Line("  left behind: ", text)
		return
	}
	for _, l := range r.Leaks {
		fmt.Fprintf(b, "  left behind: %s %s (%s)\n", printable.Line(l.Kind), printable.Line(l.ID), printable.Line(l.Name))
	}
}

// rowsThatRanAgain counts the rows with attempts of before (certify --rerun-failed).
func rowsThatRanAgain(r *reports.Report) int {
	again := map[string]bool{}
	for _, req := range r.Requirements {
		for _, row := range req.Rows {
			if len(row.Before) > 0 {
				again[row.Case] = true
			}
		}
	}
	return len(again)
}

// PrintMatrix writes every requirement and row with its verdict.
func PrintMatrix(w io.Writer, r *reports.Report) error { return PrintMatrixAt(w, r, Width) }

// PrintMatrixAt is PrintMatrix for a width: what is demanded and the reasons are cut. Of a specification that the operator did not
// select it writes the title only.
func PrintMatrixAt(w io.Writer, r *reports.Report, width int) error {
	var b strings.Builder
	for _, s := range r.Specifications {
		fmt.Fprintf(&b, "%s: %s\n", s.Title, s.Verdict)
		t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		for _, req := range r.Requirements {
			if req.Spec != s.ID || s.Verdict == verdict.NotSelected {
				continue
			}
			fmt.Fprintf(t, "  %s\t%s\t%s\n", req.ID, req.Verdict, oneLine(standingNote(req)+req.Statement, min(90, width-matrixColumns)))
			for _, row := range req.Rows {
				fmt.Fprintf(t, "    %s\t%s\t%s\n", reports.RowName(row), row.Verdict, matrixReason(row, min(120, width-matrixColumns)))
			}
		}
		t.Flush()
		fmt.Fprintln(&b)
	}
	_, err := io.WriteString(w, printable.Text(reports.Padding.ReplaceAllString(b.String(), "\n")))
	return err
}

// standingNote marks requirements that do not affect the verdict, or that are not the specification's own.
func standingNote(req reports.Requirement) string {
	if req.Standing == features.Baseline || req.Standing == features.Decision {
		return "(" + req.Standing.String() + ") "
	}
	return ""
}

// matrixColumns is about what the id and the verdict of a row take.
const matrixColumns = 46

func matrixReason(row reports.Row, n int) string {
	if row.Verdict == verdict.Pass {
		return ""
	}
	return oneLine(row.Reason, n)
}

func rowCount(counts map[verdict.Verdict]int) string {
	n := 0
	for _, c := range counts {
		n += c
	}
	return reports.Plural(n, "row")
}

// oneLine joins lines, escapes characters that control the terminal, and cuts at n runes.
func oneLine(s string, n int) string {
	runes := []rune(printable.Line(strings.Join(strings.Fields(s), " ")))
	if len(runes) <= n {
		return string(runes)
	}
	return string(runes[:n-1]) + "…"
}
