// Package steps runs scenarios against a target: it finds the target out, plans the cases, gives each to
// the Gherkin runner as a feature of its own, and writes what happened to the event log. What it means is
// for package reports to say: no verdict here is taken from the runner's summary.
package steps
