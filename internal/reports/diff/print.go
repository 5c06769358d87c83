package diff

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"plumbline/internal/reports"
	"plumbline/internal/reports/printable"
	"plumbline/internal/reports/verdict"
)

// PrintJSON writes the difference as JSON.
func (d *Diff) PrintJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(d)
}

// Print writes the difference for people: what got worse comes first.
func (d *Diff) Print(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "old: %s, run %s of %s: %s\n", printable.Line(d.Old.Target), printable.Line(d.Old.Run), d.Old.Started, d.Old.Verdict)
	fmt.Fprintf(&b, "new: %s, run %s of %s: %s\n", printable.Line(d.New.Target), printable.Line(d.New.Run), d.New.Started, d.New.Verdict)
	if !d.SameSuite {
		fmt.Fprintf(&b, "the suites differ (%s, %s): a row may have come, gone or changed its meaning\n",
			printable.Line(d.Old.Tool), printable.Line(d.New.Tool))
	}
	length := b.Len()
	for _, direction := range []Direction{Worse, Better, Other} {
		writeChanges(&b, string(direction), direction, d.Requirements, "requirement")
		writeChanges(&b, string(direction), direction, d.Rows, "row")
	}
	writeEntries(&b, "new requirements", d.Added)
	writeEntries(&b, "requirements that are gone", d.Removed)
	writeEntries(&b, "new rows", d.AddedRows)
	writeEntries(&b, "rows that are gone", d.RemovedRows)
	for _, c := range d.Lost {
		fmt.Fprintf(&b, "\ncapability lost: %s (%s)\n", printable.Line(c.Name), printable.Line(c.Evidence))
	}
	for _, c := range d.Gained {
		fmt.Fprintf(&b, "\ncapability gained: %s (%s)\n", printable.Line(c.Name), printable.Line(c.Evidence))
	}
	writeUnselected(&b, "not selected this time", d.NotSelected)
	writeUnselected(&b, "not selected before", d.NotSelectedBefore)
	if b.Len() == length {
		b.WriteString("\nno verdict changed\n")
	}
	fmt.Fprintf(&b, "\nregressions: %d\n", d.Regressions())
	_, err := io.WriteString(w, printable.Text(b.String()))
	return err
}

func writeChanges(b *strings.Builder, title string, direction Direction, all []Change, noun string) {
	var some []Change
	for _, c := range all {
		if c.Direction == direction {
			some = append(some, c)
		}
	}
	if len(some) == 0 {
		return
	}
	fmt.Fprintf(b, "\n%s (%ss)\n", title, noun)
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	for _, c := range some {
		fmt.Fprintf(t, "  %s\t%s -> %s\t%s\n", printable.Line(c.ID), c.Old, c.New, brief(c.Reason))
	}
	t.Flush()
}

// most is how many entries of one list are printed; the JSON has all.
const most = 20

func writeEntries(b *strings.Builder, title string, all []Entry) {
	if len(all) == 0 {
		return
	}
	fmt.Fprintf(b, "\n%s (%d)\n", title, len(all))
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	for i, e := range all {
		if i == most {
			fmt.Fprintf(t, "  and %d more (--json has all)\n", len(all)-most)
			break
		}
		note := ""
		if e.Regression {
			note = "it passed and the suite is the same: a regression"
		}
		fmt.Fprintf(t, "  %s\t%s\t%s\n", printable.Line(e.ID), e.Verdict, note)
	}
	t.Flush()
}

// writeUnselected counts what only one of the runs selected, with what it came to there.
func writeUnselected(b *strings.Builder, title string, u Unselected) {
	var parts []string
	for _, list := range []struct {
		noun string
		of   []Entry
	}{{"requirement", u.Requirements}, {"row", u.Rows}} {
		if len(list.of) == 0 {
			continue
		}
		counts := map[verdict.Verdict]int{}
		for _, e := range list.of {
			counts[e.Verdict]++
		}
		parts = append(parts, fmt.Sprintf("%s (%s)", reports.Plural(len(list.of), list.noun), reports.CountWords(counts)))
	}
	if len(parts) > 0 {
		fmt.Fprintf(b, "\n%s: %s\n", title, strings.Join(parts, ", "))
	}
}

func brief(s string) string {
	const length = 110
	r := []rune(printable.Line(strings.Join(strings.Fields(s), " ")))
	if len(r) <= length {
		return string(r)
	}
	return string(r[:length-1]) + "…"
}
