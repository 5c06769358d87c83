package features

import (
	"path/filepath"

	texts "plumbline/features"
	"plumbline/internal/openapi"
)

// Suite is a catalogue with the scenarios that test it, and the documents that describe what they are about.
type Suite struct {
	Catalogue *RequirementCatalogue
	Scenarios []Scenario
	// Documents are the embedded ones where it is nil.
	Documents *openapi.Documents
	// From is the name of the folder that the suite was read from, "" for the embedded one.
	From string
	// Digest is the SHA-256 of catalogue and features, in hexadecimal.
	Digest string
}

// Embedded is the suite that is part of the program.
func Embedded() (*Suite, error) {
	c, err := Catalogue()
	if err != nil {
		return nil, err
	}
	all, err := Scenarios()
	if err != nil {
		return nil, err
	}
	digest, err := openapi.DigestFS(texts.FS)
	return &Suite{Catalogue: c, Scenarios: all, Digest: digest}, err
}

// Open reads a suite from a folder outside of the program: catalogue/*.yaml, SPECIFICATION/*.feature and, where the specifications
// change documents, openapi/SERVICE/specified/X.Y.yaml. Ids of the embedded suite cannot be used again. An error names file and line,
// and is a *Problems where there are several.
func Open(dir string) (*Suite, error) {
	s, problems, err := Check(dir)
	if err != nil {
		return nil, err
	}
	if serious := problems.serious(); len(serious) > 0 {
		return nil, serious
	}
	return s, nil
}

// Check is Open for authors: it answers everything that is wrong with the folder, also what a run can do without. The suite is nil
// where it cannot be read at all.
func Check(dir string) (*Suite, Problems, error) {
	files, overlays, err := readFolder(dir)
	if err != nil {
		return nil, nil, err
	}
	c := &checker{files: files, overlays: overlays, dir: dir}
	suite := &Suite{Catalogue: c.catalogue(), Scenarios: c.scenarios()}
	if len(overlays) > 0 {
		if suite.Documents, err = openapi.Extend(overlays); err != nil {
			c.outside(err)
		} else {
			c.documents(suite.Documents)
		}
	}
	if suite.Digest, err = openapi.DigestFS(files); err != nil {
		return nil, nil, err
	}
	suite.Catalogue.Outside = suite.Digest
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, nil, err
	}
	suite.From = filepath.Base(abs)
	if len(c.problems.serious()) == 0 {
		c.check(suite)
	}
	c.problems.sort()
	if len(c.problems.serious()) > 0 && len(suite.Scenarios) == 0 {
		suite = nil
	}
	return suite, c.problems, nil
}
