package reports

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// ReadDir reads the report.json of a folder that Write made.
func ReadDir(dir string) (*Report, error) {
	f, err := os.Open(filepath.Join(dir, jsonFile))
	if err != nil {
		return nil, fmt.Errorf("read report: %w", err)
	}
	defer f.Close()
	dec := json.NewDecoder(f)
	dec.DisallowUnknownFields()
	var r Report
	if err := dec.Decode(&r); err != nil {
		return nil, fmt.Errorf("read report: %s: %w", f.Name(), err)
	}
	if r.Schema != Schema {
		return nil, fmt.Errorf("read report: %s: %w", f.Name(), errors.New("its format is "+r.Schema+", not "+Schema))
	}
	return &r, nil
}
