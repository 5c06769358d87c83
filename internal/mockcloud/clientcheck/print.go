package clientcheck

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// Print writes a verdict as a readable table.
func Print(w io.Writer, v *Verdict) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%d exchanges judged", v.Exchanges)
	if v.Forgotten > 0 {
		fmt.Fprintf(&b, "; %d before them were forgotten by the journal", v.Forgotten)
	}
	b.WriteByte('\n')
	for _, c := range v.Clients {
		fmt.Fprintf(&b, "  %5d by %s\n", c.Exchanges, c.Agent)
	}
	if len(v.Findings) > 0 {
		b.WriteByte('\n')
		table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "SEVERITY\tRULE\tTIMES\tWHERE\tFIRST\tWHAT")
		for _, f := range v.Findings {
			what := strings.Join(nonEmptyParts(f.Title, strings.TrimSpace(f.Pointer+" "+f.Says)), ": ")
			fmt.Fprintf(table, "%s\t%s\t%d\t%s\t#%d\t%s\n", f.Severity, f.ID, f.Count, f.Where, f.Exchanges[0], what)
		}
		if err := table.Flush(); err != nil {
			return err
		}
		printAdvice(&b, v)
	}
	counts := map[Severity]int{}
	for _, f := range v.Findings {
		counts[f.Severity]++
	}
	fmt.Fprintf(&b, "\nfindings: %s, %s, %s\n", countWithNoun(counts[Error], "error"), countWithNoun(counts[Warning], "warning"),
		countWithNoun(counts[Note], "note"))
	_, err := io.WriteString(w, b.String())
	return err
}

// printAdvice prints what to do, once for each rule, and below it the lines to change in the clients that are known.
func printAdvice(b *strings.Builder, v *Verdict) {
	b.WriteString("\nWhat to do:\n")
	told := map[string]bool{}
	for _, f := range v.Findings {
		if told[f.ID] {
			continue
		}
		told[f.ID] = true
		fmt.Fprintf(b, "  %s  %s\n", f.ID, f.Do)
		lines := map[Change]bool{}
		for _, same := range v.Of(f.ID) {
			for _, change := range same.Changes {
				if !lines[change] {
					lines[change] = true
					fmt.Fprintf(b, "           %s: %s\n", change.Client, change.Line)
				}
			}
		}
	}
}

func nonEmptyParts(parts ...string) (out []string) {
	for _, p := range parts {
		if p != "" {
			out = append(out, p)
		}
	}
	return out
}

// junit is the subset of JUnit XML that CI systems read.
type junit struct {
	XMLName  xml.Name    `xml:"testsuite"`
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	Failure *junitFailure `xml:"failure,omitempty"`
	Output  string        `xml:"system-out,omitempty"`
}

type junitFailure struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// PrintJUnit writes a verdict as JUnit XML: a test case per rule, which fails if a finding is at least as severe as failOn. Other
// findings are printed as its output.
func PrintJUnit(w io.Writer, v *Verdict, failOn Severity) error {
	suite := junit{Name: "plumbline check-client"}
	for _, rule := range Rules() {
		c := junitCase{Class: "check-client." + string(rule.Severity), Name: rule.ID + " " + rule.Title}
		var lines []string
		for _, f := range v.Of(rule.ID) {
			lines = append(lines, fmt.Sprintf("%s (%d times, first #%d %s)", strings.Join(nonEmptyParts(f.Where, f.Pointer, f.Says), ": "),
				f.Count, f.Exchanges[0], f.URL))
			for _, change := range f.Changes {
				lines = append(lines, "  "+change.Client+": "+change.Line)
			}
		}
		text := strings.Join(lines, "\n")
		if len(lines) > 0 && failOn != "" && rule.Severity.AtLeast(failOn) {
			c.Failure = &junitFailure{Message: rule.Do, Text: text}
			suite.Failures++
		} else {
			c.Output = text
		}
		suite.Cases = append(suite.Cases, c)
	}
	suite.Tests = len(suite.Cases)
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(suite); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// countWithNoun is a count with its noun: "1 note", "2 notes".
func countWithNoun(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
