package progress

import (
	"encoding/json"
	"time"

	"plumbline/internal/reports"
	"plumbline/internal/reports/printable"
	"plumbline/internal/reports/verdict"
)

// Result is the line for machines about one run with a report: what it came to. Counts have every verdict, also with 0.
type Result struct {
	// Event is result. Time and Run are those of an Event.
	Event string    `json:"event"`
	Time  time.Time `json:"time"`
	Run   string    `json:"run"`
	// Verdict is conformant, conformant (partial), not conformant or inconclusive, and Reason why, in words.
	Verdict verdict.Conformance `json:"verdict"`
	Reason  string              `json:"reason"`
	// Complete is false where the run was cut off, so that --resume continues it.
	Complete bool `json:"complete"`
	// ExitCode is that of this run alone.
	ExitCode int `json:"exit_code"`
	// Specifications are all of the catalogue, in its order.
	Specifications []SpecificationResult `json:"specifications"`
	// RequirementCounts count the requirements of all specifications that are no decisions, by verdict.
	RequirementCounts map[verdict.Verdict]int `json:"requirement_counts"`
	// Folder is the report's, and Report the path of its report.json.
	Folder string `json:"folder"`
	Report string `json:"report"`
}

// SpecificationResult is one specification in a Result, with its requirements counted by verdict.
type SpecificationResult struct {
	ID                string                  `json:"id"`
	Verdict           verdict.Conformance     `json:"verdict"`
	Reason            string                  `json:"reason"`
	Offered           bool                    `json:"offered"`
	RequirementCounts map[verdict.Verdict]int `json:"requirement_counts"`
}

// Exit is the last line for machines: the exit code that the command ends with.
type Exit struct {
	// Event is exit.
	Event    string    `json:"event"`
	Time     time.Time `json:"time"`
	ExitCode int       `json:"exit_code"`
	// Error is why there is no result of every run, "" where there is.
	Error string `json:"error,omitempty"`
}

// Result writes, for machines, what a run came to; its title is that of Follow. Other modes leave that to the result on stdout.
func (r *Reporter) Result(title string, report *reports.Report, folder, path string, exitCode int) {
	r.forMachines(func(now time.Time) any {
		result := Result{
			Event: "result", Time: now, Run: printable.Line(r.o.Secrets.RedactKnown(title)), Verdict: report.Summary.Verdict,
			Reason: report.Summary.Reason, Complete: report.Run.Complete, ExitCode: exitCode, RequirementCounts: report.Summary.Requirements,
			Specifications: []SpecificationResult{}, Folder: folder, Report: path,
		}
		for _, s := range report.Specifications {
			result.Specifications = append(result.Specifications, SpecificationResult{s.ID, s.Verdict, s.Reason, s.Offered, s.Requirements})
		}
		return result
	})
}

// Exit writes, for machines, the exit code that the command is about to end with, and the error that it ends with, if there is one.
func (r *Reporter) Exit(code int, failed error) {
	r.forMachines(func(now time.Time) any {
		e := Exit{Event: "exit", Time: now, ExitCode: code}
		if failed != nil {
			e.Error = failed.Error()
		}
		return e
	})
}

// forMachines writes a line of JSON in the mode JSON.
func (r *Reporter) forMachines(line func(now time.Time) any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.o.Mode != JSON {
		return
	}
	text, err := json.Marshal(line(r.o.Now().UTC()))
	if err != nil {
		return // strings, numbers and times always marshal
	}
	r.writeText(string(text) + "\n")
}
