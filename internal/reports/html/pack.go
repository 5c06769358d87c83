package html

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"html/template"
)

// blob is one packed part of the page: compressed, in base64url, which needs no escaping in HTML. The page unpacks a part when its
// content is first shown.
type blob struct {
	ID   string
	Data template.HTML
}

// contents is the part "contents": the cases of the reports, and which of them each requirement and each row of a table has.
type contents struct {
	// Texts are the texts of the cases; they are named by their number.
	Texts []string     `json:"texts"`
	Faces []packedFace `json:"faces"`
	// Requirements and Lines have the numbers of cases, a list for each report.
	Requirements map[string][][]int `json:"requirements"`
	Lines        map[string][][]int `json:"lines"`
}

// packedFace is one report: its cases, and the ids of exchanges outside of any case, in order.
type packedFace struct {
	Label   string       `json:"label"`
	Cases   []packedCase `json:"cases"`
	Outside []any        `json:"outside,omitempty"`
	// Exchanges is how many the log has; Kept how many of them are in the page.
	Exchanges int `json:"exchanges"`
	Kept      int `json:"kept"`
}

// pack makes the parts: "contents", and "x0", "x1" … with the exchanges of the reports. used is how much of the page is taken.
func pack(sources []Source, specs []specPage, used int) ([]blob, error) {
	all := contents{Requirements: map[string][][]int{}, Lines: map[string][][]int{}}
	texts := newTextList()
	numbers := make([]map[string]int, len(sources))
	labels := labels(sources)
	for i, s := range sources {
		var face packedFace
		face, numbers[i] = packCases(s, texts)
		face.Label = labels[i]
		face.Outside = outside(s)
		all.Faces = append(all.Faces, face)
	}
	for _, s := range specs {
		for _, r := range s.List {
			all.Requirements[r.ID] = casesOf(r.Cells, numbers)
		}
		for _, t := range s.Tables {
			for _, l := range t.Rows {
				all.Lines[l.Anchor] = casesOf(l.Cells, numbers)
			}
		}
	}
	all.Texts = texts.list
	room := max(pageBytes-restBytes-used-contentsSize(all), leastEvidence*len(sources))
	e := evidence{}
	for i, s := range sources {
		e.room += room / len(sources)
		kept, err := e.add(i, s)
		if err != nil {
			return nil, err
		}
		all.Faces[i].Kept = kept
	}
	text, err := marshal(all)
	if err != nil {
		return nil, err
	}
	index, err := compress("contents", text)
	return append([]blob{index}, e.blobs...), err
}

// contentsSize is about what the contents take when they are packed.
func contentsSize(all contents) int {
	text, err := marshal(all)
	if err != nil {
		return 0
	}
	b, err := compress("contents", text)
	if err != nil {
		return 0
	}
	return len(b.Data)
}

// outside are the ids of exchanges outside of any case, in order.
func outside(s Source) []any {
	var ids []string
	for i := range s.Events {
		if x := s.Events[i].Exchanged; x != nil && x.Case == "" {
			ids = append(ids, x.ID)
		}
	}
	return packIDs(ids)
}

// packIDs writes ids of exchanges as numbers, each by how much it is above the one before; ids of another form stay texts.
func packIDs(ids []string) []any {
	out, before := make([]any, 0, len(ids)), 0
	for _, id := range ids {
		n, ok := exchangeNumber(id)
		if !ok {
			out = append(out, id)
			continue
		}
		out = append(out, n-before)
		before = n
	}
	return out
}

func casesOf(cells []verdictCell, numbers []map[string]int) [][]int {
	out := make([][]int, len(cells))
	for i, c := range cells {
		out[i] = []int{}
		for _, id := range c.Cases {
			if n, ok := numbers[c.Face][id]; ok {
				out[i] = append(out[i], n)
			}
		}
	}
	return out
}

// textList keeps each text once.
type textList struct {
	list   []string
	number map[string]int
}

func newTextList() *textList { return &textList{list: []string{""}, number: map[string]int{"": 0}} }

func (t *textList) add(text string) int {
	n, ok := t.number[text]
	if !ok {
		n = len(t.list)
		t.number[text] = n
		t.list = append(t.list, text)
	}
	return n
}

// marshal encodes JSON without escaping <, > and &, since none of it is parsed as HTML.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSpace(b.Bytes()), err
}

func compress(id string, text []byte) (blob, error) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(text); err != nil {
		return blob{}, err
	}
	if err := z.Close(); err != nil {
		return blob{}, err
	}
	return blob{ID: id, Data: template.HTML(base64.URLEncoding.EncodeToString(b.Bytes()))}, nil
}
