package features

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"plumbline/internal/openapi"
	"plumbline/internal/openapi/near"
)

// checker collects what is wrong with a folder of specifications.
type checker struct {
	dir             string
	files, overlays fs.FS
	problems        Problems
	// where has the place of each specification and requirement in the catalogue, by id.
	where map[string]place
}

type place struct {
	file string
	line int
}

func (c *checker) wrong(file string, err error) {
	c.problems = append(c.problems, problemsOf(c.dir, file, err)...)
}

func (c *checker) at(p place, unfinished bool, text string, args ...any) {
	c.problems = append(c.problems, Problem{
		File: path.Join(c.dir, p.file), Line: p.line, Text: fmt.Sprintf(text, args...), Unfinished: unfinished,
	})
}

// catalogue reads the specifications one by one, so that each file's errors are found.
func (c *checker) catalogue() *RequirementCatalogue {
	all := &RequirementCatalogue{}
	c.where = map[string]place{}
	names, err := fs.Glob(c.files, "catalogue/*.yaml")
	if err != nil || len(names) == 0 {
		c.wrong("catalogue", errors.Join(err, errors.New("no *.yaml here: a specification has a catalogue of its requirements")))
	}
	for _, file := range names {
		s, err := readSpecification(c.files, file)
		if err != nil {
			c.wrong(file, err)
			continue
		}
		lines := linesOfRequirements(c.files, file)
		for i := range s.Requirements {
			s.Requirements[i].Spec = s.ID
		}
		c.specification(s, file, lines)
		all.Specifications = append(all.Specifications, s)
	}
	return all
}

var (
	specificationID = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)
	prefixOfIDs     = regexp.MustCompile(`^[A-Z]{3}$`)
)

// specification checks the ids of a specification, and where its requirements hold.
func (c *checker) specification(s Specification, file string, lines []int) {
	head := place{file, 1}
	taken, _ := Catalogue()
	if !specificationID.MatchString(s.ID) {
		c.at(head, false, "id %q: small letters, digits and hyphens, as the folder of its features is called", s.ID)
	}
	if !prefixOfIDs.MatchString(s.Prefix) {
		c.at(head, false, "prefix %q: three capital letters", s.Prefix)
	}
	if before, twice := c.where[s.ID]; twice {
		c.at(head, false, "specification %s is in %s already", s.ID, before.file)
	}
	if before, twice := c.where[s.Prefix]; twice {
		c.at(head, false, "prefix %s is taken by %s", s.Prefix, before.file)
	}
	for _, other := range taken.Specifications {
		if other.ID == s.ID || other.Prefix == s.Prefix {
			c.at(head, false, "%s with the prefix %s is part of plumbline: choose an id and a prefix of your own", other.ID, other.Prefix)
		}
	}
	c.where[s.ID], c.where[s.Prefix] = head, head
	if _, err := openapi.ParseService(s.Service); err != nil {
		c.at(head, false, "service: %s", err)
	}
	if len(s.Requirements) == 0 {
		c.at(head, false, "it has no requirement")
	}
	for i, r := range s.Requirements {
		at := place{file: file}
		if i < len(lines) {
			at.line = lines[i]
		}
		switch before, twice := c.where[r.ID]; {
		case !requirementID.MatchString(r.ID) || !strings.HasPrefix(r.ID, s.Prefix+"-"):
			c.at(at, false, "requirement %q: want %s-01, %s-N01 (a negative one) or %s-01D (a decision)", r.ID, s.Prefix, s.Prefix, s.Prefix)
		case twice:
			c.at(at, false, "requirement %s is in line %d already", r.ID, before.line)
		default:
			c.where[r.ID] = at
			c.requirement(r, at)
		}
	}
}

// requirement checks that a requirement says what a report needs.
func (c *checker) requirement(r Requirement, at place) {
	if err := r.checkStanding(); err != nil {
		c.at(at, false, "%s", err)
	}
	for _, f := range []struct{ name, value string }{
		{"statement", r.Statement}, {"source", r.Source}, {"class", r.Class.String()}, {"actor", r.Actor},
	} {
		if f.value == "" {
			c.at(at, false, "%s has no %s", r.ID, f.name)
		}
	}
	if !r.Until.IsZero() && r.Until.Less(r.Since) {
		c.at(at, false, "%s ends (%s) before it begins (%s)", r.ID, r.Until, r.Since)
	}
	for _, p := range openapi.Profiles() {
		switch in, said := r.Profiles[p]; {
		case !said:
			c.at(at, false, "%s does not say what holds in the profile %s: profiles: {%s: {holds: true}}", r.ID, p, p)
		case (in.Statement != "" || !in.Holds) != (in.Reason != ""):
			c.at(at, true, "%s in the profile %s: what differs has a reason, what does not has none", r.ID, p)
		}
	}
}

