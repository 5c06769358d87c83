package html

import (
	"maps"
	"slices"

	"plumbline/internal/reports"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/printable"
)

// packedCase is a case for the page, a row of the report with the course of its attempts, as a list: its id, name, microversion,
// variant, actor, verdict, reason, probe, what was expected, what was got, file of the feature (all numbers of texts), line,
// milliseconds, 1 if it is flaky, the course, and for a repeated case its attempts: outcome, reason, course.
type packedCase []any

// story is the course of an attempt: the steps, and the exchanges of the clean-up after the last one.
type story struct {
	steps []packedStep
	after []string
}

// packedStep is a sentence with its exchanges; from is the case that created its resources, "" where the step did.
type packedStep struct {
	keyword, text, status, message, from string
	exchanges                            []string
}

// packCases packs the cases of a report, in the order of their ids, and answers the number of each.
func packCases(s Source, texts *textList) (packedFace, map[string]int) {
	rows, told := rowsByCase(s.Report), stories(s.Events)
	face, numbers := packedFace{Cases: []packedCase{}, Exchanges: s.Report.Run.Exchanges}, map[string]int{}
	for i, id := range slices.Sorted(maps.Keys(rows)) {
		numbers[id] = i
		face.Cases = append(face.Cases, packCase(rows[id], told[id], texts))
	}
	return face, numbers
}

func packCase(row *reports.Row, told []story, texts *textList) packedCase {
	c := packedCase{}
	for _, text := range []string{
		row.Case, row.Name, row.At, row.Variant, row.Actor, row.Verdict.String(), row.Reason, row.Probe, row.Expected, row.Got, row.Feature,
	} {
		c = append(c, texts.add(printable.Text(text)))
	}
	flaky := 0
	if row.Flaky {
		flaky = 1
	}
	c = append(c, row.Line, int(row.Millis), flaky)
	storyAt := func(i int) []any {
		if i < len(told) {
			return told[i].packed(texts)
		}
		return []any{}
	}
	if len(row.Attempts) == 0 {
		return append(c, storyAt(0))
	}
	attempts := []any{}
	for i, a := range row.Attempts {
		attempts = append(attempts, []any{texts.add(a.Outcome.String()), texts.add(printable.Text(a.Reason)), storyAt(i)})
	}
	return append(c, []any{}, attempts)
}

// packed is a story as a list: the exchanges after the last step, then for each step a list of keyword, text, status, message, the
// case it is from, and the exchanges.
func (s story) packed(texts *textList) []any {
	out := []any{packIDs(s.after)}
	for _, step := range s.steps {
		packed := []any{}
		for _, text := range []string{step.keyword, step.text, step.status, step.message, step.from} {
			packed = append(packed, texts.add(text))
		}
		out = append(out, append(packed, packIDs(step.exchanges)...))
	}
	return out
}

// stories makes the story of each attempt at each case. Events before an attempt was started again, in a resumed run, are left out.
func stories(events []eventlog.Event) map[string][]story {
	told := map[string][]story{}
	at := func(id string, attempt int) *story {
		n := max(attempt, 1)
		for len(told[id]) < n {
			told[id] = append(told[id], story{})
		}
		return &told[id][n-1]
	}
	for i := range events {
		switch e := &events[i]; {
		case e.CaseStarted != nil:
			*at(e.CaseStarted.Case, e.CaseStarted.Attempt) = story{}
			told[e.CaseStarted.Case] = told[e.CaseStarted.Case][:max(e.CaseStarted.Attempt, 1)]
		case e.Exchanged != nil && e.Exchanged.Case != "":
			s := at(e.Exchanged.Case, e.Exchanged.Attempt)
			s.after = append(s.after, e.Exchanged.ID)
		case e.StepDone != nil:
			d, s := e.StepDone, at(e.StepDone.Case, e.StepDone.Attempt)
			s.steps = append(s.steps, packedStep{
				keyword: d.Keyword, text: printable.Text(d.Text), status: d.Status, message: printable.Text(d.Message),
				from: printable.Line(d.From), exchanges: s.after,
			})
			s.after = nil
		}
	}
	return told
}
