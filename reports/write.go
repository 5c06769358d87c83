package reports

import (
	"encoding/json"
	"io"

	"plumbline/reports/eventlog"
	"plumbline/reports/schema"
)

// EventsFile is the name of the event log in a report's folder.
const EventsFile = "events.ndjson"

// The files of a report.
const (
	jsonFile     = "report.json"
	junitFile    = "junit.xml"
	htmlFile     = "report.html"
	markdownFile = "summary.md"
	eventsFile   = EventsFile
)

// Write writes report.json, junit.xml, report.html, summary.md and events.ndjson into dir, which is made
// where it is missing. Either all of them are written or, on any error (a full disk), none is touched.
func Write(dir string, r *Report, events []eventlog.Event) error {
	return writeAll(dir, []file{
		{eventsFile, func(w io.Writer) error { _, err := eventlog.Copy(w, events); return err }},
		{junitFile, func(w io.Writer) error { return writeJUnit(w, r) }},
		{markdownFile, func(w io.Writer) error { return writeMarkdown(w, r) }},
		{htmlFile, func(w io.Writer) error { return writeHTML(w, r, events) }},
		{jsonFile, func(w io.Writer) error { return writeJSON(w, r) }},
	})
}

func writeJSON(w io.Writer, r *Report) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(r)
}

// JSONSchema is the JSON Schema (draft 7) of report.json.
func JSONSchema() []byte { return schema.ReportV1 }
