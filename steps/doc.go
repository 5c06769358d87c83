// Package steps runs scenarios against a target: it probes the target, plans the cases, gives each to the Gherkin runner as
// a feature of its own, and writes what happened to the event log. Package reports takes the verdicts from that log; no
// verdict comes from the runner's summary.
package steps
