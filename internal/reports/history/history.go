// Package history puts the reports of clouds in the order of their runs: verdicts over time, what got worse or better when, and
// rows that do not always end alike.
package history

import (
	"cmp"
	"slices"

	"plumbline/internal/reports"
	"plumbline/internal/reports/diff"
	"plumbline/internal/reports/verdict"
)

// Source is a report, the name of its cloud, and where it is: a folder for the reader.
type Source struct {
	Cloud, Place string
	Report       *reports.Report
}

// History has the clouds, sorted by name and profile.
type History struct{ Clouds []Cloud }

// Cloud is one cloud in one profile.
type Cloud struct {
	Name, Profile string
	// Runs are the runs, oldest first.
	Runs []Run
	// Specifications are those that any run selected, in the order of the newest report.
	Specifications []Specification
	// Flaky are the rows that do not always end alike, in the order of the report.
	Flaky []Flaky
}

// Run is one run of a cloud.
type Run struct {
	Source
	// Worse and Better are the requirements that changed since the run before.
	Worse, Better []diff.Change
	// NotSelected counts the requirements that the run before selected and this one did not.
	NotSelected int
}

// Specification has one verdict for each run: NotSelected where the run does not have it.
type Specification struct {
	ID, Title string
	Verdicts  []verdict.Conformance
}

// Flaky is a row that ended differently in attempts of one run, or that went back to an earlier verdict in runs of one selection.
type Flaky struct {
	Case, Why string
	// Verdicts has one verdict for each run; Has is false where the run does not have the row.
	Verdicts []verdict.Verdict
	Has      []bool
}

// New orders reports by cloud, profile and start.
func New(sources []Source) *History {
	sorted := slices.Clone(sources)
	slices.SortStableFunc(sorted, func(a, b Source) int {
		return cmp.Or(cmp.Compare(a.Cloud, b.Cloud), cmp.Compare(a.Report.Profile, b.Report.Profile),
			a.Report.Run.Started.Compare(b.Report.Run.Started), cmp.Compare(a.Report.Run.ID, b.Report.Run.ID))
	})
	out := &History{}
	for _, s := range sorted {
		n := len(out.Clouds) - 1
		if n < 0 || out.Clouds[n].Name != s.Cloud || out.Clouds[n].Profile != s.Report.Profile {
			out.Clouds = append(out.Clouds, Cloud{Name: s.Cloud, Profile: s.Report.Profile})
			n++
		}
		out.Clouds[n].add(s)
	}
	for i := range out.Clouds {
		out.Clouds[i].Specifications = specifications(out.Clouds[i].Runs)
		out.Clouds[i].Flaky = flaky(out.Clouds[i].Runs)
	}
	return out
}

// add appends a run, with what changed since the one before. A run that is there already, in another folder, is one run.
func (c *Cloud) add(s Source) {
	run := Run{Source: s}
	if n := len(c.Runs); n > 0 {
		if c.Runs[n-1].Report.Run.ID == s.Report.Run.ID {
			return
		}
		if d, err := diff.New(c.Runs[n-1].Report, s.Report); err == nil {
			run.NotSelected = len(d.NotSelected.Requirements)
			changes := d.Requirements
			for _, e := range d.NotSelectedBefore.Requirements {
				changes = append(changes, c.sinceLastSelected(e.ID, s.Report)...)
			}
			run.sort(changes)
		}
	}
	c.Runs = append(c.Runs, run)
}

// sort files changes by their direction, in the order of the report.
func (r *Run) sort(changes []diff.Change) {
	place := map[string]int{}
	for i, req := range r.Report.Requirements {
		place[req.ID] = i
	}
	slices.SortStableFunc(changes, func(a, b diff.Change) int { return cmp.Compare(place[a.ID], place[b.ID]) })
	for _, change := range changes {
		switch change.Direction {
		case diff.Worse:
			r.Worse = append(r.Worse, change)
		case diff.Better:
			r.Better = append(r.Better, change)
		}
	}
}

// sinceLastSelected is the change of a requirement that the run before did not select, since the last run that did.
func (c *Cloud) sinceLastSelected(id string, newer *reports.Report) []diff.Change {
	of := func(list []diff.Entry) bool {
		return slices.ContainsFunc(list, func(e diff.Entry) bool { return e.ID == id })
	}
	for _, run := range slices.Backward(c.Runs) {
		d, err := diff.New(run.Report, newer)
		if err != nil || of(d.NotSelectedBefore.Requirements) {
			continue
		}
		for _, change := range d.Requirements {
			if change.ID == id {
				return []diff.Change{change}
			}
		}
		return nil
	}
	return nil
}

func specifications(runs []Run) []Specification {
	var out []Specification
	for _, run := range slices.Backward(runs) {
		for _, s := range run.Report.Specifications {
			if s.Verdict != verdict.NotSelected && !slices.ContainsFunc(out, func(had Specification) bool { return had.ID == s.ID }) {
				out = append(out, Specification{ID: s.ID, Title: s.Title})
			}
		}
	}
	for i := range out {
		for _, run := range runs {
			v := verdict.NotSelected
			for _, s := range run.Report.Specifications {
				if s.ID == out[i].ID {
					v = s.Verdict
				}
			}
			out[i].Verdicts = append(out[i].Verdicts, v)
		}
	}
	return out
}
