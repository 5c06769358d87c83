// Package reports turns the event log of a run into a report. Build is a pure function from a catalogue and an event log to a Report;
// everything else renders one: report.json, junit.xml, report.html, summary.md, the terminal and the index over several profiles.
package reports

import (
	"time"

	"plumbline/internal/features"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/verdict"
)

// Schema is the format's name in report.json; schema/report-v1.json is its JSON Schema.
const Schema = "plumbline/report/v1"

// Report is report.json. Specifications and requirements are in catalogue order, rows in the order of the feature files;
// the same log gives the same bytes.
type Report struct {
	Schema         string          `json:"schema"`
	Run            Run             `json:"run"`
	Target         Target          `json:"target"`
	Profile        string          `json:"profile"`
	Summary        Summary         `json:"summary"`
	Specifications []Specification `json:"specifications"`
	Requirements   []Requirement   `json:"requirements"`
	Waivers        []Waiver        `json:"waivers"`
	Drift          []Drift         `json:"drift"`
	Leaks          []Leak          `json:"leaks"`
	Cleanup        []Cleanup       `json:"cleanup_failures"`
}

// Run describes the run: tool, options, times, and whether it is complete.
type Run struct {
	ID   string   `json:"id"`
	Tool string   `json:"tool"`
	Args []string `json:"args"`
	// Insecure: certificates were not verified, so that the answers may not be the target's.
	Insecure bool      `json:"insecure,omitempty"`
	Started  time.Time `json:"started"`
	Ended    time.Time `json:"ended"`
	// Complete is false when the run was interrupted or killed; Stopped then says how, in one sentence.
	Complete  bool               `json:"complete"`
	Stopped   string             `json:"stopped,omitempty"`
	Digests   eventlog.Digests   `json:"digests"`
	Selection eventlog.Selection `json:"selection"`
	Waivers   []eventlog.Waiver  `json:"waivers"`
	// FeaturesFrom names the folder of specifications that are not part of the program; the digests pin them.
	FeaturesFrom string `json:"features_from,omitempty"`
	// Events is the number of lines of the event log, Exchanges the number of requests among them.
	Events    int `json:"events"`
	Exchanges int `json:"exchanges"`
	// Checked is the number of answers that were checked against the document of their microversion. There is none for
	// version lists, for routes that are requested because they do not exist, and for the output of client programs.
	Checked int `json:"checked,omitempty"`
	// Head is the SHA-256 of the event log's last line; it pins the whole log.
	Head string `json:"head"`
	// Plan is the SHA-256 over the ids of all cases of the plan, in order, other shards' cases included.
	Plan string `json:"plan,omitempty"`
	// Resumed are the times at which an interrupted run was continued.
	Resumed []time.Time `json:"resumed,omitempty"`
	// Shard is the part of the plan that this run took, "2/3" or "alone/3"; Shards are the runs that a merged
	// report was made from.
	Shard  string               `json:"shard,omitempty"`
	Shards []eventlog.MergedLog `json:"shards,omitempty"`
	// Repeat is how often each case ran; it is missing where that is once.
	Repeat int `json:"repeat,omitempty"`
	// StrictSchema: drift in an exchange of a case made the case fail.
	StrictSchema bool `json:"strict_schema,omitempty"`
}

// Target is the cloud that was tested, from its own answers and the probes.
type Target struct {
	Name         string                `json:"name"`
	Kind         string                `json:"kind"`
	Services     []eventlog.Service    `json:"services"`
	Capabilities []eventlog.Capability `json:"capabilities"`
	Actors       []eventlog.Actor      `json:"actors"`
}

// Summary has the counts. Every verdict is a key of Requirements, Rows and Decisions, also with 0. Requirements and Rows
// count what decides the verdict; decisions are counted in Decisions only.
type Summary struct {
	Verdict verdict.Conformance `json:"verdict"`
	Reason  string              `json:"reason"`
	// Headline says in one sentence what is offered, and what of it is proven.
	Headline       string                      `json:"headline,omitempty"`
	Offered        Offered                     `json:"offered"`
	ExitCode       int                         `json:"exit_code"`
	Specifications map[verdict.Conformance]int `json:"specifications"`
	Requirements   map[verdict.Verdict]int     `json:"requirements"`
	Rows           map[verdict.Verdict]int     `json:"rows"`
	Decisions      map[verdict.Verdict]int     `json:"decisions,omitempty"`
}

// Offered counts what the target offers of the selected specifications, and what was proven of that.
type Offered struct {
	Specifications int `json:"specifications"` // those of which some change was observed
	Selected       int `json:"selected"`
	Proven         int `json:"proven"`       // requirements that passed
	Requirements   int `json:"requirements"` // own and baseline requirements that apply, of the specifications that the target offers
}

// Specification is one specification of the catalogue with its verdict.
type Specification struct {
	ID       string              `json:"id"`
	Prefix   string              `json:"prefix"`
	Title    string              `json:"title"`
	Document string              `json:"document"`
	Service  string              `json:"service"`
	Summary  string              `json:"summary,omitempty"`
	Verdict  verdict.Conformance `json:"verdict"`
	Reason   string              `json:"reason"`
	// Offered: something that the specification brings was observed, right or wrong.
	Offered bool `json:"offered"`
	// Absence lists, where it is not offered, the requirements which showed that the target does not have it.
	Absence []string `json:"absence,omitempty"`
	// Requirements counts own and baseline ones together, Baseline only the latter. Decisions do not affect the verdict.
	Requirements map[verdict.Verdict]int `json:"requirements"`
	Baseline     map[verdict.Verdict]int `json:"baseline,omitempty"`
	Decisions    map[verdict.Verdict]int `json:"decisions,omitempty"`
	Rows         map[verdict.Verdict]int `json:"rows"`
	Tables       []Table                 `json:"tables"`
	Differences  []Difference            `json:"differences"`
}

