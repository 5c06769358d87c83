package reports

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"plumbline/internal/reports/printable"
)

// PrintTable writes the matrix as text: requirements down, reports across, counts below each specification.
func (m *Matrix) PrintTable(w io.Writer) error {
	var b strings.Builder
	for i, c := range m.Columns {
		fmt.Fprintf(&b, "%s %s, profile %s: %s\n", m.label(i), printable.Line(c.Target), printable.Line(c.Profile), c.Verdict)
	}
	for _, s := range m.Specifications {
		fmt.Fprintf(&b, "\n%s: %s\n", s.ID, s.Title)
		if len(s.Rows) == 0 {
			b.WriteString("  not selected\n")
			continue
		}
		t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		fmt.Fprint(t, "  requirement")
		for i := range m.Columns {
			fmt.Fprintf(t, "\t%s", m.label(i))
		}
		fmt.Fprintln(t)
		for _, row := range s.Rows {
			fmt.Fprintf(t, "  %s", row.ID)
			for _, c := range row.Cells {
				fmt.Fprintf(t, "\t%s", c.word())
			}
			fmt.Fprintln(t)
		}
		t.Flush()
		for i := range m.Columns {
			fmt.Fprintf(&b, "  %s %s: %s\n", m.label(i), s.Verdicts[i], CountWords(s.Counts[i]))
		}
	}
	_, err := io.WriteString(w, printable.Text(Padding.ReplaceAllString(b.String(), "\n")))
	return err
}

// label is the short name of a column: the first report is A.
func (m *Matrix) label(column int) string {
	if column < 26 {
		return string(rune('A' + column))
	}
	return fmt.Sprint("A", column)
}

func (c *MatrixCell) word() string {
	if c == nil {
		return "-"
	}
	return c.Verdict.String()
}

// PrintJSON writes the matrix as JSON, with reasons.
func (m *Matrix) PrintJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(m)
}
