package preflight

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/reports/printable"
	"plumbline/internal/reports/terminal"
	"plumbline/internal/steps/world"
)

// Print writes the table for people, in lines of at most width characters: everything, or folded to what is missing and what the run costs.
func (t Table) Print(w io.Writer, width int, all bool) error {
	b := terminal.Screen{Width: width}
	t.head(&b)
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
			b.Line("disturbs  ", fmt.Sprintf("others in %s; plumbline plan -v names them", rowsInWords(n)))
		}
	}
	t.costs(&b)
	return write(w, &b)
}

// PrintSummary writes the table for people who plan a run: what Print writes of everything, counted where it is long.
func (t Table) PrintSummary(w io.Writer, width int) error {
	b := terminal.Screen{Width: width}
	t.head(&b)
	t.foldedServices(&b)
	t.foldedCapabilities(&b)
	t.contradictions(&b)
	t.foldedActors(&b)
	t.missing(&b, foldedMissing)
	t.creates(&b)
	t.foldedDisturbs(&b)
	t.costs(&b)
	return write(w, &b)
}

func write(w io.Writer, b *terminal.Screen) error {
	_, err := io.WriteString(w, printable.Text(b.String()))
	return err
}

func (t Table) head(b *terminal.Screen) {
	b.Line("target    ", fmt.Sprintf("%s (%s), profile %s, compute %s", printable.Line(t.Target), t.Kind, t.Profile, t.Microversion))
}

func (t Table) costs(b *terminal.Screen) {
	pace := fmt.Sprintf("a server takes %g s (--boot)", t.Price.Boot)
	if t.Price.Measured {
		pace = fmt.Sprintf("a server takes %.2g s (measured)", t.Price.Boot)
	}
	if t.Price.Request > 0 {
		pace += " and a request " + milliseconds(t.Price.Request)
	}
	b.Line("price     ", fmt.Sprintf("roughly %s: %d min, where %s", countsInWords([]count{
		{t.Price.Servers, "server"},
		{t.Price.Volumes, "volume"},
		{t.Creates.AdminCalls, "call by an admin"},
	}), t.Price.Minutes, pace))
	runs := fmt.Sprintf("%d of %d cases, %d servers at once", t.Runs, t.Cases, t.Creates.ServersAtOnce)
	if t.Price.Jobs > 0 {
		runs += fmt.Sprintf(" and so %s at a time: --jobs %d wants --max-servers %d",
			countsInWords([]count{{t.Price.CasesAtOnce, "case"}}), t.Price.Jobs, world.ServersFor(t.Price.Jobs))
	}
	b.Line("runs      ", runs)
}

// milliseconds words a time in seconds with two digits: "0.4 ms", "110 ms".
func milliseconds(seconds float64) string {
	two, _ := strconv.ParseFloat(strconv.FormatFloat(1000*seconds, 'g', 2, 64), 64)
	return strconv.FormatFloat(two, 'f', -1, 64) + " ms"
}

// foldedMissing is how many of the things that are missing the folded table names.
const foldedMissing = 8

func (t Table) creates(b *terminal.Screen) {
	c := t.Creates
	b.Line("creates   ", fmt.Sprintf("at most %s; all of it is removed again", countsInWords([]count{
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
	})))
}

// nobody is said where no row disturbs others.
const nobody = "nobody: only what it creates itself is changed"

func (t Table) disturbs(b *terminal.Screen) {
	if len(t.Disturbs) == 0 {
		b.Line("disturbs  ", nobody)
	}
	for i, d := range t.Disturbs {
		b.Line(fmt.Sprintf("%-10s", map[bool]string{true: "disturbs"}[i == 0]), d)
	}
}

// foldedDisturbs counts the rows that disturb others by the prefix of their requirements, each with an example.
func (t Table) foldedDisturbs(b *terminal.Screen) {
	if len(t.Disturbs) == 0 {
		b.Line("disturbs  ", nobody)
		return
	}
	b.Line("disturbs  ", fmt.Sprintf("others in %s; -v names them", rowsInWords(len(t.Disturbs))))
	counts, order, examples := map[string]int{}, []string{}, map[string]string{}
	for _, d := range t.Disturbs {
		prefix, _, _ := strings.Cut(d, "-")
		if counts[prefix]++; counts[prefix] == 1 {
			order, examples[prefix] = append(order, prefix), d
		}
	}
	var rows [][]string
	for _, prefix := range order {
		rows = append(rows, []string{"  " + prefix, rowsInWords(counts[prefix]), "such as " + examples[prefix]})
	}
	b.Table(rows)
}

