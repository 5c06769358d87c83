package reports

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"plumbline/internal/features"
	"plumbline/internal/reports/verdict"
)

// Took is the duration of a run, rounded for a reader. A run on the embedded mock is measured by the mock's
// clock, which jumps over waits.
func Took(r *Report) string {
	d, whose := r.Run.Ended.Sub(r.Run.Started), ""
	if r.Target.Kind == "embedded" {
		whose = " by the mock's clock"
	}
	if d < 10*time.Second {
		return d.Round(10*time.Millisecond).String() + whose
	}
	return d.Round(time.Second).String() + whose
}

// Glyph is a character that marks a verdict beside its name, so that colours are not needed.
func Glyph(v any) string {
	switch v {
	case verdict.Pass, verdict.Conformant:
		return "✓"
	case verdict.Fail, verdict.NotConformant:
		return "✕"
	case verdict.Error:
		return "!"
	case verdict.NotRun, verdict.Inconclusive:
		return "○"
	case verdict.Waived, verdict.Partial:
		return "~"
	case verdict.Excluded:
		return "−"
	case verdict.Unobservable:
		return "?"
	case verdict.NotApplicable:
		return "·"
	}
	return "–"
}

// ExcludedTogether groups requirements for a list: each is a group of its own, except that those excluded for the
// same reason form one group.
func ExcludedTogether(open []Requirement) [][]Requirement {
	var out [][]Requirement
	for _, req := range open {
		if n := len(out); n > 0 && req.Verdict == verdict.Excluded && out[n-1][0].Verdict == verdict.Excluded &&
			out[n-1][0].Reason == req.Reason {
			out[n-1] = append(out[n-1], req)
			continue
		}
		out = append(out, []Requirement{req})
	}
	return out
}

// Ids lists a group: every id of a short one, the first and the last of a long one.
func Ids(group []Requirement) string {
	names := make([]string, 0, len(group))
	for _, req := range group {
		names = append(names, req.ID)
	}
	if len(names) > 4 {
		return fmt.Sprintf("%s … %s (%d)", names[0], names[len(names)-1], len(names))
	}
	return strings.Join(names, ", ")
}

// Kinds counts things by their kind, in the order in which the kinds come: "43 servers, 1 key pair".
func Kinds(kinds []string) string {
	counts, order := map[string]int{}, []string{}
	for _, kind := range kinds {
		if counts[kind]++; counts[kind] == 1 {
			order = append(order, kind)
		}
	}
	for i, kind := range order {
		order[i] = Plural(counts[kind], strings.Replace(kind, "keypair", "key pair", 1))
	}
	return strings.Join(order, ", ")
}

// CountWords is "12 pass, 1 fail": counts above 0, the worst verdict first.
func CountWords(counts map[verdict.Verdict]int) string {
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

// requirementReason is the sentence that explains a requirement's verdict: what decided it, and the number of rows.
func (b *builder) requirementReason(r Requirement) string {
	var deciding []Row
	for _, row := range r.Rows {
		if row.Verdict == r.Verdict {
			deciding = append(deciding, row)
		}
	}
	switch {
	case len(deciding) == 0:
		return "not every row was reached: " + b.stopped()
	case r.Verdict == verdict.Pass:
		return passReason(r.Rows)
	}
	var reasons []string
	seen := map[string]bool{}
	for _, row := range deciding {
		if !seen[row.Reason] {
			seen[row.Reason] = true
			reasons = append(reasons, row.Reason)
		}
	}
	if len(deciding) == len(r.Rows) && len(reasons) == 1 {
		return reasons[0]
	}
	names := make([]string, 0, len(deciding))
	for _, row := range deciding {
		names = append(names, RowName(row))
	}
	return shorten(names, 4) + ": " + shorten(reasons, 2)
}

func passReason(rows []Row) string {
	counts := verdictCounts()
	for _, row := range rows {
		counts[row.Verdict]++
	}
	parts := []string{Plural(counts[verdict.Pass], "row") + " passed"}
	for _, v := range verdict.All() {
		if v != verdict.Pass && counts[v] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", counts[v], v))
		}
	}
	return strings.Join(parts, ", ")
}

