// Package verify checks what somebody else's report says: that the log is whole, that the verdicts follow from
// it by the rules of this binary, that the suite is the one it claims, and that every file beside it says the
// same. It needs no cloud and no network.
package verify

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"io/fs"

	"plumbline/features"
	"plumbline/reports"
	"plumbline/reports/eventlog"
)

// Schema names the format of a Result as JSON.
const Schema = "plumbline/verification/v1"

// State is what came of a check.
type State string

// The closed set of states.
const (
	// OK was checked and holds.
	OK State = "ok"
	// Refused was checked and does not hold.
	Refused State = "refused"
	// Open could not be checked here.
	Open State = "not checked"
	// Stated is what the report says of itself and nobody asked to check; it decides nothing.
	Stated State = "stated"
)

// Check is one thing that was looked at.
type Check struct {
	Name  string `json:"name"`
	State State  `json:"state"`
	// Says is one sentence.
	Says string `json:"says"`
	// File, Line (from 1) and Pointer (RFC 6901) say where it disagrees first, as far as that can be said.
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
	Pointer string `json:"pointer,omitempty"`
}

// Where is "file:line pointer", "" where nothing disagrees.
func (c Check) Where() string {
	where := c.File
	if c.Line > 0 {
		where += fmt.Sprintf(":%d", c.Line)
	}
	if c.Pointer != "" {
		where += " " + c.Pointer
	}
	return where
}

// Suite is what a binary is made of: SHA-256 sums in hexadecimal.
type Suite struct {
	// Release is the name of a release, "v0.2.0".
	Release string
	eventlog.Digests
}

// Options say what to check against.
type Options struct {
	// Suite is this binary's own; Released are those of earlier releases.
	Suite    Suite
	Released []Suite
	// Binary is the digest of a file to compare with the one that the log states; "" for none.
	Binary string
	// Key is the public key that the attestation must be signed with; nil when only integrity is asked for.
	Key ed25519.PublicKey
	// Merge makes the log of a merged report from the logs of its shards, which stand below the folder.
	Merge func(dir string) ([]eventlog.Event, error)
}

// Result is what was found out about one report.
type Result struct {
	Schema  string `json:"schema"`
	Report  string `json:"report"`
	State   State  `json:"state"`
	Verdict string `json:"verdict,omitempty"`
	Profile string `json:"profile,omitempty"`
	Target  string `json:"target,omitempty"`
	Run     string `json:"run,omitempty"`
	// Signed is the id of the key that vouches for where it came from; "" says that nothing does.
	Signed string  `json:"signed,omitempty"`
	Checks []Check `json:"checks"`
}

// First is the first check in a state, nil where there is none.
func (r *Result) First(s State) *Check {
	for i := range r.Checks {
		if r.Checks[i].State == s {
			return &r.Checks[i]
		}
	}
	return nil
}

// Dir checks the report in a folder. The error says that there is none, or that the suite itself cannot be
// read; whatever is wrong with the report stands in the result.
func Dir(dir string, o Options) (*Result, error) {
	catalogue, err := features.Catalogue()
	if err != nil {
		return nil, err
	}
	scenarios, err := features.Scenarios()
	if err != nil {
		return nil, err
	}
	v := &verification{
		Options: o, dir: dir, catalogue: catalogue, scenarios: scenarios,
		Result: &Result{Schema: Schema, Report: dir, Checks: []Check{}},
	}
	if err := v.read(); err != nil {
		return nil, err
	}
	v.run()
	v.State = OK
	switch {
	case v.First(Refused) != nil:
		v.State = Refused
	case v.First(Open) != nil:
		v.State = Open
	}
	return v.Result, nil
}

// verification is one report on its way.
type verification struct {
	Options
	*Result
	dir       string
	catalogue *features.RequirementCatalogue
	scenarios []features.Scenario

	// text is report.json as it is; logPath, log, logErr what was read of the log.
	text, logPath   string
	report          *reports.Report
	readErr         error // of report.json
	textErr, logErr error
	log             *eventlog.Log
	start           *eventlog.RunStarted
}

// read reads both files that nothing goes without.
func (v *verification) read() error {
	data, path, err := reports.ReadFile(v.dir, reports.JSONName)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("no report in %s: give the folder that certify wrote (--out)", v.dir)
	}
	if err != nil {
		v.readErr = err
		return nil
	}
	v.text = string(data)
	v.report, v.textErr = reports.Parse(data)
	if v.textErr != nil {
		v.textErr = fmt.Errorf("%s: %w", path, v.textErr)
	}
	v.log, v.logPath, v.logErr = eventlog.ReadIn(v.dir)
	if errors.Is(v.logErr, fs.ErrNotExist) {
		return fmt.Errorf("no event log in %s: a report without the log that it follows from cannot be checked", v.dir)
	}
	if v.report != nil {
		v.Verdict, v.Profile, v.Target, v.Run = v.report.Summary.Verdict.String(), v.report.Profile, v.report.Target.Name, v.report.Run.ID
	}
	return nil
}

// run makes every check that can be made; one that builds on a refused one is left open.
func (v *verification) run() {
	if v.readErr != nil {
		v.add(Check{Name: "verdict", State: Refused, File: reportName, Says: v.readErr.Error()})
		return
	}
	if v.checkLog() {
		known := v.checkSuite()
		v.checkScenarios(known)
		v.checkBinary()
		v.checkMerge()
		v.checkReport(known)
	}
	v.checkComplete()
	v.checkOrigin()
}

// checkComplete leaves open what a run that was cut off would have found, whatever its rows say so far.
func (v *verification) checkComplete() {
	if v.report != nil && !v.report.Run.Complete {
		v.open("run", "it is not complete, which makes it inconclusive: %s", v.report.Run.Stopped)
	}
}

func (v *verification) add(c Check) { v.Checks = append(v.Checks, c) }

func (v *verification) addOK(name, says string, args ...any) {
	v.add(Check{Name: name, State: OK, Says: fmt.Sprintf(says, args...)})
}

func (v *verification) open(name, says string, args ...any) {
	v.add(Check{Name: name, State: Open, Says: fmt.Sprintf(says, args...)})
}

func (v *verification) addStated(name, says string, args ...any) {
	v.add(Check{Name: name, State: Stated, Says: fmt.Sprintf(says, args...)})
}
