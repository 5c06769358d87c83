// Package diff compares two reports: requirements and rows that got worse or better, were added or removed, and
// capabilities that the target gained or lost.
package diff

import (
	"errors"
	"fmt"

	"plumbline/internal/reports"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/verdict"
)

// Schema is the format's name in the JSON of a Diff.
const Schema = "plumbline/diff/v1"

// ErrProfiles: the two reports are of different profiles.
var ErrProfiles = errors.New("the reports are of different profiles")

// Direction says whether a verdict became better or worse.
type Direction string

// The closed set of directions.
const (
	// Worse: from pass to anything else, or closer to fail.
	Worse Direction = "worse"
	// Better: to pass, or further from fail.
	Better Direction = "better"
	// Other: between verdicts that say equally little about the target.
	Other Direction = "other"
)

// Change is a requirement or a row whose verdict changed.
type Change struct {
	ID        string          `json:"id"`
	Spec      string          `json:"spec"`
	Old       verdict.Verdict `json:"old"`
	New       verdict.Verdict `json:"new"`
	Direction Direction       `json:"direction"`
	Reason    string          `json:"reason"`
}

// Entry is a requirement or a row that only one of the reports has.
type Entry struct {
	ID      string          `json:"id"`
	Spec    string          `json:"spec"`
	Verdict verdict.Verdict `json:"verdict"`
	// Regression: it passed, the suite is the same, and the newer report does not have it.
	Regression bool `json:"regression,omitempty"`
}

// Side identifies one of the two reports.
type Side struct {
	Run     string              `json:"run"`
	Target  string              `json:"target"`
	Started string              `json:"started"`
	Tool    string              `json:"tool"`
	Verdict verdict.Conformance `json:"verdict"`
}

// Diff is the difference. Every list is in the order of the catalogue.
type Diff struct {
	Schema  string `json:"schema"`
	Old     Side   `json:"old"`
	New     Side   `json:"new"`
	Profile string `json:"profile"`
	// SameSuite: both reports have the same digests of features and documents.
	SameSuite    bool     `json:"same_suite"`
	Requirements []Change `json:"requirements"`
	Rows         []Change `json:"rows"`
	Added        []Entry  `json:"added_requirements"`
	Removed      []Entry  `json:"removed_requirements"`
	AddedRows    []Entry  `json:"added_rows"`
	RemovedRows  []Entry  `json:"removed_rows"`
	// NotSelected has what only the older report selected, with its verdict there, NotSelectedBefore what only the newer
	// one selected: neither says that the target changed.
	NotSelected       Unselected `json:"not_selected"`
	NotSelectedBefore Unselected `json:"not_selected_before"`
	// Gained and Lost are capabilities of the target, with the evidence of the probe.
	Gained []eventlog.Capability `json:"capabilities_gained"`
	Lost   []eventlog.Capability `json:"capabilities_lost"`
}

// New compares two reports of one profile.
func New(older, newer *reports.Report) (*Diff, error) {
	if older.Profile != newer.Profile {
		return nil, fmt.Errorf("%w: %s and %s", ErrProfiles, older.Profile, newer.Profile)
	}
	a, b := older.Run.Digests, newer.Run.Digests
	d := &Diff{
		Schema: Schema, Old: side(older), New: side(newer), Profile: newer.Profile,
		SameSuite:    a.Features == b.Features && a.Documents == b.Documents,
		Requirements: []Change{}, Rows: []Change{}, Added: []Entry{}, Removed: []Entry{}, AddedRows: []Entry{}, RemovedRows: []Entry{},
		Gained: []eventlog.Capability{}, Lost: []eventlog.Capability{},
	}
	d.Rows, d.AddedRows, d.RemovedRows = d.compare(rows(older), rows(newer))
	d.Requirements, d.Added, d.Removed = d.compare(requirements(older), requirements(newer))
	d.setAside(older, newer)
	d.capabilities(older, newer)
	return d, nil
}

func side(r *reports.Report) Side {
	return Side{
		Run: r.Run.ID, Target: r.Target.Name, Started: r.Run.Started.Format("2006-01-02 15:04 UTC"),
		Tool: r.Run.Tool, Verdict: r.Summary.Verdict,
	}
}

// item is a requirement or a row with its verdict.
type item struct {
	id, spec, reason string
	verdict          verdict.Verdict
}

func requirements(r *reports.Report) []item {
	var out []item
	for _, req := range r.Requirements {
		out = append(out, item{req.ID, req.Spec, req.Reason, req.Verdict})
	}
	return out
}

// rows lists the cases, each once, by their ids.
func rows(r *reports.Report) []item {
	var out []item
	seen := map[string]bool{}
	for _, req := range r.Requirements {
		for _, row := range req.Rows {
			if !seen[row.Case] {
				seen[row.Case] = true
				out = append(out, item{row.Case, req.Spec, row.Reason, row.Verdict})
			}
		}
	}
	return out
}

func (d *Diff) compare(older, newer []item) (changed []Change, added, removed []Entry) {
	changed, added, removed = []Change{}, []Entry{}, []Entry{}
	before, after := map[string]item{}, map[string]bool{}
	for _, i := range older {
		before[i.id] = i
	}
	for _, now := range newer {
		after[now.id] = true
		was, ok := before[now.id]
		switch {
		case !ok:
			added = append(added, Entry{ID: now.id, Spec: now.spec, Verdict: now.verdict})
		case was.verdict != now.verdict:
			changed = append(changed,
				Change{
					ID: now.id, Spec: now.spec, Old: was.verdict, New: now.verdict, Direction: direction(was.verdict, now.verdict),
					Reason: now.reason,
				})
		}
	}
	for _, was := range older {
		if !after[was.id] {
			removed = append(removed,
				Entry{ID: was.id, Spec: was.spec, Verdict: was.verdict, Regression: d.SameSuite && was.verdict == verdict.Pass})
		}
	}
	return changed, added, removed
}

// direction is Worse for anything that passed and does not any more, because it is no longer shown to hold. Between other
// verdicts it follows the order of verdicts, with pass as the best.
func direction(was, is verdict.Verdict) Direction {
	switch {
	case was == verdict.Pass:
		return Worse
	case is == verdict.Pass:
		return Better
	case is > was && is > verdict.Pass:
		return Worse
	case is < was && was > verdict.Pass:
		return Better
	}
	return Other
}

func (d *Diff) capabilities(older, newer *reports.Report) {
	had := map[string]bool{}
	for _, c := range older.Target.Capabilities {
		had[c.Name] = c.Present
	}
	for _, c := range newer.Target.Capabilities {
		was, known := had[c.Name]
		switch {
		case c.Evidence == eventlog.NotAsked:
		case c.Present && known && !was:
			d.Gained = append(d.Gained, c)
		case !c.Present && was:
			d.Lost = append(d.Lost, c)
		}
	}
}

// Regressions counts what got worse, and what passed and is missing although the suite is the same.
func (d *Diff) Regressions() int {
	n := 0
	for _, list := range [][]Change{d.Requirements, d.Rows} {
		for _, c := range list {
			if c.Direction == Worse {
				n++
			}
		}
	}
	for _, list := range [][]Entry{d.Removed, d.RemovedRows} {
		for _, e := range list {
			if e.Regression {
				n++
			}
		}
	}
	return n
}