// RowName names a case for readers: row, microversion, variant.
func RowName(r Row) string {
	name := r.Row
	if r.At != "" {
		name += " at " + r.At
	}
	if r.Variant != "" {
		name += " (" + r.Variant + ")"
	}
	return name
}

func (b *builder) specificationReason(s Specification, requirements []Requirement) string {
	ids := map[verdict.Verdict][]string{}
	for _, r := range requirements {
		if r.Standing != features.Decision {
			ids[r.Verdict] = append(ids[r.Verdict], r.ID)
		}
	}
	say := func(words string, of ...verdict.Verdict) string {
		var list []string
		for _, v := range of {
			list = append(list, ids[v]...)
		}
		if len(list) == 0 {
			return ""
		}
		return words + " " + shorten(list, 12)
	}
	switch s.Verdict {
	case verdict.NotConformant:
		return say("failed:", verdict.Fail)
	case verdict.Inconclusive:
		parts := Join("; ", say("error:", verdict.Error), say("not run:", verdict.NotRun))
		switch {
		case parts != "":
			return parts
		case !b.complete():
			return b.stopped()
		case len(ids[verdict.Pass]) > 0:
			return "nothing that the specification brings passed: what held before it proves nothing of it"
		}
		return "no requirement passed: nothing was proven"
	case verdict.Partial:
		return "conformant except for " + Join("; ", say("waived:", verdict.Waived),
			say("excluded:", verdict.Excluded), b.rowsLeftOut(requirements))
	case verdict.Conformant:
		return Plural(len(ids[verdict.Pass]), "requirement") + " passed, none failed or was left open"
	case verdict.NotOffered:
		return notOfferedReason(s)
	}
	return "outside the selection of this run"
}

// rowsLeftOut names the requirements that passed although the operator left out some of their rows.
func (b *builder) rowsLeftOut(requirements []Requirement) string {
	var ids []string
	for _, r := range requirements {
		if r.Standing != features.Decision && b.leavesOutRows(r) {
			ids = append(ids, r.ID)
		}
	}
	if len(ids) == 0 {
		return ""
	}
	return "rows left out by the operator: " + shorten(ids, 12)
}

// notOfferedReason explains why a specification is not offered.
func notOfferedReason(s Specification) string {
	absence, baseline := "what it brings is unsupported by the target or not applicable in this profile", ""
	if len(s.Absence) > 0 {
		absence += "; absence verified by " + shorten(s.Absence, 12)
	}
	if Total(s.Baseline) > 0 {
		baseline = "what held before it: " + CountWords(s.Baseline)
	}
	return Join("; ", absence, baseline)
}

func Total(counts map[verdict.Verdict]int) int {
	n := 0
	for _, c := range counts {
		n += c
	}
	return n
}

// runReason is the sentence that explains the verdict of the run.
func (b *builder) runReason(r *Report, c verdict.Conformance) string {
	var reasons []string
	selected := 0
	for _, s := range r.Specifications {
		if s.Verdict == c {
			reasons = append(reasons, s.Title+" ("+s.Reason+")")
		}
		if s.Verdict != verdict.NotSelected {
			selected++
		}
	}
	switch {
	case selected == 0:
		return "no specification was selected"
	case c == verdict.Inconclusive && !b.complete():
		return b.stopped()
	case c == verdict.Conformant:
		return headline(r.Specifications, offeredOf(r.Specifications))
	case c == verdict.NotOffered:
		return "none of the selected specifications is offered by this target in this profile"
	}
	return strings.Join(reasons, "; ")
}

func shorten(list []string, most int) string {
	if len(list) <= most {
		return strings.Join(list, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(list[:most], ", "), len(list)-most)
}

func Join(sep string, parts ...string) string {
	var kept []string
	for _, p := range parts {
		if p != "" {
			kept = append(kept, p)
		}
	}
	return strings.Join(kept, sep)
}

func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Insecure is the warning that every rendering has of a run that verified no certificates.
const Insecure = "INSECURE: certificates were not verified; whoever answered may not have been the target"

// Padding matches the blanks that a table writer leaves behind an empty last cell.
var Padding = regexp.MustCompile(` +\n`)
