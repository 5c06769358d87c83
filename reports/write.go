package reports

import (
	"encoding/json"
	"io"

	"plumbline/reports/eventlog"
	"plumbline/reports/schema"
)

// EventsFile is the name of the event log in a report's folder.
const EventsFile = eventlog.FileName

// ShardsFolder is the folder, beside a merged report, that has the log of each shard below a folder of its name.
const ShardsFolder = "shards"

// The files of a report.
const (
	jsonFile     = "report.json"
	junitFile    = "junit.xml"
	htmlFile     = "report.html"
	markdownFile = "summary.md"
	badgeFile    = "badge.svg"
	eventsFile   = EventsFile
)

// JSONName is the name of the file that the others are drawn from.
const JSONName = jsonFile

// Write writes report.json, junit.xml, report.html, summary.md, badge.svg and events.ndjson into dir, which is
// made where it is missing. Either all of them are written or, on any error (a full disk), none is touched.
func Write(dir string, r *Report, events []eventlog.Event) error {
	files := []file{{eventsFile, func(w io.Writer) error { _, err := eventlog.Copy(w, events); return err }}}
	for _, f := range Rendered(r, events) {
		files = append(files, file{f.Name, f.Render})
	}
	return writeAll(dir, files)
}

// File is a file of a report and how it is rendered.
type File struct {
	Name   string
	Render func(io.Writer) error
}

// Rendered are the files that follow from a report and its log, report.json last. The same report gives the
// same bytes.
func Rendered(r *Report, events []eventlog.Event) []File {
	return []File{
		{junitFile, func(w io.Writer) error { return writeJUnit(w, r) }},
		{markdownFile, func(w io.Writer) error { return writeMarkdown(w, r) }},
		{badgeFile, func(w io.Writer) error { return WriteBadge(w, r) }},
		{htmlFile, func(w io.Writer) error { return writeHTML(w, r, events) }},
		{jsonFile, func(w io.Writer) error { return writeJSON(w, r) }},
	}
}

func writeJSON(w io.Writer, r *Report) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(r)
}

// JSONSchema is the JSON Schema (draft 7) of report.json.
func JSONSchema() []byte { return schema.ReportV1 }
