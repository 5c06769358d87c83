package ledger

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"go.yaml.in/yaml/v3"

	"plumbline/internal/openapi/intake"
	"plumbline/internal/reports"
	"plumbline/internal/reports/attest"
	"plumbline/internal/reports/badge"
	"plumbline/internal/reports/bundle"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/verify"
)

// ErrRefused: a report may not enter the ledger.
var ErrRefused = errors.New("the ledger takes reports that verify, and no others")

// Submission is a report to add to the ledger.
type Submission struct {
	// Report is the folder of the report.
	Report         string
	Implementation string
	URL            string
	// Replace allows to replace an existing entry.
	Replace bool
}

// Submit copies a report into the ledger at root, compressed, adds its suite, checks the entry, appends it to the chain and
// writes the index. An entry that is refused leaves the ledger as it was, the entry that it was to replace included.
func Submit(root string, s Submission, o verify.Options) (*Entry, error) {
	result, err := verify.Dir(s.Report, o)
	if err != nil {
		return nil, err
	}
	if result.State != verify.OK {
		c := result.First(verify.Refused)
		if c == nil {
			c = result.First(verify.Open)
		}
		return nil, fmt.Errorf("%w: %s: %s", ErrRefused, c.Where(), c.Says)
	}
	text, _, err := reports.ReadFile(s.Report, reports.JSONName)
	if err != nil {
		return nil, err
	}
	r, err := reports.Parse(text)
	if err != nil {
		return nil, err
	}
	e, err := NewEntry(s.Implementation, s.URL, r, attest.Digest(text))
	if err != nil {
		return nil, err
	}
	history, err := readChain(root)
	if err != nil {
		return nil, err
	}
	folder := filepath.Join(root, filepath.FromSlash(e.Folder()))
	if _, err := os.Stat(folder); err == nil && !s.Replace {
		return nil, fmt.Errorf("%s is there already; --replace puts this run in its place", folder)
	}
	before, err := setAside(root, folder)
	if err != nil {
		return nil, err
	}
	if err := put(root, folder, s.Report, e, r, text, o); err != nil {
		return nil, errors.Join(err, before.putBack())
	}
	digest, err := digestOf(root, e.Folder())
	if err != nil {
		return nil, errors.Join(err, before.putBack())
	}
	if err := writeChain(root, history.add(e.Folder(), digest)); err != nil {
		return nil, errors.Join(err, before.putBack())
	}
	return e, errors.Join(before.forget(), WriteIndex(root))
}

// put writes an entry and its suite, and checks the entry.
func put(root, folder, report string, e *Entry, r *reports.Report, text []byte, o verify.Options) error {
	if err := writeEntry(folder, report, e, r, text); err != nil {
		return err
	}
	suites, err := addSuite(root, e)
	if err != nil {
		return err
	}
	if state, says := checkEntry(root, e.Folder(), suites, o); state != verify.OK {
		return fmt.Errorf("%w: %s", ErrRefused, says)
	}
	return nil
}

// aside is what a submission may change of a ledger: an entry's folder, moved outside the ledger's entries where there is one, and
// the list of suites.
type aside struct {
	root, folder, kept string
	suites             []byte
}

// setAside moves an entry away. Its name begins with a dot: no reader of a ledger takes it for an entry.
func setAside(root, folder string) (*aside, error) {
	suites, err := intake.ReadIn(root, suitesFile, intake.Settings)
	if err != nil {
		return nil, fmt.Errorf("submit: %w", err)
	}
	a := &aside{root: root, folder: folder, suites: suites}
	if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
		return a, nil
	}
	a.kept = filepath.Join(root, ".replaced-"+filepath.Base(folder))
	if err := errors.Join(os.RemoveAll(a.kept), os.Rename(folder, a.kept)); err != nil {
		return nil, fmt.Errorf("submit: %w", err)
	}
	return a, nil
}

// putBack makes the ledger what it was.
func (a *aside) putBack() error {
	err := errors.Join(os.RemoveAll(a.folder), bundle.WriteFile(a.root, suitesFile, func(w io.Writer) error {
		_, err := w.Write(a.suites)
		return err
	}))
	if a.kept != "" {
		err = errors.Join(err, os.Rename(a.kept, a.folder))
	}
	if err != nil {
		return fmt.Errorf("the ledger is not as it was: %w", err)
	}
	return nil
}

// forget removes an entry that was replaced.
func (a *aside) forget() error {
	if a.kept == "" {
		return nil
	}
	return os.RemoveAll(a.kept)
}

func writeEntry(folder, from string, e *Entry, r *reports.Report, text []byte) error {
	if err := os.RemoveAll(folder); err != nil {
		return fmt.Errorf("write entry: %w", err)
	}
	head, err := e.encode()
	if err != nil {
		return fmt.Errorf("write entry: %w", err)
	}
	in, _, err := eventlog.OpenIn(from, eventlog.FileName, eventlog.MostLog)
	if err != nil {
		return fmt.Errorf("write entry: %w", err)
	}
	defer in.Close()
	plain := func(data []byte) func(io.Writer) error {
		return func(w io.Writer) error { _, err := w.Write(data); return err }
	}
	files := map[string]func(io.Writer) error{
		entryFile: plain(head), eventsFile: writeCompressed(in), reportFile: writeCompressed(bytes.NewReader(text)),
		badgeFile: func(w io.Writer) error { return badge.Write(w, r) },
	}
	signed, err := intake.ReadIn(from, attest.FileName, attest.MostBytes)
	if err == nil {
		files[attest.FileName] = plain(signed)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("write entry: %w", err)
	}
	for name, write := range files {
		if err := bundle.WriteFile(folder, name, write); err != nil {
			return err
		}
	}
	return nil
}

// writeCompressed compresses with gzip; the same text gives the same bytes.
func writeCompressed(in io.Reader) func(io.Writer) error {
	return func(w io.Writer) error {
		z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
		if err != nil {
			return err
		}
		if _, err := io.Copy(z, in); err != nil {
			return err
		}
		return z.Close()
	}
}

// addSuite adds the suite of an entry to the list, under the name of its release. The comment above the list stays.
func addSuite(root string, e *Entry) ([]Suite, error) {
	data, err := intake.ReadIn(root, suitesFile, intake.Settings)
	if err != nil {
		return nil, fmt.Errorf("add suite: %w", err)
	}
	suites, err := parseSuites(data)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(suites, func(s Suite) bool { s.Release = ""; return s == e.Suite }) {
		return suites, nil
	}
	suite := e.Suite
	suite.Release = e.Tool
	suites = append(suites, suite)
	before, _, _ := bytes.Cut(data, []byte("suites:"))
	list, err := yaml.Marshal(map[string][]Suite{"suites": suites})
	if err != nil {
		return nil, fmt.Errorf("add suite: %w", err)
	}
	return suites, bundle.WriteFile(root, suitesFile, func(w io.Writer) error { _, err := w.Write(append(before, list...)); return err })
}
