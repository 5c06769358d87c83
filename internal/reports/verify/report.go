package verify

import (
	"bytes"
	"errors"
	"io/fs"
	"slices"
	"strings"

	"plumbline/internal/reports"
	"plumbline/internal/reports/bundle"
	"plumbline/internal/reports/eventlog"
)

// checkReport makes the report again from the log and compares it byte by byte, then every other file of the report.
func (v *verification) checkReport(suite suiteState) {
	const name = "verdict"
	if suite == suiteReleased || suite == suiteOutside {
		if v.textErr != nil {
			v.add(Check{Name: name, State: Refused, File: reportName, Says: v.textErr.Error()})
			return
		}
		why := "the rules and the catalogue belong to that release"
		if suite == suiteOutside {
			why = "its requirements are in the catalogue of the folder that --features is to name"
		}
		v.open(name, "not computed again: %s", why)
		return
	}
	r, err := reports.Build(v.catalogue, v.log.Events)
	if err != nil {
		c := Check{Name: name, State: Refused, File: v.eventsName(), Says: err.Error()}
		var line *eventlog.LineError
		if errors.As(err, &line) {
			c.Line = line.Line
		}
		v.add(c)
		return
	}
	for _, f := range slices.Backward(bundle.Render(r, v.log.Events)) {
		if f.Name == reports.JSONName {
			v.compareReport(name, f, r)
		} else {
			v.compareFile(f)
		}
	}
}

func (v *verification) compareReport(name string, f bundle.File, r *reports.Report) {
	var want bytes.Buffer
	if err := f.Render(&want); err != nil {
		v.add(Check{Name: name, State: Refused, File: f.Name, Says: err.Error()})
		return
	}
	if want.String() == v.text {
		v.addOK(name, "computed again from the log: %s, byte for byte what %s says", r.Summary.Verdict, f.Name)
		return
	}
	d := firstDifference(want.Bytes(), []byte(v.text))
	c := Check{
		Name: name, State: Refused, File: f.Name, Line: d.line, Pointer: d.pointer,
		Says: sprintf("it says %s, the log gives %s", d.got, d.want),
	}
	if v.otherRules() {
		// Other rules may give the same meaning in other words, so the report is neither proven nor refuted.
		c.State = Open
		c.Says += sprintf("; the rules of %s (%s) are not this binary's (%s): verify with that release", v.start.Tool,
			inWords(v.start.Digests.Rules), shortDigest(v.Suite.Rules))
	}
	v.add(c)
}

// otherRules tells whether the log was written by a binary with other rules.
func (v *verification) otherRules() bool { return v.start.Digests.Rules != v.Suite.Rules }

// compareFile compares a file for people. Another binary may render the same content differently.
func (v *verification) compareFile(f bundle.File) {
	data, path, err := reports.ReadFile(v.dir, f.Name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return // entries of the ledger do not have all files
	case err != nil:
		v.add(Check{Name: f.Name, State: Refused, File: path, Says: err.Error()})
		return
	}
	var want bytes.Buffer
	if err := f.Render(&want); err != nil {
		v.add(Check{Name: f.Name, State: Refused, File: f.Name, Says: err.Error()})
		return
	}
	if bytes.Equal(data, want.Bytes()) {
		v.addOK(f.Name, "drawn again, byte for byte the same")
		return
	}
	line, got, expected := firstLine(want.String(), string(data))
	c := Check{Name: f.Name, State: Refused, File: f.Name, Line: line, Says: sprintf("it says %q, the report gives %q", got, expected)}
	if v.start.Digests.Binary != v.Suite.Binary {
		c.State = Open
		c.Says += "; another binary drew it, which may draw it differently: read report.json, or draw it again with \"plumbline report build\""
	}
	v.add(c)
}

// firstLine is the first line that differs, shortened around the difference.
func firstLine(want, got string) (line int, saw, expected string) {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range max(len(a), len(b)) {
		x, y := "", ""
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		if x != y || i >= len(a) || i >= len(b) {
			at := 0
			for at < min(len(x), len(y)) && x[at] == y[at] {
				at++
			}
			return i + 1, cutAround(y, at), cutAround(x, at)
		}
	}
	return 0, "", ""
}

// cutAround shortens a line to the text around a position.
func cutAround(s string, at int) string {
	const before, after = 20, 60
	from, to := max(0, at-before), min(len(s), at+after)
	out := strings.ToValidUTF8(s[from:to], "")
	if from > 0 {
		out = "…" + out
	}
	if to < len(s) {
		out += "…"
	}
	return strings.TrimSpace(out)
}
