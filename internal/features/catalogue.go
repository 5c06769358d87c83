package features

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	texts "plumbline/features"
	"plumbline/internal/openapi"
)

// RequirementCatalogue holds every specification with its requirements, in the order in which the specification states them.
type RequirementCatalogue struct {
	Specifications []Specification
	// Outside is the digest of a suite that is not part of the program (see Open); "" for the embedded one.
	Outside string
}

// Specification is one document whose requirements are certified.
type Specification struct {
	ID       string `yaml:"id"`     // "rebuild-keypair-reset": the value of @spec and the folder of the feature files
	Prefix   string `yaml:"prefix"` // "RKP": the beginning of its requirement ids
	Title    string `yaml:"title"`
	Document string `yaml:"document"` // title or place of the text
	Service  string `yaml:"service"`
	Summary  string `yaml:"summary"`
	// Since is the microversion of Service that brings the change: rows that pass below it prove nothing about the change.
	// Zero where no microversion brings it.
	Since        openapi.Version `yaml:"since"`
	Requirements []Requirement   `yaml:"requirements"`
	Tables       []Table         `yaml:"tables"`
	Differences  []Difference    `yaml:"differences"`
}

// Requirement is one testable sentence of a specification.
type Requirement struct {
	// ID is never reused and never renumbered: "RKP-16". "HYP-23D" is a decision about what HYP-23 leaves open.
	ID        string          `yaml:"id"`
	Spec      string          `yaml:"-"` // id of its specification
	Statement string          `yaml:"statement"`
	Source    string          `yaml:"source"` // section of the specification, or the upstream fact it rests on
	Class     Class           `yaml:"class"`
	Standing  Standing        `yaml:"standing"` // own, baseline or decision; a profile may have another one
	Absence   bool            `yaml:"absence"`  // while it passes, the target is shown not to have the change
	Actor     string          `yaml:"actor"`    // the actor of the subject exchange
	Since     openapi.Version `yaml:"since"`    // zero: from the first microversion
	Until     openapi.Version `yaml:"until"`    // zero: to the last one
	// Profiles says where the requirement applies and what holds there. Every requirement names both profiles.
	Profiles map[openapi.Profile]Applies `yaml:"profiles"`
	Notes    []string                    `yaml:"notes"` // notes for readers of the verdict
}

// Applies describes a requirement in one profile.
type Applies struct {
	Holds     bool     `yaml:"holds"`     // false: not-applicable there
	Statement string   `yaml:"statement"` // what holds there, when it differs from the common statement
	Reason    string   `yaml:"reason"`    // why it differs there, or does not apply
	Standing  Standing `yaml:"standing"`  // the standing there, when it differs from the common one
}

// StatementIn returns the statement in the profile: its own, or the common one.
func (r Requirement) StatementIn(p openapi.Profile) string {
	if s := r.Profiles[p].Statement; s != "" {
		return s
	}
	return r.Statement
}

// StandingIn returns the standing in the profile: its own, or the common one.
func (r Requirement) StandingIn(p openapi.Profile) Standing {
	if s := r.Profiles[p].Standing; s != "" {
		return s
	}
	return r.Standing
}

// AppliesIn tells whether the requirement is certified in the profile.
func (r Requirement) AppliesIn(p openapi.Profile) bool { return r.Profiles[p].Holds }

// Table is one decision table of a specification in a report: the rows of one or more Examples tables, in order,
// under the named columns.
type Table struct {
	Title    string   `yaml:"title"`
	Source   string   `yaml:"source"`
	Examples []string `yaml:"examples"` // names of the Examples tables whose rows it holds, in order
	Columns  []string `yaml:"columns"`  // columns to show, in order; the first is "row"
}

// Difference is the reason why two clouds may answer differently and both be right.
type Difference struct {
	Title        string   `yaml:"title"`
	Requirements []string `yaml:"requirements"`
	Explanation  string   `yaml:"explanation"`
	Handled      string   `yaml:"handled"` // how the suite handles it
}

// Requirement finds a requirement by id.
func (c *RequirementCatalogue) Requirement(id string) (Requirement, bool) {
	for _, s := range c.Specifications {
		for _, r := range s.Requirements {
			if r.ID == id {
				return r, true
			}
		}
	}
	return Requirement{}, false
}

// Specification finds a specification by id.
func (c *RequirementCatalogue) Specification(id string) (Specification, bool) {
	i := slices.IndexFunc(c.Specifications, func(s Specification) bool { return s.ID == id })
	if i < 0 {
		return Specification{}, false
	}
	return c.Specifications[i], true
}

// Has tells whether a specification has the id or the prefix.
func (c *RequirementCatalogue) Has(id, prefix string) bool {
	return slices.ContainsFunc(c.Specifications, func(s Specification) bool { return s.ID == id || s.Prefix == prefix })
}

// All returns every requirement in catalogue order.
func (c *RequirementCatalogue) All() []Requirement {
	var all []Requirement
	for _, s := range c.Specifications {
		all = append(all, s.Requirements...)
	}
	return all
}

var builtin = sync.OnceValues(func() (*RequirementCatalogue, error) { return LoadCatalogue(texts.FS) })

// Catalogue returns the embedded catalogue. It is shared: do not change it.
func Catalogue() (*RequirementCatalogue, error) { return builtin() }

// checkStanding checks that a requirement has a standing, and that one whose id ends in D is a decision.
func (r Requirement) checkStanding() error {
	switch {
	case r.Standing == "":
		return fmt.Errorf("requirement %s needs a standing: own, baseline or decision", r.ID)
	case strings.HasSuffix(r.ID, "D") && r.Standing != Decision:
		return fmt.Errorf("requirement %s ends in D: its standing is decision", r.ID)
	}
	return nil
}

// LoadCatalogue reads catalogue/*.yaml of a file system, sorted by file name. An unknown key, an id
// used twice or an id without its specification's prefix is an error.
func LoadCatalogue(fsys fs.FS) (*RequirementCatalogue, error) {
	files, err := fs.Glob(fsys, "catalogue/*.yaml")
	if err != nil {
		return nil, fmt.Errorf("catalogue: %w", err)
	}
	slices.Sort(files)
	c := &RequirementCatalogue{}
	seen := map[string]bool{}
	for _, file := range files {
		s, err := readSpecification(fsys, file)
		if err != nil {
			return nil, err
		}
		for i := range s.Requirements {
			r := &s.Requirements[i]
			r.Spec = s.ID
			if !strings.HasPrefix(r.ID, s.Prefix+"-") || seen[r.ID] {
				return nil, fmt.Errorf("%s: requirement id %q is used twice or does not begin with %s-", file, r.ID, s.Prefix)
			}
			seen[r.ID] = true
			if err := r.checkStanding(); err != nil {
				return nil, fmt.Errorf("%s: %w", file, err)
			}
		}
		c.Specifications = append(c.Specifications, s)
	}
	return c, nil
}
