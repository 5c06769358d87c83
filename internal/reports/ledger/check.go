package ledger

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"plumbline/internal/openapi/intake"
	"plumbline/internal/reports"
	"plumbline/internal/reports/attest"
	"plumbline/internal/reports/verify"
)

// sizeLimit bounds one entry (bytes): the ledger is in a repository.
const sizeLimit = 10 << 20

// Unseen says what the check cannot find out from the ledger alone.
const Unseen = "that the chain was cut at its end, or written anew, is not seen from here: give a head that was published to --expect-head"

// Finding is the result of the check for one entry, or for the ledger as a whole (Folder is "").
type Finding struct {
	Folder string `json:"folder,omitempty"`
	// State is ok, refused, or "not checked" for what only the release that made the report can check completely.
	State verify.State `json:"state"`
	Says  string       `json:"says"`
}

// Read reads the entries of a ledger, sorted by folder.
func Read(root string) ([]*Entry, error) {
	folders, err := folders(root)
	if err != nil {
		return nil, err
	}
	var out []*Entry
	for _, folder := range folders {
		data, err := intake.ReadIn(filepath.Join(root, folder), entryFile, intake.Settings)
		if err != nil {
			return nil, fmt.Errorf("read ledger: %w", err)
		}
		e, err := parseEntry(data)
		if err != nil {
			return nil, fmt.Errorf("read ledger: %s/%s: %w", folder, entryFile, err)
		}
		out = append(out, e)
	}
	return out, nil
}

// folders lists all folders two levels down, sorted. Anything else among them, above all a link, is an error that names it.
func folders(root string) ([]string, error) {
	top, err := os.ReadDir(root)
	if err != nil {
		return nil, fmt.Errorf("read ledger: %w", err)
	}
	var out []string
	for _, version := range top {
		if !version.IsDir() && version.Type()&fs.ModeSymlink == 0 {
			continue // a file of the ledger's own
		}
		above, err := intake.Folder(root, version.Name())
		if err != nil {
			return nil, fmt.Errorf("read ledger: %w", err)
		}
		below, err := os.ReadDir(above)
		if err != nil {
			return nil, fmt.Errorf("read ledger: %w", err)
		}
		for _, entry := range below {
			if _, err := intake.Folder(above, entry.Name()); err != nil {
				return nil, fmt.Errorf("read ledger: %w", err)
			}
			out = append(out, version.Name()+"/"+entry.Name())
		}
	}
	slices.Sort(out)
	return out, nil
}

// Check checks a ledger: each entry verifies, agrees with its report and is in the right folder, the suites are those of
// the entries, the chain has every entry and lost none, and the index of the README is current. o has the suites to verify
// with; those of the ledger's own suites.yaml are added. expect is a published head of the chain, or "". The error means
// that there is no ledger.
func Check(root string, o verify.Options, expect string) ([]Finding, error) {
	data, err := intake.ReadIn(root, suitesFile, intake.Settings)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s is no ledger: it has no %s", root, suitesFile)
	}
	if err != nil {
		return nil, fmt.Errorf("read ledger: %w", err)
	}
	suites, err := parseSuites(data)
	if err != nil {
		return []Finding{{State: verify.Refused, Says: err.Error()}}, nil
	}
	for _, s := range suites {
		o.Released = append(o.Released, verify.Suite{Release: s.Release, Digests: s.Digests()})
	}
	all, err := folders(root)
	if err != nil {
		return []Finding{{State: verify.Refused, Says: err.Error()}}, nil
	}
	var out []Finding
	for _, folder := range all {
		f := Finding{Folder: folder}
		f.State, f.Says = checkEntry(root, folder, suites, o)
		out = append(out, f)
	}
	return append(append(out, checkIndex(root)), checkChain(root, all, expect)...), nil
}

func checkIndex(root string) Finding {
	current, err := intake.ReadIn(root, readmeFile, intake.Settings)
	if err != nil {
		return Finding{State: verify.Refused, Says: err.Error()}
	}
	want, err := withIndex(root, current)
	switch {
	case err != nil:
		return Finding{State: verify.Refused, Says: err.Error()}
	case !bytes.Equal(current, want):
		return Finding{
			State: verify.Refused,
			Says:  readmeFile + ": its index is not what the entries say; \"plumbline report ledger --write\" writes it",
		}
	}
	return Finding{State: verify.OK, Says: readmeFile + ": the index is current"}
}

