package source

import (
	"bytes"
	_ "embed"
	"fmt"

	"go.yaml.in/yaml/v3"
)

//go:embed equivalent.yaml
var equivalentFile []byte

// Equivalents are mutants that nobody can notice through the API, by id, with the reason.
func Equivalents() (map[string]string, error) {
	var groups []struct {
		Reason  string
		Mutants []string
	}
	d := yaml.NewDecoder(bytes.NewReader(equivalentFile))
	d.KnownFields(true)
	if err := d.Decode(&groups); err != nil {
		return nil, fmt.Errorf("equivalent.yaml: %w", err)
	}
	out := map[string]string{}
	for _, g := range groups {
		for _, id := range g.Mutants {
			if out[id] != "" || g.Reason == "" {
				return nil, fmt.Errorf("equivalent.yaml: %s is there twice, or without a reason", id)
			}
			out[id] = g.Reason
		}
	}
	return out, nil
}
