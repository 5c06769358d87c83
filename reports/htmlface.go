package reports

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"plumbline/reports/verdict"
)

func newFaces(sources []Source) []face {
	labels := labels(sources)
	var out []face
	for i, s := range sources {
		r := s.Report
		out = append(out, face{
			R: r, Index: i, Label: labels[i], Link: s.Page, Counts: counts(r.Summary.Requirements), Words: barWords(r.Summary.Requirements),
			Took: took(r), Flags: flags(r),
		})
	}
	return out
}

// took is how long a run took, as precise as a reader needs it. A run on the embedded mock is timed by the mock's
// clock, which jumps to what it waits for.
func took(r *Report) string {
	d, whose := r.Run.Ended.Sub(r.Run.Started), ""
	if r.Target.Kind == "embedded" {
		whose = " by the mock's clock"
	}
	if d < 10*time.Second {
		return d.Round(10*time.Millisecond).String() + whose
	}
	return d.Round(time.Second).String() + whose
}

// labels are the heads of the columns: the names given, else the target, the profile or both, whatever tells the reports apart.
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
		if distinct(out) {
			return out
		}
	}
	for i := range out {
		out[i] = fmt.Sprintf("%s #%d", out[i], i+1)
	}
	return out
}

func distinct(list []string) bool {
	sorted := slices.Clone(list)
	slices.Sort(sorted)
	return len(slices.Compact(sorted)) == len(list)
}

// targetName is the target's name without the address behind it.
func targetName(r *Report) string {
	name, _, _ := strings.Cut(r.Target.Name, " (")
	if name == "" {
		return "unnamed target"
	}
	return name
}

// flags are what a reader must know of a run before the verdict is believed.
func flags(r *Report) []flag {
	var out []flag
	if r.Run.Insecure {
		out = append(out, flag{"Insecure", "Certificates were not verified: whoever answered may not have been the target."})
	}
	if r.Run.Stopped != "" {
		out = append(out, flag{"Incomplete", upper(r.Run.Stopped) + "."})
	}
	if n := len(r.Run.Resumed); n > 0 {
		out = append(out, flag{"Resumed", "The run was interrupted and went on " + plural(n, "time") + "; its log is one chain."})
	}
	if n := flakyRows(r); n > 0 {
		out = append(out, flag{"Flaky", plural(n, "row") + " ended differently from attempt to attempt."})
	}
	if n := len(r.Leaks); n > 0 {
		out = append(out, flag{"Left behind", plural(n, "thing") + " the run created and did not remove; see below."})
	}
	if n := r.Summary.Requirements[verdict.Waived]; n > 0 {
		out = append(out, flag{"Waived", plural(n, "requirement") + " failed and the operator accepted it."})
	}
	return out
}

func flakyRows(r *Report) int {
	n := 0
	for _, row := range rowsByCase(r) {
		if row.Flaky {
			n++
		}
	}
	return n
}
