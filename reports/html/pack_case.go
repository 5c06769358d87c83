package html

import (
	"plumbline/reports/eventlog"
	"plumbline/reports/printable"
)

// packedCase is a case for the page: a row of the report, and each step with its exchanges.
type packedCase struct {
	Row      string `json:"row"`
	Name     string `json:"name"`
	At       string `json:"at,omitempty"`
	Variant  string `json:"variant,omitempty"`
	Actor    string `json:"actor,omitempty"`
	Verdict  string `json:"verdict"`
	Reason   string `json:"reason,omitempty"`
	Probe    string `json:"probe,omitempty"`
	Expected string `json:"expected,omitempty"`
	Got      string `json:"got,omitempty"`
	Feature  string `json:"feature,omitempty"`
	Line     int    `json:"line,omitempty"`

	Millis float64 `json:"millis,omitempty"`
	Flaky  bool    `json:"flaky,omitempty"`
	// Attempts are the attempts at a repeated case, each with its story; the case's own story is then empty.
	Attempts []packedAttempt `json:"attempts,omitempty"`
	story
}

// story is the course of an attempt: the sentences with their exchanges, and the exchanges of the clean-up after the last one.
type story struct {
	Steps []packedStep `json:"steps,omitempty"`
	After []string     `json:"after,omitempty"`
}

type packedAttempt struct {
	Outcome string  `json:"outcome"`
	Reason  string  `json:"reason,omitempty"`
	Millis  float64 `json:"millis,omitempty"`
	story
}

type packedStep struct {
	Keyword   string   `json:"k"`
	Text      string   `json:"t"`
	Status    string   `json:"s"`
	Message   string   `json:"m,omitempty"`
	Millis    float64  `json:"ms,omitempty"`
	Exchanges []string `json:"x,omitempty"`
	// From is the case that created the step's resources, "" where the step did.
	From string `json:"f,omitempty"`
}

func packCases(s Source) map[string]*packedCase {
	out, told := map[string]*packedCase{}, stories(s.Events)
	for id, row := range rowsByCase(s.Report) {
		c := &packedCase{
			Row: row.Row, Name: printable.Text(row.Name), At: row.At, Variant: row.Variant, Actor: row.Actor, Verdict: row.Verdict.String(),
			Reason: printable.Text(row.Reason), Probe: printable.Text(row.Probe), Expected: printable.Text(
				row.Expected), Got: printable.Text(row.Got), Feature: row.Feature, Line: row.Line, Millis: row.Millis, Flaky: row.Flaky,
		}
		for i, a := range row.Attempts {
			attempt := packedAttempt{Outcome: a.Outcome.String(), Reason: printable.Text(a.Reason), Millis: a.Millis}
			if i < len(told[id]) {
				attempt.story = told[id][i]
			}
			c.Attempts = append(c.Attempts, attempt)
		}
		if len(c.Attempts) == 0 && len(told[id]) > 0 {
			c.story = told[id][0]
		}
		out[id] = c
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
			s.After = append(s.After, e.Exchanged.ID)
		case e.StepDone != nil:
			d, s := e.StepDone, at(e.StepDone.Case, e.StepDone.Attempt)
			s.Steps = append(s.Steps,
				packedStep{
					Keyword: d.Keyword, Text: printable.Text(d.Text), Status: d.Status, Message: printable.Text(d.Message),
					Millis: d.Millis, Exchanges: s.After, From: printable.Line(d.From),
				})
			s.After = nil
		}
	}
	return told
}
