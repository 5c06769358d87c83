package reports

import (
	"fmt"
	"io"
	"strings"
	"time"

	"plumbline/reports/verdict"
)

// SummaryLimit is how many bytes a job summary of GitHub may have.
const SummaryLimit = 1 << 20

// writeMarkdown writes summary.md: what fits in a merge request or a job summary.
func writeMarkdown(w io.Writer, r *Report) error { return WriteSummary(w, SummaryLimit, r) }

// WriteSummary writes the summary of one report or several as Markdown, in at most limit bytes. What does not
// fit is cut at the end of a line, and the last line says so.
func WriteSummary(w io.Writer, limit int, reports ...*Report) error {
	var b strings.Builder
	for i, r := range reports {
		if i > 0 {
			b.WriteString("\n")
		}
		b.WriteString(markdown(r))
	}
	_, err := io.WriteString(w, cut(b.String(), limit))
	return err
}

func cut(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	const room = 120 // for the line that says so
	kept := text[:max(limit-room, 0)]
	kept = strings.TrimRight(kept[:strings.LastIndexByte(kept, '\n')+1], "\n")
	return kept + fmt.Sprintf("\n\n> %d more lines did not fit; report.html and report.json have everything.\n", strings.Count(text[len(kept):], "\n"))
}

func markdown(r *Report) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s Plumbline: %s\n\n", glyph(r.Summary.Verdict), r.Summary.Verdict)
	fmt.Fprintf(&b, "%s\n\n", cell(r.Summary.Reason))
	fmt.Fprintf(&b, "| target | profile | run | started | duration |\n| --- | --- | --- | --- | --- |\n")
	fmt.Fprintf(&b, "| %s (%s) | %s | %s | %s | %s |\n\n", cell(r.Target.Name), cell(r.Target.Kind), r.Profile, cell(r.Run.ID),
		r.Run.Started.Format(time.RFC3339), took(r))
	if r.Run.Insecure {
		fmt.Fprintf(&b, "> **%s**\n\n", cell(insecure))
	}
	if r.Run.Stopped != "" {
		fmt.Fprintf(&b, "> %s\n\n", cell(r.Run.Stopped))
	}
	fmt.Fprintf(&b, "| specification | verdict | requirements | why |\n| --- | --- | --- | --- |\n")
	for _, s := range r.Specifications {
		fmt.Fprintf(&b, "| %s | %s %s | %s | %s |\n", cell(s.Title), glyph(s.Verdict), s.Verdict, countWords(s.Requirements), cell(s.Reason))
	}
	markdownOpen(&b, r)
	markdownWaivers(&b, r)
	if len(r.Leaks) > 0 {
		fmt.Fprintf(&b, "\n## Left behind\n\n| kind | id | name |\n| --- | --- | --- |\n")
		for _, l := range r.Leaks {
			fmt.Fprintf(&b, "| %s | %s | %s |\n", cell(l.Kind), cell(l.ID), cell(l.Name))
		}
	}
	if len(r.Drift) > 0 {
		fmt.Fprintf(&b, "\n## Answers outside their document\n\n| operation | where | expected | got | times | first seen in |\n| --- | --- | --- | --- | --- | --- |\n")
		for _, d := range r.Drift {
			fmt.Fprintf(&b, "| %s %s | %s | %s | %s | %d | %s |\n", cell(d.Service), cell(d.Operation), cell(d.Pointer), cell(d.Expected), cell(d.Got), d.Count, strings.Join(d.Exchanges, " "))
		}
	}
	return b.String()
}

// markdownOpen lists every requirement that is not simply passed or out of reach.
func markdownOpen(b *strings.Builder, r *Report) {
	open := Open(r)
	if len(open) == 0 {
		return
	}
	fmt.Fprintf(b, "\n## Open\n\n| requirement | verdict | statement | why |\n| --- | --- | --- | --- |\n")
	for _, alike := range excludedTogether(open) {
		req, statement := alike[0], alike[0].Statement
		if len(alike) > 1 {
			statement = plural(len(alike), "requirement")
		}
		fmt.Fprintf(b, "| %s | %s %s | %s | %s |\n", ids(alike), glyph(req.Verdict), req.Verdict, cell(statement), cell(req.Reason))
	}
}

// excludedTogether groups requirements for a list that is read: each stands alone, but those that were excluded for
// the same reason follow each other as one.
func excludedTogether(open []Requirement) [][]Requirement {
	var out [][]Requirement
	for _, req := range open {
		if n := len(out); n > 0 && req.Verdict == verdict.Excluded && out[n-1][0].Verdict == verdict.Excluded && out[n-1][0].Reason == req.Reason {
			out[n-1] = append(out[n-1], req)
			continue
		}
		out = append(out, []Requirement{req})
	}
	return out
}

// ids names a group: every id of a short one, the ends of a long one.
func ids(group []Requirement) string {
	names := make([]string, 0, len(group))
	for _, req := range group {
		names = append(names, req.ID)
	}
	if len(names) > 4 {
		return fmt.Sprintf("%s … %s (%d)", names[0], names[len(names)-1], len(names))
	}
	return strings.Join(names, ", ")
}

// markdownWaivers lists every waiver of the run, also those that excused nothing.
func markdownWaivers(b *strings.Builder, r *Report) {
	if len(r.Waivers) == 0 {
		return
	}
	fmt.Fprintf(b, "\n## Waivers\n\n| of | state | until | because | what became of it |\n| --- | --- | --- | --- | --- |\n")
	for _, w := range r.Waivers {
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s |\n", w.ID, w.State, w.Until, cell(join("; ", w.Reason, w.Link, w.Owner)), cell(w.Note))
	}
}

// Open are the requirements that keep a run from being conformant without reservation: fail, error, not-run,
// waived and excluded ones, the worst first. Those of specifications that were not selected are left out.
func Open(r *Report) []Requirement {
	selected := map[string]bool{}
	for _, s := range r.Specifications {
		selected[s.ID] = s.Verdict != verdict.NotSelected
	}
	open := []Requirement{}
	for _, v := range []verdict.Verdict{verdict.Fail, verdict.Error, verdict.NotRun, verdict.Waived, verdict.Excluded} {
		for _, req := range r.Requirements {
			if req.Verdict == v && selected[req.Spec] {
				open = append(open, req)
			}
		}
	}
	return open
}

// countWords is "12 pass, 1 fail": what is there, the worst first.
func countWords(counts map[verdict.Verdict]int) string {
	var parts []string
	for _, v := range verdict.All() {
		if n := counts[v]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, v))
		}
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}

// cell makes a text fit into one cell of a Markdown table.
func cell(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	return strings.NewReplacer("|", `\|`, "<", "&lt;", ">", "&gt;", "`", "\\`", "*", `\*`, "_", `\_`).Replace(s)
}
