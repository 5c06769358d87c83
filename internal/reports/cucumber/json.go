package cucumber

import (
	"encoding/json"
	"io"
	"io/fs"
	"strings"
	"time"

	messages "github.com/cucumber/messages/go/v21"

	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/printable"
)

// The JSON report for Cucumber's older tools: features, each with its scenarios. Durations are nanoseconds.
type (
	jsonFeature struct {
		URI         string        `json:"uri"`
		ID          string        `json:"id"`
		Keyword     string        `json:"keyword"`
		Name        string        `json:"name"`
		Description string        `json:"description"`
		Line        int64         `json:"line"`
		Tags        []jsonTag     `json:"tags,omitempty"`
		Elements    []jsonElement `json:"elements"`
	}
	jsonElement struct {
		ID      string     `json:"id"`
		Keyword string     `json:"keyword"`
		Name    string     `json:"name"`
		Line    int        `json:"line"`
		Type    string     `json:"type"`
		Tags    []jsonTag  `json:"tags,omitempty"`
		Steps   []jsonStep `json:"steps"`
	}
	jsonTag struct {
		Name string `json:"name"`
		Line int64  `json:"line"`
	}
	jsonStep struct {
		Keyword string     `json:"keyword"`
		Name    string     `json:"name"`
		Line    int64      `json:"line"`
		Match   struct{}   `json:"match"`
		Result  jsonResult `json:"result"`
	}
	jsonResult struct {
		Status   string `json:"status"`
		Duration int64  `json:"duration,omitempty"`
		Message  string `json:"error_message,omitempty"`
	}
)

// WriteJSON writes the log of a run as Cucumber's JSON report; a repeated case has its last attempt.
func WriteJSON(w io.Writer, events []eventlog.Event, fsys fs.FS) error {
	r, err := sorted(events)
	if err != nil {
		return err
	}
	var count ids
	files, at := map[string]*feature{}, map[string]int{}
	out := []jsonFeature{}
	for _, p := range r.plays {
		uri := p.info.Feature
		if files[uri] == nil {
			if files[uri], err = readFeature(fsys, uri, &count); err != nil {
				return err
			}
			at[uri] = len(out)
			out = append(out, files[uri].head())
		}
		element, err := files[uri].element(p, &count)
		if err != nil {
			return err
		}
		out[at[uri]].Elements = append(out[at[uri]].Elements, element)
	}
	enc := json.NewEncoder(printable.Writer(w)) // escapes keep the JSON values
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}

func (f *feature) head() jsonFeature {
	own := f.document.Feature
	out := jsonFeature{
		URI: f.source.Uri, ID: slug(own.Name), Keyword: own.Keyword, Name: own.Name,
		Description: strings.TrimSpace(own.Description), Line: own.Location.Line,
	}
	for _, t := range own.Tags {
		out.Tags = append(out.Tags, jsonTag{t.Name, t.Location.Line})
	}
	return out
}

func (f *feature) element(p *play, count *ids) (jsonElement, error) {
	pickle, err := f.pickle(p, count)
	if err != nil {
		return jsonElement{}, err
	}
	out := jsonElement{
		ID: slug(f.document.Feature.Name) + ";" + slug(p.info.Case), Keyword: "Scenario", Name: p.title(), Line: p.info.Line, Type: "scenario",
		Steps: []jsonStep{},
	}
	for _, t := range pickle.Tags {
		out.Tags = append(out.Tags, jsonTag{t.Name, f.lines[t.AstNodeId]})
	}
	var ran []step
	if len(p.tries) > 0 {
		ran = p.tries[len(p.tries)-1].markFailedStep()
	}
	for i, s := range pickle.Steps {
		out.Steps = append(out.Steps, f.step(s, i, ran, p))
	}
	return out, nil
}

func (f *feature) step(s *messages.PickleStep, i int, ran []step, p *play) jsonStep {
	node := s.AstNodeIds[0]
	out := jsonStep{Keyword: f.keywords[node], Name: s.Text, Line: f.lines[node], Result: jsonResult{Status: "skipped"}}
	switch {
	case i < len(ran):
		done := ran[i]
		out.Result = jsonResult{done.status(), int64(done.Millis * float64(time.Millisecond)), done.message()}
	case len(ran) == 0:
		out.Result.Message = p.reasonNotRun()
	}
	return out
}

func slug(s string) string { return strings.ToLower(strings.ReplaceAll(s, " ", "-")) }
