package html

// caseTag holds further values of a case that the filters compare.
type caseTag struct {
	class        string
	drift, flaky bool
}

type caseTags map[string]caseTag

// tagCases collects the tags of a report's cases. Drift is taken from the log or, without one, from the exchanges in
// the report's list of drift.
func tagCases(s Source) caseTags {
	tags, drifted := caseTags{}, map[string]bool{}
	for i := range s.Events {
		if x := s.Events[i].Exchanged; x != nil && len(x.Drift) > 0 {
			drifted[x.ID] = true
		}
	}
	if len(s.Events) == 0 {
		for _, d := range s.Report.Drift {
			for _, id := range d.Exchanges {
				drifted[id] = true
			}
		}
	}
	for _, req := range s.Report.Requirements {
		for _, row := range req.Rows {
			tag := tags[row.Case]
			tag.class, tag.flaky = req.Class, row.Flaky
			for _, id := range row.Exchanges {
				tag.drift = tag.drift || drifted[id]
			}
			tags[row.Case] = tag
		}
	}
	return tags
}

// tag adds the values of a case.
func (f *facets) tag(t caseTag) {
	if f.Letter == "" {
		f.Letter = t.class
	}
	if t.drift {
		f.Flags = include(f.Flags, "drift")
	}
	if t.flaky {
		f.Flags = include(f.Flags, "flaky")
	}
}
