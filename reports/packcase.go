package reports

import (
	"plumbline/reports/eventlog"
)

// packedCase is a case as the page shows it: like a row of the report, and each step with its exchanges.
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

	Millis float64      `json:"millis,omitempty"`
	Steps  []packedStep `json:"steps,omitempty"`
	// After are the exchanges after the last step: the clean-up.
	After []string `json:"after,omitempty"`
}

type packedStep struct {
	Keyword   string   `json:"k"`
	Text      string   `json:"t"`
	Status    string   `json:"s"`
	Message   string   `json:"m,omitempty"`
	Millis    float64  `json:"ms,omitempty"`
	Exchanges []string `json:"x,omitempty"`
}

func packCases(s Source) map[string]*packedCase {
	out := map[string]*packedCase{}
	for id, row := range rowsByCase(s.Report) {
		c := &packedCase{
			Row: row.Row, Name: row.Name, At: row.At, Variant: row.Variant, Actor: row.Actor, Verdict: row.Verdict.String(), Reason: row.Reason,
			Probe: row.Probe, Expected: row.Expected, Got: row.Got, Feature: row.Feature, Line: row.Line, Millis: row.Millis,
		}
		out[id] = c
	}
	for i := range s.Events {
		tellStory(out, &s.Events[i])
	}
	return out
}

// tellStory gives a case its next step or exchange. What a case did before it was started again is no part
// of the story.
func tellStory(cases map[string]*packedCase, e *eventlog.Event) {
	switch {
	case e.CaseStarted != nil:
		if c := cases[e.CaseStarted.Case]; c != nil {
			c.Steps, c.After = nil, nil
		}
	case e.Exchanged != nil:
		if c := cases[e.Exchanged.Case]; c != nil {
			c.After = append(c.After, e.Exchanged.ID)
		}
	case e.StepDone != nil:
		if c := cases[e.StepDone.Case]; c != nil {
			s := e.StepDone
			c.Steps = append(c.Steps, packedStep{Keyword: s.Keyword, Text: s.Text, Status: s.Status, Message: s.Message, Millis: s.Millis, Exchanges: c.After})
			c.After = nil
		}
	}
}
