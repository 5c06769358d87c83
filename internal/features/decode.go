package features

import (
	"bytes"
	"fmt"
	"io/fs"

	"go.yaml.in/yaml/v3"
)

// readSpecification decodes one catalogue file strictly: an unknown key is an error, since it is probably misspelt.
func readSpecification(fsys fs.FS, file string) (Specification, error) {
	var s Specification
	data, err := fs.ReadFile(fsys, file)
	if err != nil {
		return s, fmt.Errorf("read catalogue: %w", err)
	}
	dec := yaml.NewDecoder(bytes.NewReader(data))
	dec.KnownFields(true)
	if err := dec.Decode(&s); err != nil {
		return s, fmt.Errorf("%s: %w", file, err)
	}
	if s.ID == "" || s.Prefix == "" || s.Title == "" {
		return s, fmt.Errorf("%s: a specification needs id, prefix and title", file)
	}
	return s, nil
}
