package html

import (
	"fmt"
	"slices"
	"strings"

	"plumbline/internal/reports"
	"plumbline/internal/reports/verdict"
)

func newFaces(sources []Source) []face {
	labels := labels(sources)
	var out []face
	for i, s := range sources {
		r := s.Report
		out = append(out, face{
			R: r, Index: i, Label: labels[i], Link: s.Page, Counts: counts(r.Summary.Requirements), Words: barWords(r.Summary.Requirements),
			Took: reports.Took(r), Flags: flags(r),
		})
	}
	return out
}

// labels are the headings of the columns: the names given, else the target, the profile, or both, as needed to tell the reports apart.
func labels(sources []Source) []string {
	ways := []func(Source) string{
		func(s Source) string { return targetName(s.Report) },
		func(s Source) string { return s.Report.Profile },
		func(s Source) string { return targetName(s.Report) + ", " + s.Report.Profile },
	}
	out := make([]string, len(sources))
	for _, way := range ways {
		for i, s := range sources {
			if out[i] = s.Name; s.Name == "" {
				out[i] = way(s)
			}
		}
		if areDistinct(out) {
			return out
		}
	}
	for i := range out {
		out[i] = fmt.Sprintf("%s #%d", out[i], i+1)
	}
	return out
}

func areDistinct(list []string) bool {
	sorted := slices.Clone(list)
	slices.Sort(sorted)
	return len(slices.Compact(sorted)) == len(list)
}

// targetName is the name of the target without its address.
func targetName(r *reports.Report) string {
	name, _, _ := strings.Cut(r.Target.Name, " (")
	if name == "" {
		return "unnamed target"
	}
	return name
}

// flags are facts about a run that a reader must know with the verdict.
func flags(r *reports.Report) []flag {
	var out []flag
	if r.Run.Insecure {
		out = append(out, flag{"Insecure", "Certificates were not verified: whoever answered may not have been the target."})
	}
	if r.Run.Stopped != "" {
		out = append(out, flag{"Incomplete", upper(r.Run.Stopped) + "."})
	}
	if n := len(r.Run.Resumed); n > 0 {
		out = append(out, flag{"Resumed", "The run was interrupted and went on " + reports.Plural(n, "time") + "; its log is one chain."})
	}
	if n := rowsWith(r, func(row *reports.Row) bool { return len(row.Before) > 0 }); n > 0 {
		out = append(out, flag{"Ran again", reports.Plural(n, "row") + " had not passed, and ran again; their reasons say what they were."})
	}
	if n := rowsWith(r, func(row *reports.Row) bool { return row.Flaky }); n > 0 {
		out = append(out, flag{"Flaky", reports.Plural(n, "row") + " ended differently from attempt to attempt."})
	}
	if n := len(r.Leaks); n > 0 {
		out = append(out, flag{"Left behind", reports.Plural(n, "thing") + " the run created and did not remove; see below."})
	}
	if n := r.Summary.Requirements[verdict.Waived]; n > 0 {
		out = append(out, flag{"Waived", reports.Plural(n, "requirement") + " failed and the operator accepted it."})
	}
	return out
}

func rowsWith(r *reports.Report, is func(*reports.Row) bool) int {
	n := 0
	for _, row := range rowsByCase(r) {
		if is(row) {
			n++
		}
	}
	return n
}
