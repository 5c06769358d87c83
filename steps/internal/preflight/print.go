package preflight

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"plumbline/internal/reports/printable"
)

// Print writes the table for people: everything, or folded to what is missing and what the run costs.
func (t Table) Print(w io.Writer, all bool) error {
	var b strings.Builder
	fmt.Fprintf(&b, "target    %s (%s), profile %s, compute %s\n", printable.Line(t.Target), t.Kind, t.Profile, t.Microversion)
	if all {
		t.services(&b)
		t.capabilities(&b)
		t.actors(&b)
		t.missing(&b, len(t.Missing))
		t.creates(&b)
		t.disturbs(&b)
	} else {
		t.foldedActors(&b)
		t.contradictions(&b)
		t.missing(&b, foldedMissing)
		if n := len(t.Disturbs); n > 0 {
			fmt.Fprintf(&b, "disturbs  others in %d rows; plumbline plan names them\n", n)
		}
	}
	fmt.Fprintf(&b, "price     roughly %s: %d min, where a server takes %g s (--boot)\n", countsInWords([]count{
		{t.Price.Servers, "server"},
		{t.Price.Volumes, "volume"},
		{t.Creates.AdminCalls, "call by an admin"},
	}), t.Price.Minutes, t.Price.Boot)
	fmt.Fprintf(&b, "runs      %d of %d cases, %d servers at once\n", t.Runs, t.Cases, t.Creates.ServersAtOnce)
	_, err := io.WriteString(w, printable.Text(b.String()))
	return err
}

// foldedMissing is how many of the things that are missing the folded table names.
const foldedMissing = 8

func (t Table) creates(b *strings.Builder) {
	c := t.Creates
	fmt.Fprintf(b, "creates   at most %s; all of it is removed again\n", countsInWords([]count{
		{c.Projects, "project"},
		{c.Users, "user"},
		{c.Servers, "server"},
		{c.Volumes, "volume"},
		{c.Snapshots, "snapshot"},
		{c.Images, "image"},
		{c.Networks, "network"},
		{c.Ports, "port"},
		{c.Stacks, "stack"},
		{c.KeyPairs, "key pair"},
		{c.AdminCalls, "call by an admin"},
	}))
}

func (t Table) disturbs(b *strings.Builder) {
	if len(t.Disturbs) == 0 {
		fmt.Fprintln(b, "disturbs  nobody: only what it creates itself is changed")
	}
	for i, d := range t.Disturbs {
		fmt.Fprintf(b, "%-10s%s\n", map[bool]string{true: "disturbs"}[i == 0], d)
	}
}

// foldedActors counts the actors that are ready, and names the others.
func (t Table) foldedActors(b *strings.Builder) {
	ready, not := 0, []string{}
	for _, a := range t.Actors {
		if a.Ready {
			ready++
			continue
		}
		not = append(not, a.Name)
	}
	fmt.Fprintf(b, "actors    %d ready", ready)
	if len(not) > 0 {
		fmt.Fprintf(b, "; not ready: %s", strings.Join(not, ", "))
	}
	fmt.Fprintln(b)
}

func (t Table) services(b *strings.Builder) {
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "services")
	for _, s := range t.Services {
		fmt.Fprintf(w, "  %s\t%s\t%s\n", printable.Line(s.Type), printable.Line(versions(s.Min, s.Max)), printable.Line(s.Endpoint))
	}
	w.Flush()
}

func versions(least, most string) string {
	if most == "" {
		return "–"
	}
	return least + " to " + most
}

func (t Table) capabilities(b *strings.Builder) {
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "capabilities\tclaimed\tadvertised\tobserved\tevidence")
	for _, c := range t.Capabilities {
		fmt.Fprintf(w, "  %s\t%s\t%s\t%s\t%s\n", c.Name, dash(c.Claimed), dash(c.Advertised), dash(c.Observed), printable.Line(c.Evidence))
	}
	w.Flush()
	t.contradictions(b)
}

func (t Table) contradictions(b *strings.Builder) {
	for _, said := range t.Contradictions {
		fmt.Fprintf(b, "  contradiction: %s\n", printable.Line(said))
	}
}

func (t Table) actors(b *strings.Builder) {
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "actors\tready\tmay\thow, or why not")
	for _, a := range t.Actors {
		fmt.Fprintf(w, "  %s\t%s\t%s\t%s\n", a.Name, yesOrNo(a.Ready), a.May, printable.Line(a.How))
	}
	w.Flush()
}

// missing writes what is missing, at most so many things.
func (t Table) missing(b *strings.Builder, most int) {
	if len(t.Missing) == 0 {
		fmt.Fprintln(b, "missing   nothing")
		return
	}
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "missing\tmakes\trows\tof\twhat would help")
	for _, m := range t.Missing[:min(most, len(t.Missing))] {
		fmt.Fprintf(w, "  %s\t%s\t%d\t%s\t%s\n", printable.Line(m.What), m.Verdict, m.Rows, shortened(m.Requirements, 8),
			printable.Line(dash(m.Help)))
	}
	w.Flush()
	if more := len(t.Missing) - most; more > 0 {
		fmt.Fprintf(b, "  and %d more; plumbline plan lists them, certify with -v, too\n", more)
	}
}

func shortened(ids []string, most int) string {
	if len(ids) <= most {
		return strings.Join(ids, " ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(ids[:most], " "), len(ids)-most)
}

type count struct {
	n    int
	noun string
}

// countsInWords are the counts that are not zero, with their nouns.
func countsInWords(counts []count) string {
	var out []string
	for _, c := range counts {
		switch {
		case c.n == 1:
			out = append(out, "1 "+c.noun)
		case c.n > 1 && c.noun == "call by an admin":
			out = append(out, fmt.Sprintf("%d calls by an admin", c.n))
		case c.n > 1:
			out = append(out, fmt.Sprintf("%d %ss", c.n, c.noun))
		}
	}
	if len(out) == 0 {
		return "nothing"
	}
	return strings.Join(out, ", ")
}
