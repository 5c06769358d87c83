package reports

import (
	"fmt"
	"slices"
	"strings"

	"plumbline/internal/features"
	"plumbline/internal/openapi"
	"plumbline/internal/reports/verdict"
)

// requirement is a requirement of the catalogue with the verdict of its rows.
func (b *builder) requirement(spec features.Specification, r features.Requirement) Requirement {
	out := Requirement{
		ID: r.ID, Spec: spec.ID, Class: r.Class.String(), Standing: r.StandingIn(
			b.profile), Absence: r.Absence, Statement: r.StatementIn(b.profile), Source: r.Source,
		Actor: r.Actor, Since: version(r.Since), Until: version(r.Until), Notes: r.Notes, Rows: []Row{},
	}
	var verdicts []verdict.Verdict
	for _, rec := range b.order {
		if slices.Contains(rec.info.Requirements, r.ID) {
			row := *b.rows[rec.info.Case]
			out.Rows = append(out.Rows, row)
			verdicts = append(verdicts, row.Verdict)
		}
	}
	slices.SortStableFunc(out.Rows, func(a, b Row) int { return compareRows(&a, &b) })
	if len(verdicts) == 0 {
		f := b.judgeAbsent(spec, r)
		out.Verdict, out.Reason = f.verdict, f.reason
		return out
	}
	if !b.finished() && !b.planned {
		// Without a plan the number of missing rows is unknown.
		verdicts = append(verdicts, verdict.NotRun)
	}
	out.Verdict = verdict.Requirement(verdicts...)
	out.Reason = b.requirementReason(out)
	return out
}

// judgeAbsent is the verdict of a requirement without any case, which never is pass.
func (b *builder) judgeAbsent(spec features.Specification, r features.Requirement) finding {
	applies := r.Profiles[b.profile]
	sel := b.start.Selection
	switch {
	case !applies.Holds:
		reason := applies.Reason
		if reason == "" {
			reason = fmt.Sprintf("does not hold in the profile %s", b.profile)
		}
		return finding{verdict: verdict.NotApplicable, reason: reason}
	case !b.selected(spec.ID):
		return finding{verdict: verdict.Excluded, reason: "outside the selection of this run: " + strings.Join(sel.Specs, ", ")}
	case b.isExcluded(spec), slices.Contains(sel.Exclude, r.ID):
		return finding{verdict: verdict.Excluded, reason: "excluded by the operator"}
	case b.narrowed(r.ID):
		return finding{verdict: verdict.Excluded, reason: "outside the selection of this run: " + b.narrowing()}
	case b.tooNew(spec.Service, r.Since):
		return finding{
			verdict: verdict.Unsupported,
			reason:  fmt.Sprintf("needs %s %s; the target says its newest is %s", spec.Service, r.Since, b.maximum(spec.Service)),
		}
	case r.Class == features.NotObservable:
		reason := "not visible through the REST API alone, and no scenario observes it another way"
		if len(r.Notes) > 0 {
			reason = r.Notes[0]
		}
		return finding{verdict: verdict.Unobservable, reason: reason}
	case !b.finished():
		return finding{verdict: verdict.NotRun, reason: "not reached: " + b.stopped()}
	}
	return finding{verdict: verdict.NotRun, reason: "no scenario of this run carries it"}
}

func (b *builder) selected(spec string) bool {
	specs := b.start.Selection.Specs
	return len(specs) == 0 || slices.Contains(specs, spec)
}

// isExcluded tells whether the operator left out a specification whole, by its own name.
func (b *builder) isExcluded(s features.Specification) bool {
	return slices.Contains(b.start.Selection.Exclude, s.ID)
}

// isOutside tells whether the operator selected nothing of a specification. A requirement that the operator excluded by name
// counts as selected: whoever leaves out a part asks about the rest.
func (b *builder) isOutside(s features.Specification) bool {
	if !b.selected(s.ID) {
		return true
	}
	asked := func(r features.Requirement) bool {
		return r.Profiles[b.profile].Holds && (!b.narrowed(r.ID) || slices.Contains(b.start.Selection.Exclude, r.ID))
	}
	return b.narrowing() != "" && !slices.ContainsFunc(s.Requirements, asked)
}

// narrowing describes the operator's selection below the level of specifications, "" for everything.
func (b *builder) narrowing() string {
	sel := b.start.Selection
	return Join(", ", append(append(slices.Clone(sel.Requirements), sel.Rows...), sel.Tags)...)
}

// narrowed tells whether the operator selected requirements, rows or tags, and not this requirement. Tags were applied by
// the plan: had they matched, the requirement would have a row.
func (b *builder) narrowed(id string) bool {
	sel := b.start.Selection
	if b.narrowing() == "" {
		return false
	}
	return !slices.Contains(sel.Requirements, id) && !slices.Contains(sel.Rows, id)
}

func (b *builder) maximum(service string) string {
	if b.target != nil {
		for _, s := range b.target.Services {
			if s.Type == service {
				return s.Max
			}
		}
	}
	return ""
}

func (b *builder) tooNew(service string, since openapi.Version) bool {
	newest, err := openapi.ParseVersion(b.maximum(service))
	return err == nil && !since.IsZero() && newest.Less(since)
}

func version(v openapi.Version) string {
	if v.IsZero() {
		return ""
	}
	return v.String()
}