// Table is a decision table: rows of scenario outlines under common columns.
type Table struct {
	Title   string   `json:"title"`
	Source  string   `json:"source,omitempty"`
	Columns []string `json:"columns"`
	Rows    []Line   `json:"rows"`
}

// Line is one row of a decision table. Cases are the original row and its variants from the boundary sweep.
type Line struct {
	Row     string          `json:"row"`
	Cells   []string        `json:"cells"`
	Verdict verdict.Verdict `json:"verdict"`
	Cases   []string        `json:"cases"`
}

// Difference explains why two clouds that are both right may answer differently.
type Difference struct {
	Title        string   `json:"title"`
	Requirements []string `json:"requirements"`
	Explanation  string   `json:"explanation"`
	Handled      string   `json:"handled"`
}

// Requirement is one requirement of the catalogue. None is ever missing from a report.
type Requirement struct {
	ID    string `json:"id"`
	Spec  string `json:"spec"`
	Class string `json:"class"`
	// Standing is own, baseline or decision; it is missing in reports from before standings existed.
	Standing features.Standing `json:"standing,omitempty"`
	// Absence: while it passes, the target is shown not to have what the specification brings.
	Absence   bool            `json:"absence,omitempty"`
	Statement string          `json:"statement"`
	Source    string          `json:"source"`
	Actor     string          `json:"actor,omitempty"`
	Since     string          `json:"since,omitempty"`
	Until     string          `json:"until,omitempty"`
	Notes     []string        `json:"notes,omitempty"`
	Verdict   verdict.Verdict `json:"verdict"`
	Reason    string          `json:"reason"`
	Rows      []Row           `json:"rows"`
}

// Row is one case: a row of the contract at one microversion. A case of two requirements is listed under both.
type Row struct {
	Row     string `json:"row"`
	Case    string `json:"case"`
	Name    string `json:"name"`
	At      string `json:"at"`
	Variant string `json:"variant"`
	Actor   string `json:"actor,omitempty"`

	Verdict verdict.Verdict `json:"verdict"`
	Reason  string          `json:"reason"`
	// Probe is the evidence about the target for a row that did not run.
	Probe    string `json:"probe,omitempty"`
	Expected string `json:"expected,omitempty"`
	Got      string `json:"got,omitempty"`

	Feature  string   `json:"feature,omitempty"`
	Line     int      `json:"line,omitempty"`
	Examples string   `json:"examples,omitempty"`
	Columns  []string `json:"columns,omitempty"`
	Cells    []string `json:"cells,omitempty"`

	Steps []Step `json:"steps,omitempty"`
	// Exchanges are the ids in the event log of the case's requests, in order, in all attempts.
	Exchanges []string `json:"exchanges"`
	Millis    float64  `json:"millis"`
	// Drift lists the places where answers of the case differ from their documents, each once; at most five.
	Drift []string `json:"drift,omitempty"`
	// Attempts are the attempts at a repeated case; Steps, Expected and Got are then those of the decisive attempt.
	Attempts []Attempt `json:"attempts,omitempty"`
	// Before are the attempts that did not pass, so that the case ran again (certify --rerun-failed), oldest first.
	Before []Attempt `json:"before,omitempty"`
	// Flaky: the attempts had different outcomes.
	Flaky bool `json:"flaky,omitempty"`
	// Decision: the row is of decisions only; it is reported and does not affect the verdict.
	Decision bool `json:"decision,omitempty"`
}

// Attempt is one attempt at a case that was repeated. Outcome is pass, fail or error, or not-run
// where the run was interrupted in the middle of it.
type Attempt struct {
	Outcome   verdict.Verdict `json:"outcome"`
	Reason    string          `json:"reason,omitempty"`
	Exchanges []string        `json:"exchanges"`
	Millis    float64         `json:"millis"`
}

// Step is one sentence of a case and its result: passed, failed, error or skipped.
type Step struct {
	Keyword string `json:"keyword"`
	Text    string `json:"text"`
	Status  string `json:"status"`
	Message string `json:"message,omitempty"`
}

// Drift is one difference between answers and the document of their microversion.
type Drift struct {
	Service   string `json:"service"`
	Operation string `json:"operation"`
	Pointer   string `json:"pointer"`
	Expected  string `json:"expected"`
	Got       string `json:"got"`
	Count     int    `json:"count"`
	// Exchanges are the ids of the first exchanges with it, at most five.
	Exchanges []string `json:"exchanges"`
}

// Leak is something the run created and left behind.
type Leak struct {
	Kind string `json:"kind"`
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Cleanup is a removal that failed while the run went on; what the leak check still finds later is a Leak.
type Cleanup struct {
	Case  string `json:"case"`
	Kind  string `json:"kind"`
	ID    string `json:"id"`
	Name  string `json:"name"`
	Error string `json:"error"`
}
