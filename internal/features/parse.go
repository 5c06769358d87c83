package features

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"sync"

	gherkin "github.com/cucumber/gherkin/go/v26"
	messages "github.com/cucumber/messages/go/v21"

	texts "plumbline/features"
	"plumbline/internal/openapi"
)

var scenarios = sync.OnceValues(func() ([]Scenario, error) { return loadScenarios(texts.FS) })

// Scenarios returns every case of the embedded feature files, sorted by file and line.
func Scenarios() ([]Scenario, error) {
	all, err := scenarios()
	return slices.Clone(all), err
}

// loadScenarios reads <specification>/*.feature of a file system.
func loadScenarios(fsys fs.FS) ([]Scenario, error) {
	files, err := fs.Glob(fsys, "*/*.feature")
	if err != nil {
		return nil, fmt.Errorf("features: %w", err)
	}
	slices.Sort(files)
	var all []Scenario
	for _, file := range files {
		data, err := fs.ReadFile(fsys, file)
		if err != nil {
			return nil, fmt.Errorf("read feature: %w", err)
		}
		found, err := Parse(file, data)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

// Parse reads one feature file into its cases, sorted by line.
func Parse(uri string, data []byte) ([]Scenario, error) {
	next := 0
	newID := func() string { next++; return strconv.Itoa(next) }
	doc, err := gherkin.ParseGherkinDocument(bytes.NewReader(data), newID)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", uri, err)
	}
	if doc.Feature == nil {
		return nil, fmt.Errorf("%s: no feature", uri)
	}
	sources := index(doc.Feature)
	var found []Scenario
	for _, p := range gherkin.Pickles(*doc, uri, newID) {
		s, err := sources.scenario(uri, doc.Feature.Name, p)
		if err != nil {
			return nil, fmt.Errorf("%s: line %d: %q: %w", uri, s.Line, p.Name, err)
		}
		found = append(found, s)
	}
	slices.SortFunc(found, func(a, b Scenario) int { return cmp.Compare(a.Line, b.Line) })
	return found, nil
}

// scenario joins a pickle (values filled in) with its rule, table and lines from the source.
func (x *sourceIndex) scenario(uri, feature string, p *messages.Pickle) (Scenario, error) {
	src := x.scenarios[p.AstNodeIds[0]]
	s := Scenario{Feature: feature, Rule: src.rule, Name: p.Name, URI: uri, Line: src.line}
	for _, tag := range p.Tags {
		if err := s.apply(tag.Name); err != nil {
			return s, err
		}
	}
	s.Row, _, _ = strings.Cut(p.Name, " ")
	if len(p.AstNodeIds) > 1 {
		row := x.rows[p.AstNodeIds[1]]
		s.Line, s.Examples = row.line, Examples{ExamplesName: row.name, Columns: row.columns, Cells: row.cells}
		s.Row = s.Cell("row")
	}
	// A row with the tag of a decision (LCK-46D) belongs to the decision, and not to the requirement that it is about (LCK-46).
	if id := requirementOf(s.Row); requirementID.MatchString(id) && !slices.Contains(s.Requirements, id+"D") {
		s.require(id)
	}
	if len(s.Profiles) == 0 {
		s.Profiles = []openapi.Profile{openapi.Shipped, openapi.Specified}
	}
	s.ID = strings.TrimSuffix(uri, ".feature") + "#" + s.Row
	for _, step := range p.Steps {
		s.Steps = append(s.Steps, x.step(step))
	}
	return s, nil
}

func (x *sourceIndex) step(p *messages.PickleStep) Step {
	src := x.steps[p.AstNodeIds[0]]
	step := Step{Keyword: strings.TrimSpace(src.Keyword), Text: p.Text, Line: int(src.Location.Line), Kind: kinds[p.Type]}
	if p.Argument == nil {
		return step
	}
	if d := p.Argument.DocString; d != nil {
		step.DocString = &DocString{MediaType: d.MediaType, Content: d.Content}
	}
	if t := p.Argument.DataTable; t != nil {
		for _, row := range t.Rows {
			cells := make([]string, len(row.Cells))
			for i, c := range row.Cells {
				cells[i] = c.Value
			}
			step.Table = append(step.Table, cells)
		}
	}
	return step
}

var kinds = map[messages.PickleStepType]Kind{
	messages.PickleStepType_CONTEXT: State,
	messages.PickleStepType_ACTION:  Exchange,
	messages.PickleStepType_OUTCOME: Observation,
}
