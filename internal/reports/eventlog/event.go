// Package eventlog is the append-only record of a run: one JSON object per line, each line with the SHA-256 of the line before it.
// A report is a function of these events only. The log is written during the run, so that a run that was killed still has a report.
package eventlog

import (
	"time"

	"plumbline/internal/openapi/exchange"
)

// Event is one line. Exactly one payload pointer is set: the one that Kind names.
type Event struct {
	// Seq counts from 1 without gaps.
	Seq int `json:"seq"`
	// Time is when the event was appended, UTC.
	Time time.Time `json:"time"`
	// Prev is the SHA-256, in hexadecimal, of the previous line without its newline; empty in line 1.
	Prev string `json:"prev"`
	Kind Kind   `json:"kind"`

	RunStarted      *RunStarted      `json:"run_started,omitempty"`
	RunResumed      *RunResumed      `json:"run_resumed,omitempty"`
	TargetDescribed *TargetDescribed `json:"target_described,omitempty"`
	CasePlanned     *CasePlanned     `json:"case_planned,omitempty"`
	PlanMade        *PlanMade        `json:"plan_made,omitempty"`
	CaseStarted     *CaseStarted     `json:"case_started,omitempty"`
	Gated           *Gated           `json:"gated,omitempty"`
	StepDone        *StepDone        `json:"step_done,omitempty"`
	Exchanged       *Exchanged       `json:"exchanged,omitempty"`
	CaseDone        *CaseDone        `json:"case_done,omitempty"`
	CleanedUp       *CleanedUp       `json:"cleaned_up,omitempty"`
	Leaked          *Leaked          `json:"leaked,omitempty"`
	RunEnded        *RunEnded        `json:"run_ended,omitempty"`
}

// Payload is the content of an event: one of the pointer types of this package.
type Payload interface {
	kind() Kind
	attach(*Event)
}

// RunStarted opens every log.
type RunStarted struct {
	RunID string `json:"run_id"`
	// Tool is the name and version of the program, for example "plumbline v0.1.0".
	Tool    string `json:"tool"`
	Profile string `json:"profile"`
	// Insecure: certificates were not verified, so that the answers may not be the target's.
	Insecure bool `json:"insecure,omitempty"`
	// Args are the arguments of the command line, redacted.
	Args      []string  `json:"args,omitempty"`
	Digests   Digests   `json:"digests"`
	Selection Selection `json:"selection"`
	// FeaturesFrom names the folder outside of the program that catalogue and features came from (certify --features); "" for those
	// inside. Digests.Features pins them.
	FeaturesFrom string `json:"features_from,omitempty"`
	// Waivers are failures that the operator accepts; they apply to rows and requirements by id.
	Waivers []Waiver `json:"waivers,omitempty"`
	// Shard is the part of the plan that this run executes; nil is all of it.
	Shard *Shard `json:"shard,omitempty"`
	// Repeat is how often each case runs; 0 and 1 are once.
	Repeat int `json:"repeat,omitempty"`
	// StrictSchema makes a case fail when an exchange of it has drift.
	StrictSchema bool `json:"strict_schema,omitempty"`
	// Merged are the logs that this log was made from, in the order of their shards; empty for a run.
	Merged []MergedLog `json:"merged,omitempty"`
}

// RunResumed continues a log whose run was killed or interrupted, also after RunEnded. Cases that were gated or done because
// of the interruption, and cases that had started and were not done, may start again: their earlier events are superseded.
type RunResumed struct {
	RunID   string   `json:"run_id"`
	Tool    string   `json:"tool"`
	Args    []string `json:"args,omitempty"`
	Digests Digests  `json:"digests"`
	// Reason says in one sentence how the interrupted run ended.
	Reason string `json:"reason"`
	// Rerun are the cases that had failed, or ended in an error, and run again. What they came to before stays in the log, and in
	// the report beside what they come to now.
	Rerun []string `json:"rerun,omitempty"`
}

// Digests are the SHA-256 sums, in hexadecimal, of the run's inputs.
type Digests struct {
	Features  string `json:"features,omitempty"`
	Documents string `json:"documents,omitempty"`
	// Rules is of the sources that make a report from a log.
	Rules  string `json:"rules,omitempty"`
	Binary string `json:"binary,omitempty"`
}

