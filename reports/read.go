package reports

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"

	"plumbline/reports/eventlog"
)

// ReadDir reads the report.json, or report.json.gz, of a folder that Write made.
func ReadDir(dir string) (*Report, error) {
	data, path, err := ReadFile(dir, jsonFile)
	if err != nil {
		return nil, fmt.Errorf("read report: %w", err)
	}
	r, err := Parse(data)
	if err != nil {
		return nil, fmt.Errorf("read report: %s: %w", path, err)
	}
	return r, nil
}

// ReadFile reads a file of a report whole, plain or through gzip, and answers the path that it found.
func ReadFile(dir, name string) (data []byte, path string, err error) {
	in, path, err := eventlog.Open(filepath.Join(dir, name))
	if err != nil {
		return nil, "", err
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
