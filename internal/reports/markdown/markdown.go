package markdown

import (
	"fmt"
	"io"
	"strings"
	"time"

	"plumbline/internal/features"
	"plumbline/internal/reports"
	"plumbline/internal/reports/printable"
	"plumbline/internal/reports/verdict"
)

// SummaryLimit is the size limit of a GitHub job summary (bytes).
const SummaryLimit = 1 << 20

// Write writes summary.md, for a merge request or a job summary.
func Write(w io.Writer, r *reports.Report) error { return WriteSummary(w, SummaryLimit, r) }

// WriteSummary writes the summary of one or more reports as Markdown, in at most limit bytes. A longer text is cut at the
// end of a line, and the last line says so.
func WriteSummary(w io.Writer, limit int, reports ...*reports.Report) error {
	var b strings.Builder
	for i, r := range reports {
		if i > 0 {
			b.WriteString("\n")
		}
		b.WriteString(markdown(r))
	}
	_, err := io.WriteString(w, cut(printable.Text(b.String()), limit))
	return err
}

func cut(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	const room = 120 // for the last line
	kept := text[:max(limit-room, 0)]
	kept = strings.TrimRight(kept[:strings.LastIndexByte(kept, '\n')+1], "\n")
	return kept + fmt.Sprintf("\n\n> %d more lines did not fit; report.html and report.json have everything.\n",
		strings.Count(text[len(kept):], "\n"))
}

func markdown(r *reports.Report) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s Plumbline: %s\n\n", reports.Glyph(r.Summary.Verdict), r.Summary.Verdict)
	fmt.Fprintf(&b, "%s\n\n", cell(r.Summary.Reason))
	if r.Summary.Headline != "" && r.Summary.Headline != r.Summary.Reason {
		fmt.Fprintf(&b, "%s\n\n", cell(r.Summary.Headline))
	}
	fmt.Fprintf(&b, "| target | profile | run | started | duration |\n| --- | --- | --- | --- | --- |\n")
	fmt.Fprintf(&b, "| %s (%s) | %s | %s | %s | %s |\n\n", cell(r.Target.Name), cell(r.Target.Kind), cell(r.Profile), cell(r.Run.ID),
		r.Run.Started.Format(time.RFC3339), reports.Took(r))
	fmt.Fprintf(&b, "[%s](%s), beside this file, has everything with its evidence.\n\n", reports.HtmlFile, reports.HtmlFile)
	if r.Run.Insecure {
		fmt.Fprintf(&b, "> **%s**\n\n", cell(reports.Insecure))
	}
	if r.Run.Stopped != "" {
		fmt.Fprintf(&b, "> %s\n\n", cell(r.Run.Stopped))
	}
	fmt.Fprintf(&b, "| specification | verdict | requirements | why |\n| --- | --- | --- | --- |\n")
	for _, s := range r.Specifications {
		fmt.Fprintf(&b, "| %s | %s %s | %s | %s |\n", cell(s.Title), reports.Glyph(s.Verdict), s.Verdict,
			reports.CountWords(s.Requirements), cell(s.Reason))
	}
	markdownOpen(&b, r)
	markdownDecisions(&b, r)
	markdownWaivers(&b, r)
	if len(r.Leaks) > 0 {
		fmt.Fprintf(&b, "\n## Left behind\n\n| kind | id | name |\n| --- | --- | --- |\n")
		for _, l := range r.Leaks {
			fmt.Fprintf(&b, "| %s | %s | %s |\n", cell(l.Kind), cell(l.ID), cell(l.Name))
		}
	}
	if len(r.Drift) > 0 {
		fmt.Fprintf(&b, "\n## Answers outside their document\n\n| operation | where | expected | got | times | first seen "+
			"in |\n| --- | --- | --- | --- | --- | --- |\n")
		for _, d := range r.Drift {
			fmt.Fprintf(&b, "| %s %s | %s | %s | %s | %d | %s |\n", cell(d.Service), cell(d.Operation), cell(d.Pointer),
				cell(d.Expected), cell(d.Got), d.Count, cell(strings.Join(d.Exchanges, " ")))
		}
	}
	return b.String()
}

// markdownOpen lists the requirements of Open.
func markdownOpen(b *strings.Builder, r *reports.Report) {
	open := Open(r)
	if len(open) == 0 {
		return
	}
	fmt.Fprintf(b, "\n## Open\n\n| requirement | verdict | statement | why |\n| --- | --- | --- | --- |\n")
	for _, alike := range reports.ExcludedTogether(open) {
		req, statement := alike[0], alike[0].Statement
		if len(alike) > 1 {
			statement = reports.Plural(len(alike), "requirement")
		}
		fmt.Fprintf(b, "| %s | %s %s | %s | %s |\n", reports.Ids(alike), reports.Glyph(req.Verdict), req.Verdict,
			cell(statement), cell(req.Reason))
	}
}

// markdownDecisions lists the decisions that the target does not follow. They do not affect the verdict.
func markdownDecisions(b *strings.Builder, r *reports.Report) {
	broken := BrokenDecisions(r)
	if len(broken) == 0 {
		return
	}
	fmt.Fprintf(b, "\n## Decisions that the target does not share\n\nThe specifications are silent here; nothing of this "+
		"decides a verdict.\n\n| decision | verdict | statement | why |\n| --- | --- | --- | --- |\n")
	for _, req := range broken {
		fmt.Fprintf(b, "| %s | %s %s | %s | %s |\n", req.ID, reports.Glyph(req.Verdict), req.Verdict, cell(req.Statement), cell(req.Reason))
	}
}

// markdownWaivers lists every waiver of the run, also those without effect.
func markdownWaivers(b *strings.Builder, r *reports.Report) {
	if len(r.Waivers) == 0 {
		return
	}
	fmt.Fprintf(b, "\n## Waivers\n\n| of | state | until | because | what became of it |\n| --- | --- | --- | --- | --- |\n")
	for _, w := range r.Waivers {
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s |\n", cell(w.ID), w.State, cell(w.Until),
			cell(reports.Join("; ", w.Reason, w.Link, w.Owner)), cell(w.Note))
	}
}

// Open are the requirements that keep a run from being conformant without reservation: fail, error, not-run,
// waived and excluded ones, the worst first. Decisions and those of specifications that were not selected are left out.
func Open(r *reports.Report) []reports.Requirement {
	selected := map[string]bool{}
	for _, s := range r.Specifications {
		selected[s.ID] = s.Verdict != verdict.NotSelected
	}
	open := []reports.Requirement{}
	for _, v := range []verdict.Verdict{verdict.Fail, verdict.Error, verdict.NotRun, verdict.Waived, verdict.Excluded} {
		for _, req := range r.Requirements {
			if req.Verdict == v && selected[req.Spec] && req.Standing != features.Decision {
				open = append(open, req)
			}
		}
	}
	return open
}

// BrokenDecisions are the decisions with verdict fail or error. They are reported and do not affect the verdict.
func BrokenDecisions(r *reports.Report) []reports.Requirement {
	var out []reports.Requirement
	for _, req := range r.Requirements {
		if req.Standing == features.Decision && (req.Verdict == verdict.Fail || req.Verdict == verdict.Error) {
			out = append(out, req)
		}
	}
	return out
}
