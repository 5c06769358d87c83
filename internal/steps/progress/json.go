package progress

import (
	"encoding/json"
	"time"

	"plumbline/steps"
)

// Event is one line of progress for machines; Result and Exit follow at the end. Empty fields are left out, except for numbers.
type Event struct {
	// Event is planned (the plan is made), begun, set-aside (it begins again later), done (also of a case that does not apply), or ended.
	Event string `json:"event"`
	// Time is RFC 3339, UTC. Run is the target's name and the profile.
	Time time.Time `json:"time"`
	Run  string    `json:"run"`
	// Case, Row, Spec, Requirements, At and Actor are those of the case in the event.
	Case         string   `json:"case,omitempty"`
	Row          string   `json:"row,omitempty"`
	Spec         string   `json:"spec,omitempty"`
	Requirements []string `json:"requirements,omitempty"`
	At           string   `json:"at,omitempty"`
	Actor        string   `json:"actor,omitempty"`
	// Outcome is pass, fail or error, or the verdict of the gate that kept the case from running.
	Outcome string `json:"outcome,omitempty"`
	Reason  string `json:"reason,omitempty"`
	Done    int    `json:"done"`
	Total   int    `json:"total"`
	// Counts are the results so far, by outcome.
	Counts    map[string]int `json:"counts"`
	ElapsedMS int64          `json:"elapsed_ms"`
	// LeftMS is the estimate of the remaining time (milliseconds); it is missing while too few cases have run.
	LeftMS *int64 `json:"left_ms,omitempty"`
}

func (t *tally) event(name string, p steps.Progress, now time.Time) []byte {
	c := p.Case
	e := Event{
		Event: name, Time: now.UTC(), Run: t.title, Case: c.ID, Row: c.Scenario.Row, Spec: c.Scenario.Spec,
		Requirements: c.Scenario.Requirements, Actor: c.Actor, Outcome: p.Outcome, Reason: p.Reason,
		Done: t.done, Total: t.total, Counts: t.counts, ElapsedMS: now.Sub(t.started).Milliseconds(),
	}
	if c.ID != "" && !c.At.IsZero() {
		e.At = c.At.String()
	}
	if d, ok := t.estimateLeft(now); ok {
		ms := d.Milliseconds()
		e.LeftMS = &ms
	}
	line, err := json.Marshal(e)
	if err != nil {
		return nil // strings, numbers and times always marshal
	}
	return append(line, '\n')
}