func checkEntry(root, folder string, suites []Suite, o verify.Options) (verify.State, string) {
	dir := filepath.Join(root, folder)
	if says := checkFiles(dir); says != "" {
		return verify.Refused, says
	}
	data, err := intake.ReadIn(dir, entryFile, intake.Settings)
	if err != nil {
		return verify.Refused, err.Error()
	}
	e, err := parseEntry(data)
	if err != nil {
		return verify.Refused, entryFile + ": " + err.Error()
	}
	text, _, err := reports.ReadFile(dir, reports.JSONName)
	if err != nil {
		return verify.Refused, err.Error()
	}
	r, err := reports.Parse(text)
	if err != nil {
		return verify.Refused, reportFile + ": " + err.Error()
	}
	want, err := NewEntry(e.Implementation, e.URL, r, attest.Digest(text))
	if err != nil {
		return verify.Refused, err.Error()
	}
	if says := firstDifference(e, want); says != "" {
		return verify.Refused, entryFile + ": " + says
	}
	if folder != e.Folder() {
		return verify.Refused, "what is in it belongs into " + e.Folder()
	}
	if !slices.ContainsFunc(suites, func(s Suite) bool { s.Release = ""; return s == e.Suite }) {
		return verify.Refused, suitesFile + " does not have its suite; \"plumbline report submit\" adds it"
	}
	result, err := verify.Dir(dir, o)
	if err != nil {
		return verify.Refused, err.Error()
	}
	return judgeVerification(result, e, suites)
}

// judgeVerification turns the result of a verification into a state and a sentence: what only another release can check
// completely stays open, and the sentence names that release.
func judgeVerification(result *verify.Result, e *Entry, suites []Suite) (verify.State, string) {
	if c := result.First(verify.Refused); c != nil {
		return verify.Refused, strings.TrimSpace(c.Where() + ": " + c.Says)
	}
	if c := result.First(verify.Open); c != nil {
		release := e.Tool
		for _, s := range suites {
			sums := s
			sums.Release = ""
			if sums == e.Suite {
				release = s.Release
			}
		}
		return verify.Open, fmt.Sprintf("%s: chain, head and claims hold; %s: %s (use release %s)", e.Verdict, c.Name, c.Says, release)
	}
	return verify.OK, fmt.Sprintf("%s: verified, verdict computed again", e.Verdict)
}

// checkFiles checks that an entry has its files and no others, and is not too large.
func checkFiles(dir string) string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err.Error()
	}
	known := []string{entryFile, eventsFile, reportFile, badgeFile, attest.FileName}
	var size int64
	for _, entry := range entries {
		if !slices.Contains(known, entry.Name()) {
			return fmt.Sprintf("%s does not belong into an entry (%s do)", entry.Name(), strings.Join(known, ", "))
		}
		info, err := entry.Info()
		if err != nil {
			return err.Error()
		}
		if !info.Mode().IsRegular() {
			return entry.Name() + " is not a regular file: an entry holds the files themselves, no links"
		}
		size += info.Size()
	}
	if size > sizeLimit {
		return fmt.Sprintf("it has %d MiB; an entry has at most %d (a run without the sweep is smaller)", size>>20, sizeLimit>>20)
	}
	return ""
}

// firstDifference names the first field in which an entry differs from its report.
func firstDifference(got, want *Entry) string {
	g, w := reflect.ValueOf(*got), reflect.ValueOf(*want)
	for i := range g.NumField() {
		if !reflect.DeepEqual(g.Field(i).Interface(), w.Field(i).Interface()) {
			name, _, _ := strings.Cut(g.Type().Field(i).Tag.Get("yaml"), ",")
			return fmt.Sprintf("%s is %v, and the report says %v", name, g.Field(i).Interface(), w.Field(i).Interface())
		}
	}
	return ""
}