// Selection is the operator's choice of cases. Empty lists mean everything.
type Selection struct {
	// Specs limits the run to these specifications; the others are reported as not selected.
	Specs []string `json:"specs,omitempty"`
	// Requirements and Rows limit the run to these ids; the others of a selected specification are excluded.
	Requirements []string `json:"requirements,omitempty"`
	Rows         []string `json:"rows,omitempty"`
	// Tags is an expression over tags that limits the run like Requirements and Rows do.
	Tags string `json:"tags,omitempty"`
	// Exclude names rows, requirements or tags left out by the operator.
	Exclude []string `json:"exclude,omitempty"`
	// Disruptive is true when --allow-disruptive was given.
	Disruptive bool `json:"disruptive,omitempty"`
	// Sweep is true when the boundary sweep was part of the run.
	Sweep bool `json:"sweep,omitempty"`
	// Microversions, Suite and Budget leave out further cases, which are gated as excluded: "2.53..2.60", "smoke",
	// "servers=100,minutes=20".
	Microversions string `json:"microversions,omitempty"`
	Suite         string `json:"suite,omitempty"`
	Budget        string `json:"budget,omitempty"`
}

// Waiver excuses a failure of one row or requirement (ID) until the end of the day Until (YYYY-MM-DD).
type Waiver struct {
	ID     string `json:"id"`
	Reason string `json:"reason"`
	Until  string `json:"until"`
	// Link is where it is being worked on, Owner who works on it; both may be empty.
	Link  string `json:"link,omitempty"`
	Owner string `json:"owner,omitempty"`
}

// TargetDescribed describes the cloud that is tested.
type TargetDescribed struct {
	Name string `json:"name"`
	// Kind is embedded, mock or real.
	Kind         string       `json:"kind"`
	Services     []Service    `json:"services,omitempty"`
	Capabilities []Capability `json:"capabilities,omitempty"`
	Actors       []Actor      `json:"actors,omitempty"`
}

// Service is one entry of the target's catalogue. Min and Max are microversions, empty without.
type Service struct {
	Type     string `json:"type"`
	Endpoint string `json:"endpoint"`
	Min      string `json:"min,omitempty"`
	Max      string `json:"max,omitempty"`
	Status   string `json:"status,omitempty"`
}

// Capability is the result of a probe, with its evidence.
type Capability struct {
	Name     string `json:"name"`
	Present  bool   `json:"present"`
	Evidence string `json:"evidence,omitempty"`
}

// NotAsked is the evidence of a capability that no scenario of the run wanted to know: it is neither there nor absent.
const NotAsked = "found out when a scenario wants to know"

// Actor describes one actor: whether it can be used, how it was obtained, or why not.
type Actor struct {
	Name   string `json:"name"`
	Ready  bool   `json:"ready"`
	How    string `json:"how,omitempty"`
	Reason string `json:"reason,omitempty"`
}

// CaseInfo identifies a case: one scenario at one microversion in one variant.
type CaseInfo struct {
	// Case is unique in the log.
	Case string `json:"case"`
	// Scenario is the id of the scenario the case was rendered from.
	Scenario string `json:"scenario"`
	Name     string `json:"name"`
	// Row is the id of the row, "RKP-15a"; the requirement's id where a requirement has one row.
	Row          string   `json:"row"`
	Requirements []string `json:"requirements"`
	Spec         string   `json:"spec"`
	// Feature is the path of the feature file, Line the line of the scenario or row in it.
	Feature string `json:"feature,omitempty"`
	Line    int    `json:"line,omitempty"`
	// At is the microversion of the subject exchange, empty for a service without microversions.
	At string `json:"at,omitempty"`
	// Variant is empty, "since-1" or "newest" (the boundary sweep).
	Variant string `json:"variant,omitempty"`
	Actor   string `json:"actor,omitempty"`
	// Columns and Cells are the row of the scenario outline, in the order of the file.
	Columns []string `json:"columns,omitempty"`
	Cells   []string `json:"cells,omitempty"`
	// Examples is the title of the row's table.
	Examples string `json:"examples,omitempty"`
}

// CasePlanned announces a case before anything runs. It is written for every case, so that a report can list the rows that
// an interrupted run never reached.
type CasePlanned struct{ CaseInfo }

// PlanMade follows the last CasePlanned: from here on every case of the run is announced.
type PlanMade struct {
	Cases int `json:"cases"`
	// Digest is PlanDigest of all cases, also those of other shards: equal plans have equal digests.
	Digest string `json:"digest"`
}

// CaseStarted begins an attempt at a case; an attempt without CaseDone or Gated after it ended in an error.
type CaseStarted struct {
	CaseInfo
	// Attempt counts from 2 where a case is repeated; 0 is the first.
	Attempt int `json:"attempt,omitempty"`
	// Again is the reason why the attempt is repeated: it did not pass with the resources of another case, or while work
	// had to be under way that may have been over. Earlier events of the attempt are superseded.
	Again string `json:"again,omitempty"`
}

