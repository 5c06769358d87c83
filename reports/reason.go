package reports

import (
	"fmt"
	"strings"

	"plumbline/reports/verdict"
)

// requirementReason is the sentence behind a requirement's verdict: what decided it, and how many rows there were.
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
		names = append(names, rowName(row))
	}
	return shorten(names, 4) + ": " + shorten(reasons, 2)
}

func passReason(rows []Row) string {
	counts := verdictCounts()
	for _, row := range rows {
		counts[row.Verdict]++
	}
	parts := []string{plural(counts[verdict.Pass], "row") + " passed"}
	for _, v := range verdict.All() {
		if v != verdict.Pass && counts[v] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", counts[v], v))
		}
	}
	return strings.Join(parts, ", ")
}

// rowName names a case for a reader: row, microversion, variant.
func rowName(r Row) string {
	name := r.Row
	if r.At != "" {
		name += " at " + r.At
	}
	if r.Variant != "" {
		name += " (" + r.Variant + ")"
	}
	return name
}

func specificationReason(c verdict.Conformance, requirements []Requirement) string {
	ids := map[verdict.Verdict][]string{}
	for _, r := range requirements {
		ids[r.Verdict] = append(ids[r.Verdict], r.ID)
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
	switch c {
	case verdict.NotConformant:
		return say("failed:", verdict.Fail)
	case verdict.Inconclusive:
		parts := join("; ", say("error:", verdict.Error), say("not run:", verdict.NotRun))
		if parts == "" {
			return "no requirement passed: nothing was proven"
		}
		return parts
	case verdict.Partial:
		return "conformant except for " + join("; ", say("waived:", verdict.Waived), say("excluded:", verdict.Excluded))
	case verdict.Conformant:
		return plural(len(ids[verdict.Pass]), "requirement") + " passed, none failed or was left open"
	case verdict.NotOffered:
		return "every requirement is unsupported by the target or not applicable in this profile"
	}
	return "outside the selection of this run"
}

// runReason is the sentence under the verdict of the run.
func (b *builder) runReason(r *Report, c verdict.Conformance) string {
	var reasons []string
	passed, selected := 0, 0
	for _, s := range r.Specifications {
		if s.Verdict == c {
			reasons = append(reasons, s.Title+" ("+s.Reason+")")
		}
		if s.Verdict != verdict.NotSelected {
			selected++
		}
		passed += s.Requirements[verdict.Pass]
	}
	switch {
	case selected == 0:
		return "no specification was selected"
	case c == verdict.Conformant:
		return fmt.Sprintf("%s of %s passed, none failed or was left open", plural(passed, "requirement"), plural(selected, "specification"))
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

func join(sep string, parts ...string) string {
	var kept []string
	for _, p := range parts {
		if p != "" {
			kept = append(kept, p)
		}
	}
	return strings.Join(kept, sep)
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
