package html

// caseTag is what the filters ask of a case beside its verdict, actor and microversion.
type caseTag struct {
	class        string
	drift, flaky bool
}

type caseTags map[string]caseTag

// tagCases looks at the cases of a report. Drift is taken from the log; where there is no log, from the
// exchanges that the report's list of drift names.
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

// tag adds what is known of a case.
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