func rowsInWords(n int) string {
	if n == 1 {
		return "1 row"
	}
	return fmt.Sprintf("%d rows", n)
}

// foldedActors counts the actors that are ready, and names the others.
func (t Table) foldedActors(b *terminal.Screen) {
	ready, not := 0, []string{}
	for _, a := range t.Actors {
		if a.Ready {
			ready++
			continue
		}
		not = append(not, a.Name)
	}
	text := fmt.Sprintf("%d ready", ready)
	if len(not) > 0 {
		text += "; not ready: " + strings.Join(not, ", ")
	}
	b.Line("actors    ", text)
}

func (t Table) services(b *terminal.Screen) {
	rows := [][]string{{"services"}}
	for _, s := range t.Services {
		rows = append(rows, []string{
			"  " + printable.Line(s.Type), printable.Line(versions(s.Min, s.Max)), printable.Line(s.Endpoint),
		})
	}
	b.Table(rows)
}

// foldedServices names the services with their microversions.
func (t Table) foldedServices(b *terminal.Screen) {
	var names []string
	for _, s := range t.Services {
		name := s.Type
		if s.Max != "" {
			name += " " + versions(s.Min, s.Max)
		}
		names = append(names, printable.Line(name))
	}
	b.Line("services  ", strings.Join(names, ", "))
}

func versions(least, most string) string {
	if most == "" {
		return "–"
	}
	return least + " to " + most
}

func (t Table) capabilities(b *terminal.Screen) {
	rows := [][]string{{"capabilities", "claimed", "advertised", "observed", "evidence"}}
	for _, c := range t.Capabilities {
		rows = append(rows, []string{"  " + c.Name, dash(c.Claimed), dash(c.Advertised), dash(c.Observed), printable.Line(c.Evidence)})
	}
	b.Table(rows)
	t.contradictions(b)
}

// foldedCapabilities counts the capabilities by what was observed of them.
func (t Table) foldedCapabilities(b *terminal.Screen) {
	counts := map[string]int{}
	for _, c := range t.Capabilities {
		counts[c.Observed]++
	}
	b.Line("offers    ", fmt.Sprintf("%d of %d capabilities, lacks %d, and %d are not seen before the run; -v lists them",
		counts["yes"], len(t.Capabilities), counts["no"], counts[""]))
}

func (t Table) contradictions(b *terminal.Screen) {
	for _, said := range t.Contradictions {
		b.Line("  contradiction: ", printable.Line(said))
	}
}

func (t Table) actors(b *terminal.Screen) {
	rows := [][]string{{"actors", "ready", "may; how, or why not"}}
	for _, a := range t.Actors {
		rows = append(rows, []string{"  " + a.Name, yesOrNo(a.Ready), a.May + "; " + printable.Line(a.How)})
	}
	b.Table(rows)
}

// missing writes what is missing, at most so many things: then those of most rows first, of what can be changed before the rest.
func (t Table) missing(b *terminal.Screen, most int) {
	if len(t.Missing) == 0 {
		b.Line("missing   ", "nothing")
		return
	}
	all := t.Missing
	if most < len(all) {
		all = slices.Clone(all)
		slices.SortStableFunc(all, func(x, y Missing) int { return cmp.Or(cmp.Compare(rank(x.Verdict), rank(y.Verdict)), y.Rows-x.Rows) })
	}
	named := 3
	if b.Width < 100 {
		named = 2
	}
	rows := [][]string{{"missing", "makes", "rows", "of", "what would help"}}
	for _, m := range all[:min(most, len(all))] {
		rows = append(rows, []string{
			"  " + printable.Line(m.What), m.Verdict, fmt.Sprint(m.Rows), shortened(m.Requirements, named), printable.Line(m.Help),
		})
	}
	b.Table(rows)
	if more := len(all) - most; more > 0 {
		b.Line("  ", fmt.Sprintf("and %d more; plumbline plan -v lists them, certify with -v, too", more))
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
