// Package verify checks a report that somebody else made: that the log is unbroken, that the verdicts follow from it by the rules of
// this binary, that the suite is the one it names, and that every file of the report agrees with it. It needs no cloud and no network.
package verify

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"io/fs"

	"plumbline/internal/features"
	"plumbline/internal/reports"
	"plumbline/internal/reports/eventlog"
)

// Schema is the format's name in the JSON of a Result.
const Schema = "plumbline/verification/v1"

// State is the result of a check.
type State string

// The closed set of states.
const (
	// OK: it was checked and holds.
	OK State = "ok"
	// Refused: it was checked and does not hold.
	Refused State = "refused"
	// Open: it could not be checked here.
	Open State = "not checked"
	// Stated: the report states it, and no option asked to check it; it does not affect the result.
	Stated State = "stated"
)

// Check is one check with its result.
type Check struct {
	Name  string `json:"name"`
	State State  `json:"state"`
	// Says describes the result in one sentence.
	Says string `json:"says"`
	// File, Line (from 1) and Pointer (RFC 6901) are the first place of a difference, as far as known.
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
	Pointer string `json:"pointer,omitempty"`
}

// Where is "file:line pointer", "" without a difference.
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

// Suite holds the digests of what a binary is built from: SHA-256 sums in hexadecimal.
type Suite struct {
	// Release is the name of a release, "v0.2.0".
	Release string
	eventlog.Digests
}

// Options are the digests, keys and functions to check with.
type Options struct {
	// Suite is this binary's own; Released are those of earlier releases.
	Suite    Suite
	Released []Suite
	// Features are specifications from outside of this binary, whose digests are in Suite; nil are its own.
	Features *features.Suite
	// Binary is the digest of a file, which must equal the one in the log; "" for no check.
	Binary string
	// Key is the public key that the attestation must be signed with; nil to check integrity only.
	Key ed25519.PublicKey
	// Merge merges the logs of the shards below the folder of a merged report.
	Merge func(dir string) ([]eventlog.Event, error)
}

// Result holds the results of all checks of one report.
type Result struct {
	Schema  string `json:"schema"`
	Report  string `json:"report"`
	State   State  `json:"state"`
	Verdict string `json:"verdict,omitempty"`
	Profile string `json:"profile,omitempty"`
	Target  string `json:"target,omitempty"`
	Run     string `json:"run,omitempty"`
	// Signed is the id of the key with which the origin was proven; "" where it was not.
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

// Dir checks the report in a folder. An error means that there is no report, or that the suite itself cannot be read; any
// fault of the report is in the result.
func Dir(dir string, o Options) (*Result, error) {
	suite := o.Features
	if suite == nil {
		var err error
		if suite, err = features.Embedded(); err != nil {
			return nil, err
		}
	}
	v := &verification{
		Options: o, dir: dir, catalogue: suite.Catalogue, scenarios: suite.Scenarios,
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

// verification is the state of the verification of one report.
type verification struct {
	Options
	*Result
	dir       string
	catalogue *features.RequirementCatalogue
	scenarios []features.Scenario

	// text is the content of report.json; logPath, log and logErr are the path, content and error of the log.
	text, logPath   string
	report          *reports.Report
	readErr         error // of report.json
	textErr, logErr error
	log             *eventlog.Log
	start           *eventlog.RunStarted
}

// read reads the two files that every check needs.
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

// run makes every possible check; one that depends on a refused one is left open.
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

// checkComplete leaves the verdict of an incomplete run open, whatever its rows.
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
