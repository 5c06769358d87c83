package ledger

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"

	"plumbline/internal/features"
	"plumbline/internal/reports"
	"plumbline/internal/reports/markdown"
	"plumbline/internal/reports/verdict"
)

// Format is the format's name in entry.yaml.
const Format = "plumbline/ledger-entry/v1"

// The files of an entry. All other files are made from them.
const (
	entryFile  = "entry.yaml"
	eventsFile = "events.ndjson.gz"
	reportFile = "report.json.gz"
	badgeFile  = "badge.svg"
)

// Service is the service whose microversion names an entry's folder.
const Service = "compute"

// specifiedSuffix ends the folder names of entries in the profile specified, beside those of the profile shipped.
const specifiedSuffix = "-specified"

// Entry is entry.yaml: the claims of an entry, readable without a tool. Everything except Implementation and URL follows
// from the report and the log, and is checked against them.
type Entry struct {
	Format         string `yaml:"format"`
	Implementation string `yaml:"implementation"`
	// URL is a page about the implementation, or for questions about it; it may be empty.
	URL            string            `yaml:"url,omitempty"`
	Service        string            `yaml:"service"`
	Version        string            `yaml:"version"`
	Profile        string            `yaml:"profile"`
	Verdict        string            `yaml:"verdict"`
	Specifications map[string]string `yaml:"specifications"`
	Target         string            `yaml:"target"`
	Run            string            `yaml:"run"`
	Date           string            `yaml:"date"`
	// Insecure: certificates were not verified, so that the answers may not be the target's.
	Insecure bool   `yaml:"insecure,omitempty"`
	Tool     string `yaml:"tool"`
	// Arguments are the command line's arguments of the run.
	Arguments []string `yaml:"arguments"`
	Suite     Suite    `yaml:"suite"`
	// Head is the digest of the log's last line, Report that of report.json (without compression).
	Head   string `yaml:"head"`
	Report string `yaml:"report"`
}

// ErrEntry is wrapped by every error about the report that an entry is made from.
var ErrEntry = errors.New("ledger entry")

var (
	namePattern    = regexp.MustCompile(`^[a-z0-9][a-z0-9.-]{0,62}$`)
	versionPattern = regexp.MustCompile(`^[0-9]{1,4}\.[0-9]{1,4}$`)
	urlPattern     = regexp.MustCompile("^https?://[^\\s<>()\\[\\]{}|\\\\^`\"']+$")
)

// NewEntry makes the entry of a report. digest is the SHA-256 sum of report.json, in hexadecimal.
func NewEntry(implementation, url string, r *reports.Report, digest string) (*Entry, error) {
	if !namePattern.MatchString(implementation) {
		return nil, fmt.Errorf("%w: the implementation %q: want a name of small letters, digits, dots and dashes", ErrEntry, implementation)
	}
	if specified := r.Profile == "specified"; specified != strings.HasSuffix(implementation, specifiedSuffix) {
		return nil, fmt.Errorf("%w: %q: the name ends in %s in the profile specified, and only there; this report is of the profile %s",
			ErrEntry, implementation, specifiedSuffix, r.Profile)
	}
	newest := ""
	for _, s := range r.Target.Services {
		if s.Type == Service {
			newest = s.Max
		}
	}
	if newest == "" {
		return nil, fmt.Errorf("%w: the target states no newest microversion of its %s service", ErrEntry, Service)
	}
	if !r.Run.Complete {
		return nil, fmt.Errorf("%w: %s", ErrEntry, r.Run.Stopped)
	}
	if url != "" && !urlPattern.MatchString(url) {
		return nil, fmt.Errorf("%w: the URL %q: want http or https, without blanks, brackets or quotes", ErrEntry, url)
	}
	e := &Entry{
		Format: Format, Implementation: implementation, URL: url, Service: Service, Version: newest, Profile: r.Profile,
		Verdict: r.Summary.Verdict.String(), Specifications: map[string]string{}, Target: r.Target.Name, Run: r.Run.ID,
		Date: r.Run.Started.Format("2006-01-02"), Tool: r.Run.Tool, Arguments: r.Run.Args,
		Suite: Suite{Features: r.Run.Digests.Features, Documents: r.Run.Digests.Documents, Rules: r.Run.Digests.Rules},
		Head:  r.Run.Head, Report: digest, Insecure: r.Run.Insecure,
	}
	for _, s := range r.Specifications {
		if s.Verdict != verdict.NotSelected {
			e.Specifications[s.ID] = s.Verdict.String()
		}
	}
	return e, nil
}

// verdict is the verdict of the entry for the index, with notes that a reader needs.
func (e *Entry) verdict() string {
	if e.Insecure {
		return e.Verdict + ", INSECURE: certificates were not verified"
	}
	return e.Verdict
}

// Folder is the folder of the entry in the ledger: "compute-2.93/zed".
func (e *Entry) Folder() string { return e.Service + "-" + e.Version + "/" + e.Implementation }

func (e *Entry) encode() ([]byte, error) {
	var b bytes.Buffer
	enc := yaml.NewEncoder(&b)
	enc.SetIndent(2)
	if err := enc.Encode(e); err != nil {
		return nil, err
	}
	return b.Bytes(), enc.Close()
}

func parseEntry(data []byte) (*Entry, error) {
	dec := yaml.NewDecoder(bytes.NewReader(data))
	dec.KnownFields(true)
	var e Entry
	if err := dec.Decode(&e); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if err := dec.Decode(&yaml.Node{}); !errors.Is(err, io.EOF) {
		return nil, errors.New("a second YAML document follows the first")
	}
	if e.Format != Format {
		return nil, fmt.Errorf("its format is %q, not %q", e.Format, Format)
	}
	return &e, nil
}

// checkLinkable refuses names and addresses that Markdown in the index would show as something else.
func (e *Entry) checkLinkable() error {
	if e.Service != Service || !versionPattern.MatchString(e.Version) || !namePattern.MatchString(e.Implementation) {
		return fmt.Errorf("service %q, version %q, implementation %q: want %s, X.Y and a name of small letters, digits, dots and dashes",
			e.Service, e.Version, e.Implementation, Service)
	}
	if e.URL != "" && !urlPattern.MatchString(e.URL) {
		return fmt.Errorf("the URL %q: want http or https, without blanks, brackets or quotes", e.URL)
	}
	return nil
}

// listOffered lists the specifications of an entry with their verdicts, in catalogue order, for the index; those that are
// not offered come last, in one group.
func (e *Entry) listOffered(catalogue *features.RequirementCatalogue) string {
	var parts, absent []string
	for _, s := range catalogue.Specifications {
		switch v, ok := e.Specifications[s.ID]; {
		case ok && v == verdict.NotOffered.String():
			absent = append(absent, s.ID)
		case ok:
			parts = append(parts, s.ID+": "+markdown.MarkdownCell(v))
		}
	}
	if len(absent) > 0 {
		parts = append(parts, "not offered: "+strings.Join(absent, ", "))
	}
	return strings.Join(parts, "<br>")
}
