package preflight

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"plumbline/reports/printable"
)

// Print writes the table for people. Without all it leaves out capabilities of which nothing is missing.
func (t Table) Print(w io.Writer, all bool) error {
	var b strings.Builder
	fmt.Fprintf(&b, "target    %s (%s), profile %s, compute %s\n", printable.Line(t.Target), t.Kind, t.Profile, t.Microversion)
	t.services(&b)
	t.capabilities(&b, all)
	t.actors(&b)
	t.missing(&b)
	c := t.Creates
	fmt.Fprintf(&b, "creates   at most %s; all of it is removed again\n", words([]count{
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
	fmt.Fprintf(&b, "          one after the other, %d servers at once\n", c.ServersAtOnce)
	if len(t.Disturbs) == 0 {
		fmt.Fprintln(&b, "disturbs  nobody: only what it creates itself is changed")
	}
	for i, d := range t.Disturbs {
		fmt.Fprintf(&b, "%-10s%s\n", map[bool]string{true: "disturbs"}[i == 0], d)
	}
	fmt.Fprintf(&b, "runs      %d of %d cases, roughly %d min\n", t.Runs, t.Cases, t.Minutes)
	_, err := io.WriteString(w, printable.Text(b.String()))
	return err
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

func (t Table) capabilities(b *strings.Builder, all bool) {
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "capabilities\tclaimed\tadvertised\tobserved\tevidence")
	for _, c := range t.Capabilities {
		if all || c.Claimed != "" || c.Observed != "yes" {
			fmt.Fprintf(w, "  %s\t%s\t%s\t%s\t%s\n", c.Name, dash(c.Claimed), dash(c.Advertised), dash(c.Observed), printable.Line(c.Evidence))
		}
	}
	w.Flush()
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

func (t Table) missing(b *strings.Builder) {
	if len(t.Missing) == 0 {
		fmt.Fprintln(b, "missing   nothing")
		return
	}
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "missing\tmakes\trows\tof\twhat would help")
	for _, m := range t.Missing {
		fmt.Fprintf(w, "  %s\t%s\t%d\t%s\t%s\n", printable.Line(m.What), m.Verdict, m.Rows, shortened(m.Requirements, 8),
			printable.Line(dash(m.Help)))
	}
	w.Flush()
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

func words(counts []count) string {
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
