package reports

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"plumbline/internal/reports/eventlog"
)

// ReadDir reads the report.json, or report.json.gz, of a report's folder.
func ReadDir(dir string) (*Report, error) {
	data, path, err := ReadFile(dir, JsonFile)
	if err != nil {
		return nil, fmt.Errorf("read report: %w", err)
	}
	r, err := Parse(data)
	if err != nil {
		return nil, fmt.Errorf("read report: %s: %w", path, err)
	}
	return r, nil
}

// mostFile bounds a file of a report (bytes, without compression). Those of a whole run have 4 MiB.
const mostFile = 128 << 20

// ReadFile reads a whole file of a report, plain or compressed with gzip, and answers its path. It follows no link, since
// the folder may come from a stranger.
func ReadFile(dir, name string) (data []byte, path string, err error) {
	in, path, err := eventlog.OpenIn(dir, name, mostFile)
	if err != nil {
		return nil, path, err
	}
	defer in.Close()
	if data, err = io.ReadAll(in); err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return data, path, err
}

// Parse reads the text of a report.json strictly.
func Parse(data []byte) (*Report, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	var r Report
	if err := dec.Decode(&r); err != nil {
		return nil, err
	}
	if r.Schema != Schema {
		return nil, fmt.Errorf("its format is %s, not %s", r.Schema, Schema)
	}
	return &r, nil
}

// EventsFile is the name of the event log in a report's folder.
const EventsFile = eventlog.FileName

// ShardsFolder is the folder, beside a merged report, with a folder for the log of each shard.
const ShardsFolder = "shards"

// The files of a report.
const (
	JsonFile     = "report.json"
	JunitFile    = "junit.xml"
	HtmlFile     = "report.html"
	MarkdownFile = "summary.md"
	BadgeFile    = "badge.svg"
)

// JSONName is the file name of report.json, from which the other files are rendered.
const JSONName = JsonFile