// scenarios reads the feature files one by one.
func (c *checker) scenarios() []Scenario {
	names, err := fs.Glob(c.files, "*/*.feature")
	if err != nil || len(names) == 0 {
		c.wrong(".", errors.Join(err, errors.New("no SPECIFICATION/*.feature: a requirement without a scenario proves nothing")))
	}
	var all []Scenario
	for _, file := range names {
		data, err := fs.ReadFile(c.files, file)
		if err == nil {
			var found []Scenario
			found, err = Parse(file, data)
			all = append(all, found...)
		}
		if err != nil {
			c.wrong(file, err)
		}
	}
	return all
}

// check checks catalogue, scenarios and documents together.
func (c *checker) check(s *Suite) {
	operations := c.operations(s)
	rows := map[string]Scenario{}
	reached := map[string][]openapi.Profile{}
	for _, sc := range s.Scenarios {
		at := place{sc.URI, sc.Line}
		c.scenario(sc, at, s.Catalogue)
		if before, twice := rows[sc.Row]; twice {
			c.at(at, false, "row %s is in %s:%d already", sc.Row, path.Join(c.dir, before.URI), before.Line)
		}
		rows[sc.Row] = sc
		for _, id := range sc.Requirements {
			reached[id] = append(reached[id], sc.Profiles...)
		}
		for _, op := range sc.Ops {
			if !slices.Contains(operations, op) {
				c.at(at, false, "@op:%s: no document has this operation%s", op, near.Hint(op, operations))
			}
		}
	}
	for _, r := range s.Catalogue.All() {
		for _, p := range openapi.Profiles() {
			if r.AppliesIn(p) && r.Class != NotObservable && !slices.Contains(reached[r.ID], p) {
				c.at(c.where[r.ID], true, "%s holds in the profile %s, and no scenario tests it there", r.ID, p)
				break
			}
		}
	}
	c.tables(s)
}

// scenario checks one row: whose it is, what it is called, and that it is one exchange between states and observations.
func (c *checker) scenario(sc Scenario, at place, catalogue *RequirementCatalogue) {
	var specs, ids []string
	for _, s := range catalogue.Specifications {
		specs = append(specs, s.ID)
	}
	for _, r := range catalogue.All() {
		ids = append(ids, r.ID)
	}
	switch {
	case sc.Spec == "":
		c.at(at, false, "the feature has no tag @spec:NAME")
	case !slices.Contains(specs, sc.Spec):
		c.at(at, false, "@spec:%s: no catalogue has this id%s", sc.Spec, near.Hint(sc.Spec, specs))
	case !strings.HasPrefix(sc.URI, sc.Spec+"/"):
		c.at(at, false, "@spec:%s: it belongs into the folder %s", sc.Spec, sc.Spec)
	}
	if len(sc.Requirements) == 0 {
		c.at(at, false, "row %q belongs to no requirement: it begins with the id of one, with a letter where there are several", sc.Row)
	}
	for _, id := range sc.Requirements {
		if !slices.Contains(ids, id) {
			c.at(at, false, "no catalogue has the requirement %s%s", id, near.Hint(id, ids))
		}
	}
	if !strings.HasPrefix(sc.Name, sc.Row+" ") {
		c.at(at, false, "the title begins with the id of the row: %q", sc.Row+" "+sc.Name)
	}
	c.order(sc, at)
}

// order checks the order of a scenario's sentences.
func (c *checker) order(sc Scenario, at place) {
	order, whens := []Kind{State, Exchange, Observation}, 0
	last := State
	for _, step := range sc.Steps {
		if slices.Index(order, step.Kind) < slices.Index(order, last) {
			c.at(place{sc.URI, step.Line}, false, "a %s after a %s: a scenario is Given, one When, Then", step.Keyword,
				strings.ToLower(string(last)))
			return
		}
		if last = step.Kind; step.Kind == Exchange {
			whens++
		}
	}
	if whens != 1 || last != Observation {
		c.at(at, false, "%d sentences with When: a scenario has exactly one exchange, and ends with what is observed", whens)
	}
}
