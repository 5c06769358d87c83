package cucumber

import (
	"bytes"
	"fmt"
	"io/fs"
	"strconv"

	gherkin "github.com/cucumber/gherkin/go/v26"
	messages "github.com/cucumber/messages/go/v21"
)

// ids makes ids by counting, so that the same log gives the same messages.
type ids struct{ n int }

func (i *ids) next() string {
	i.n++
	return strconv.Itoa(i.n)
}

// feature is one feature file with its pickles, by the line of the scenario or row.
type feature struct {
	source   *messages.Source
	document *messages.GherkinDocument
	pickles  map[int]*messages.Pickle
	// lines and keywords are of steps, by the id of their node; line is of a tag, by its id.
	lines    map[string]int64
	keywords map[string]string
}

// readFeature parses a feature file of the suite.
func readFeature(fsys fs.FS, uri string, count *ids) (*feature, error) {
	text, err := fs.ReadFile(fsys, uri)
	if err != nil {
		return nil, fmt.Errorf("the log speaks of a feature file that this suite does not have: %w", err)
	}
	document, err := gherkin.ParseGherkinDocument(bytes.NewReader(text), count.next)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", uri, err)
	}
	document.Uri = uri
	f := &feature{
		source:   &messages.Source{Uri: uri, Data: string(text), MediaType: messages.SourceMediaType_TEXT_X_CUCUMBER_GHERKIN_PLAIN},
		document: document, pickles: map[int]*messages.Pickle{}, lines: map[string]int64{}, keywords: map[string]string{},
	}
	f.index()
	for _, p := range gherkin.Pickles(*document, uri, count.next) {
		f.pickles[int(f.lines[p.AstNodeIds[len(p.AstNodeIds)-1]])] = p
	}
	return f, nil
}

// index stores the lines of all nodes that pickles refer to.
func (f *feature) index() {
	var of func([]*messages.FeatureChild)
	scenario := func(s *messages.Scenario) {
		f.lines[s.Id] = s.Location.Line
		f.steps(s.Steps)
		f.tags(s.Tags)
		for _, e := range s.Examples {
			f.tags(e.Tags)
			for _, row := range e.TableBody {
				f.lines[row.Id] = row.Location.Line
			}
		}
	}
	of = func(children []*messages.FeatureChild) {
		for _, c := range children {
			switch {
			case c.Background != nil:
				f.steps(c.Background.Steps)
			case c.Scenario != nil:
				scenario(c.Scenario)
			case c.Rule != nil:
				f.tags(c.Rule.Tags)
				var inner []*messages.FeatureChild
				for _, r := range c.Rule.Children {
					inner = append(inner, &messages.FeatureChild{Background: r.Background, Scenario: r.Scenario})
				}
				of(inner)
			}
		}
	}
	f.tags(f.document.Feature.Tags)
	of(f.document.Feature.Children)
}

func (f *feature) steps(steps []*messages.Step) {
	for _, s := range steps {
		f.lines[s.Id], f.keywords[s.Id] = s.Location.Line, s.Keyword
	}
}

func (f *feature) tags(tags []*messages.Tag) {
	for _, t := range tags {
		f.lines[t.Id] = t.Location.Line
	}
}

// pickle is the pickle of a case: the scenario's own, or a copy with the sentences that the boundary sweep rewrote.
func (f *feature) pickle(p *play, count *ids) (*messages.Pickle, error) {
	own := f.pickles[p.info.Line]
	if own == nil {
		return nil, fmt.Errorf("%s:%d: no scenario: the log is of another version of the suite", p.info.Feature, p.info.Line)
	}
	if p.info.Variant == "" {
		return own, nil
	}
	again := *own
	again.Id, again.Name, again.Steps = count.next(), p.title(), nil
	ran := p.sentences()
	if ran == nil {
		for _, s := range own.Steps {
			copied := *s
			copied.Id = count.next()
			again.Steps = append(again.Steps, &copied)
		}
		return &again, nil
	}
	for i, text := range ran {
		from := own.Steps[min(i, len(own.Steps)-1)]
		for _, s := range own.Steps {
			if s.Text == text {
				from = s
			}
		}
		copied := *from
		copied.Id, copied.Text = count.next(), text
		again.Steps = append(again.Steps, &copied)
	}
	return &again, nil
}

// sentences are those of the longest attempt, nil where none began.
func (p *play) sentences() (out []string) {
	for _, t := range p.tries {
		if len(t.steps) <= len(out) {
			continue
		}
		out = out[:0]
		for _, s := range t.steps {
			out = append(out, s.Text)
		}
	}
	return out
}