// Gated says why a case did not run. Verdict is a row verdict: unsupported, excluded, waived, not-run, unobservable or
// not-applicable. Probe is the evidence from the target.
type Gated struct {
	Case    string `json:"case"`
	Verdict string `json:"verdict"`
	Reason  string `json:"reason"`
	Probe   string `json:"probe,omitempty"`
	// Interrupted: the run stopped before the case could run; a resumed run runs it.
	Interrupted bool `json:"interrupted,omitempty"`
	// Shard names the shard that runs the case, "2/3" or "alone/3"; "" for this run's own.
	Shard string `json:"shard,omitempty"`
}

// StepDone is the result of one Given, When, Then, And or But.
type StepDone struct {
	Case    string `json:"case"`
	Attempt int    `json:"attempt,omitempty"`
	Keyword string `json:"keyword"`
	Text    string `json:"text"`
	// Status is passed, failed, error or skipped.
	Status  string  `json:"status"`
	Message string  `json:"message,omitempty"`
	Millis  float64 `json:"millis,omitempty"`
	// From is the case that created the resources of the sentence: they were checked and found unchanged, or an embedded
	// cloud was reset to the moment after that case had created them. It is empty where the sentence created them.
	From string `json:"from,omitempty"`
}

// ProgramRun is the method of an exchange made by a client program: URL is its command line, ResponseBody its
// output, and there is no status.
const ProgramRun = "RUN"

// Exchange is one request with its answer, its actor, service and role.
type Exchange struct {
	// Role is setup, subject, observe, cleanup or probe.
	Role    string `json:"role"`
	Actor   string `json:"actor,omitempty"`
	Service string `json:"service,omitempty"`
	exchange.Request
	exchange.Response
}

// Exchanged is an exchange of a run; it is redacted before it is appended.
type Exchanged struct {
	// Case is empty for exchanges outside any case (discovery, probes, actors).
	Case    string `json:"case,omitempty"`
	Attempt int    `json:"attempt,omitempty"`
	// ID is unique in the log.
	ID string `json:"id"`
	Exchange
	Millis float64 `json:"millis,omitempty"`
	// Error is set when there was no answer, or none of the service: Status and body are then what was received.
	Error string `json:"error,omitempty"`
	// Operation is the operation of the document that the answer was checked against, "servers.show"; empty where there is
	// none: an unknown route, a microversion beyond the documents, a request that is not of an API.
	Operation string  `json:"operation,omitempty"`
	Drift     []Drift `json:"drift,omitempty"`
	// Retry counts from 1 where the same request was sent before and got no answer, or 429, 502, 503 or 504. A subject
	// exchange is never retried.
	Retry int `json:"retry,omitempty"`

	recorded bool
}

// Recorded says that the URL and the bodies went through a Scrubber's Text already: a writer then only removes the secrets
// that became known since.
func (x *Exchanged) Recorded() *Exchanged {
	x.recorded = true
	return x
}

// Drift is a place where an answer violates the document of its microversion.
type Drift struct {
	// Operation is the operation id of the document, "servers.show".
	Operation string `json:"operation,omitempty"`
	// Pointer is a JSON pointer into the answer's body, or "status", or "header Name".
	Pointer  string `json:"pointer"`
	Expected string `json:"expected"`
	Got      string `json:"got"`
}

// CaseDone ends a case. Outcome is pass, fail or error; Expected and Got are set where a comparison failed.
type CaseDone struct {
	Case     string `json:"case"`
	Outcome  string `json:"outcome"`
	Reason   string `json:"reason,omitempty"`
	Expected string `json:"expected,omitempty"`
	Got      string `json:"got,omitempty"`
	Attempt  int    `json:"attempt,omitempty"`
	// Interrupted: the run ended in the middle of the case, which proves nothing; a resumed run repeats it.
	Interrupted bool `json:"interrupted,omitempty"`
}

// LeakCheck is the Kind of a CleanedUp which says that the leak check at the end of a run failed. A run without a
// leak check is not complete.
const LeakCheck = "leak check"

// CleanedUp is the removal of something the run created; Error is set when that failed. Spent is said of servers: why this one served no
// other case.
type CleanedUp struct {
	Case  string `json:"case,omitempty"`
	Kind  string `json:"kind"`
	ID    string `json:"id"`
	Name  string `json:"name,omitempty"`
	Error string `json:"error,omitempty"`
	Spent string `json:"spent,omitempty"`
}

// Leaked is a resource of this run that the leak check found at the end.
type Leaked struct {
	Kind string `json:"kind"`
	ID   string `json:"id"`
	Name string `json:"name,omitempty"`
}

// RunEnded closes the log. Interrupted is true when the run stopped before every case had run.
type RunEnded struct {
	Interrupted bool `json:"interrupted,omitempty"`
	// Reason is what interrupted it, where that was not the operator.
	Reason string `json:"reason,omitempty"`
}
