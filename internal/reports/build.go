package reports

import (
	"errors"
	"fmt"
	"time"

	"plumbline/internal/features"
	"plumbline/internal/openapi"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/verdict"
)

// ErrLog is wrapped by every error about a log that is unbroken but is not the log of one run.
var ErrLog = errors.New("event log does not tell of one run")

// Build makes the report of a run from its events. It is pure: no time, no files, no network. A log that
// stops early (a crash) gives a report in which what was not reached is not-run and what was in flight is an
// error. A log that contradicts itself or the catalogue is an error that wraps ErrLog.
func Build(catalogue *features.RequirementCatalogue, events []eventlog.Event) (*Report, error) {
	j := &journal{byID: map[string]*record{}}
	for i := range events {
		if err := j.read(&events[i]); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrLog, &eventlog.LineError{Line: events[i].Seq, Suspect: events[i].Seq, Err: err})
		}
	}
	if j.start == nil {
		return nil, fmt.Errorf("%w: it is empty", ErrLog)
	}
	profile, err := openapi.ParseProfile(j.start.Profile)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrLog, err)
	}
	if err := checkFeatures(catalogue, j.start); err != nil {
		return nil, err
	}
	head, err := eventlog.Head(events)
	if err != nil {
		return nil, err
	}
	b := &builder{journal: j, catalogue: catalogue, profile: profile, head: head}
	if err := b.checkRequirementsKnown(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrLog, err)
	}
	return b.report(), nil
}

// ErrFeatures is wrapped by the error about a log of other specifications than those at hand.
var ErrFeatures = errors.New("the specifications of the run are not those at hand")

// checkFeatures refuses a catalogue from outside for a run with the embedded one and the other way round, and one that changed since.
// Embedded ones of another release are no error here: what a report may be believed is package verify's.
func checkFeatures(catalogue *features.RequirementCatalogue, start *eventlog.RunStarted) error {
	asked := start.Digests.Features
	switch {
	case start.FeaturesFrom == "" && catalogue.Outside == "", catalogue.Outside != "" && catalogue.Outside == asked:
		return nil
	case start.FeaturesFrom == "":
		return fmt.Errorf("%w: it ran those of the program, so that --features must be left out", ErrFeatures)
	case catalogue.Outside == "":
		return fmt.Errorf("%w: it ran those of a folder %q (SHA-256 %s), which are not part of this program: give it with --features DIR",
			ErrFeatures, start.FeaturesFrom, asked)
	}
	return fmt.Errorf("%w: it ran those of a folder %q with SHA-256 %s, and --features has %s: give the files as they were",
		ErrFeatures, start.FeaturesFrom, asked, catalogue.Outside)
}

type builder struct {
	*journal
	catalogue *features.RequirementCatalogue
	profile   openapi.Profile
	head      string
	rows      map[string]*Row
}

// checkRequirementsKnown checks that the catalogue has the requirements of every case.
func (b *builder) checkRequirementsKnown() error {
	for _, rec := range b.order {
		if len(rec.info.Requirements) == 0 {
			return fmt.Errorf("case %s carries no requirement", rec.info.Case)
		}
		for _, id := range rec.info.Requirements {
			if _, ok := b.catalogue.Requirement(id); !ok {
				return fmt.Errorf("case %s carries %s, which the catalogue does not have", rec.info.Case, id)
			}
		}
	}
	return nil
}

func (b *builder) report() *Report {
	r := &Report{
		Schema: Schema, Run: b.run(), Target: b.describe(), Profile: string(b.profile),
		Specifications: []Specification{}, Requirements: []Requirement{},
		Drift: b.drift(), Leaks: NotNil(b.leaks), Cleanup: NotNil(b.cleanup),
	}
	b.rows = b.judge()
	r.Waivers = b.waivers()
	rows := verdictCounts()
	for _, row := range b.rows {
		if !row.Decision {
			rows[row.Verdict]++
		}
	}
	var conformances []verdict.Conformance
	for _, s := range b.catalogue.Specifications {
		spec, requirements := b.specification(s)
		r.Specifications = append(r.Specifications, spec)
		r.Requirements = append(r.Requirements, requirements...)
		conformances = append(conformances, spec.Verdict)
	}
	r.Summary = b.summary(r, rows, conformances)
	return r
}

func (b *builder) run() Run {
	r := Run{
		ID: b.start.RunID, Tool: b.start.Tool, Args: NotNil(b.start.Args),
		Insecure: b.start.Insecure, Started: b.started.Truncate(time.Millisecond), Ended: b.ended.Truncate(time.Millisecond),
		Complete: b.complete(), Stopped: b.stopped(),
		FeaturesFrom: b.start.FeaturesFrom,
		Digests:      b.start.Digests, Selection: b.start.Selection, Waivers: NotNil(b.start.Waivers),
		Events: b.lines, Exchanges: len(b.exchanges), Checked: b.checked(), Head: b.head, Plan: b.plan, Resumed: b.resumed,
		Shard: b.start.Shard.String(), Shards: b.start.Merged, StrictSchema: b.start.StrictSchema,
	}
	if b.start.Repeat > 1 {
		r.Repeat = b.start.Repeat
	}
	return r
}

func (b *builder) describe() Target {
	t := b.target
	if t == nil {
		t = &eventlog.TargetDescribed{}
	}
	return Target{
		Name: t.Name, Kind: t.Kind, Services: NotNil(t.Services),
		Capabilities: NotNil(t.Capabilities), Actors: NotNil(t.Actors),
	}
}

func (b *builder) summary(r *Report, rows map[verdict.Verdict]int, specs []verdict.Conformance) Summary {
	s := Summary{
		Verdict: verdict.Run(specs...), ExitCode: exitCode(false, r.Run.Complete, specs, r.Waivers),
		Specifications: map[verdict.Conformance]int{}, Requirements: verdictCounts(), Rows: rows, Decisions: verdictCounts(),
	}
	for _, c := range verdict.Conformances() {
		s.Specifications[c] = 0
	}
	for _, c := range specs {
		s.Specifications[c]++
	}
	for _, req := range r.Requirements {
		if req.Standing == features.Decision {
			s.Decisions[req.Verdict]++
		} else {
			s.Requirements[req.Verdict]++
		}
	}
	s.Offered = offeredOf(r.Specifications)
	s.Headline = headline(r.Specifications, s.Offered)
	s.Reason = b.runReason(r, s.Verdict)
	return s
}

func verdictCounts() map[verdict.Verdict]int {
	counts := map[verdict.Verdict]int{}
	for _, v := range verdict.All() {
		counts[v] = 0
	}
	return counts
}

// NotNil makes a nil list empty, so that its JSON is [] and never null.
func NotNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
