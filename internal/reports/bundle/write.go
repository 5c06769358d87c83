package bundle

import (
	"encoding/json"
	"io"

	"plumbline/internal/reports"
	"plumbline/internal/reports/badge"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/html"
	"plumbline/internal/reports/junit"
	"plumbline/internal/reports/markdown"
	"plumbline/internal/reports/printable"
)

// Write writes report.json, junit.xml, report.html, summary.md, badge.svg and events.ndjson into dir, which is created if
// it is missing. Either all of them are written or, on any error (a full disk), none is changed. An attestation of another report
// that is there is removed.
func Write(dir string, r *reports.Report, events []eventlog.Event) error {
	return write(dir, r, events, func(w io.Writer) error { _, err := eventlog.Copy(w, events); return err })
}

// WriteWithLog is Write with the text of the log: it is copied to events.ndjson, which costs less than encoding the events again.
func WriteWithLog(dir string, r *reports.Report, events []eventlog.Event, log io.Reader) error {
	return write(dir, r, events, func(w io.Writer) error { _, err := io.Copy(w, log); return err })
}

func write(dir string, r *reports.Report, events []eventlog.Event, log func(io.Writer) error) error {
	files := []file{{reports.EventsFile, log}}
	for _, f := range Render(r, events) {
		files = append(files, file{f.Name, f.Render})
	}
	if err := writeAll(dir, files); err != nil {
		return err
	}
	return removeStaleAttestation(dir)
}

// File is a file of a report and the function that renders it.
type File struct {
	Name   string
	Render func(io.Writer) error
}

// Render lists the files that are made from a report and its log, report.json last. The same report gives the same bytes.
func Render(r *reports.Report, events []eventlog.Event) []File {
	return []File{
		{reports.JunitFile, func(w io.Writer) error { return junit.Write(w, r, events...) }},
		{reports.MarkdownFile, func(w io.Writer) error { return markdown.Write(w, r) }},
		{reports.BadgeFile, func(w io.Writer) error { return badge.Write(w, r) }},
		{reports.HtmlFile, func(w io.Writer) error { return html.WritePage(w, r, events) }},
		{reports.JsonFile, func(w io.Writer) error { return writeJSON(w, r) }},
	}
}

func writeJSON(w io.Writer, r *reports.Report) error {
	enc := json.NewEncoder(printable.Writer(w)) // escapes keep the JSON values
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(r)
}
