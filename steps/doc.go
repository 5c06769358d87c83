// Package steps runs scenarios against a target: it probes the target, plans the cases, gives each to the Gherkin runner as
// a feature of its own, and writes what happened to the event log. Verdicts are taken from that log; none comes from the runner's
// summary.
//
// Run certifies a cloud, Plan says what it would run. With godog, NewGodogRun connects a suite of your own to a cloud, Options.Godog reads
// godog's flags, and Definitions prints the sentences. OpenSuite reads scenarios from a folder; Sentences lists what they can say.
package steps
