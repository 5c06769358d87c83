package features

import messages "github.com/cucumber/messages/go/v21"

// sourceIndex finds, by the parser's node ids, the parts of the source that a pickle lacks.
type sourceIndex struct {
	scenarios map[string]scenarioSource
	rows      map[string]rowSource
	steps     map[string]*messages.Step
}

type scenarioSource struct {
	rule string
	line int
}

type rowSource struct {
	name    string
	columns []string
	cells   []string
	line    int
}

// index builds the index of a feature.
func index(f *messages.Feature) *sourceIndex {
	x := &sourceIndex{map[string]scenarioSource{}, map[string]rowSource{}, map[string]*messages.Step{}}
	for _, child := range f.Children {
		x.background(child.Background)
		x.scenarioNode("", child.Scenario)
		if child.Rule == nil {
			continue
		}
		for _, inner := range child.Rule.Children {
			x.background(inner.Background)
			x.scenarioNode(child.Rule.Name, inner.Scenario)
		}
	}
	return x
}

func (x *sourceIndex) background(b *messages.Background) {
	if b != nil {
		x.addSteps(b.Steps)
	}
}

func (x *sourceIndex) scenarioNode(rule string, s *messages.Scenario) {
	if s == nil {
		return
	}
	x.addSteps(s.Steps)
	x.scenarios[s.Id] = scenarioSource{rule: rule, line: int(s.Location.Line)}
	for _, e := range s.Examples {
		if e.TableHeader == nil {
			continue
		}
		columns := values(e.TableHeader)
		for _, row := range e.TableBody {
			x.rows[row.Id] = rowSource{name: e.Name, columns: columns, cells: values(row), line: int(row.Location.Line)}
		}
	}
}

func (x *sourceIndex) addSteps(steps []*messages.Step) {
	for _, s := range steps {
		x.steps[s.Id] = s
	}
}

func values(row *messages.TableRow) []string {
	out := make([]string, len(row.Cells))
	for i, c := range row.Cells {
		out[i] = c.Value
	}
	return out
}
