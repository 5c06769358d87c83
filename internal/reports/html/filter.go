package html

import (
	"cmp"
	"slices"

	"plumbline/internal/features"
	"plumbline/internal/openapi"
	"plumbline/internal/reports/verdict"
)

// filters are the filters of the page: only values that some requirement or row has.
type filters struct {
	Verdicts []count
	Actors   []string
	Versions []string
	Classes  []string
	Flags    []choice
}

// choice is one filter: its flag, its text, and the number of requirements that match.
type choice struct {
	Flag, Words string
	N           int
}

func newFilters(specs []specPage) filters {
	f := filters{}
	verdicts, classes, flags := map[string]int{}, map[string]bool{}, map[string]int{}
	for _, s := range specs {
		for _, r := range s.List {
			for _, v := range r.Verdicts {
				verdicts[v]++
			}
			for _, name := range r.Flags {
				flags[name]++
			}
			classes[r.Letter] = true
			f.merge(r.facets)
		}
		for _, t := range s.Tables {
			for _, l := range t.Rows {
				for _, v := range l.Verdicts {
					verdicts[v] += 0
				}
				f.merge(l.facets)
			}
		}
	}
	for _, v := range verdict.All() {
		if n, ok := verdicts[v.String()]; ok {
			f.Verdicts = append(f.Verdicts, count{v, n})
		}
	}
	for _, c := range features.Classes() {
		if classes[c.String()] {
			f.Classes = append(f.Classes, c.String())
		}
	}
	for _, c := range []choice{{"differs", "reports differ", 0}, {"flaky", "flaky", 0}, {"drift", "drift", 0}} {
		if c.N = flags[c.Flag]; c.N > 0 {
			f.Flags = append(f.Flags, c)
		}
	}
	slices.Sort(f.Actors)
	slices.SortFunc(f.Versions, compareVersions)
	return f
}

func (f *filters) merge(of facets) {
	for _, a := range of.Actors {
		f.Actors = include(f.Actors, a)
	}
	for _, v := range of.Versions {
		f.Versions = include(f.Versions, v)
	}
}

// compareVersions orders microversions by number, and texts that are none last.
func compareVersions(a, b string) int {
	v, errA := openapi.ParseVersion(a)
	w, errB := openapi.ParseVersion(b)
	switch {
	case errA != nil || errB != nil:
		return cmp.Or(compareBool(errA != nil, errB != nil), cmp.Compare(a, b))
	case v.Less(w):
		return -1
	case w.Less(v):
		return 1
	}
	return 0
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
