package html

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"runtime"
	"slices"
	"sync"

	"plumbline/reports"
	"plumbline/reports/eventlog"
	"plumbline/reports/printable"
)

// blob is one packed part of the page: JSON, compressed, in base64url, which needs no escaping in HTML. The page unpacks a
// part when its content is first shown.
type blob struct {
	ID   string
	Data template.HTML
}

// packLevel is the level of compression: pages are a fifth larger than with the best one, in a third of the time.
const packLevel = 2

// chunkBytes is the size of the JSON in one part with exchanges: opening a row unpacks one part, not the whole run.
const chunkBytes = 3 << 19

// contents is the part that says which cases and exchanges are in which part.
type contents struct {
	Faces        []packedFace          `json:"faces"`
	Requirements map[string][][]string `json:"requirements"`
	Lines        map[string][][]string `json:"lines"`
}

// packedFace is one report: its cases, and the parts with its exchanges.
type packedFace struct {
	Label string                 `json:"label"`
	Cases map[string]*packedCase `json:"cases"`
	// Outside are the ids of exchanges outside of any case, in order.
	Outside []string `json:"outside,omitempty"`
	// Parts maps the id of an exchange to the number of its part.
	Parts map[string]int `json:"parts"`
}

type packedExchange struct {
	ID string `json:"id"`
	eventlog.Exchange
	Millis    float64          `json:"millis,omitempty"`
	Error     string           `json:"error,omitempty"`
	Drift     []eventlog.Drift `json:"drift,omitempty"`
	RequestID string           `json:"request_id,omitempty"`
	Retry     int              `json:"retry,omitempty"`
	Curl      string           `json:"curl"`
}

// pack makes the parts: "contents", and "x0", "x1" … with the exchanges of each report.
func pack(sources []Source, specs []specPage) ([]blob, error) {
	all := contents{Requirements: map[string][][]string{}, Lines: map[string][][]string{}}
	for _, s := range specs {
		for _, r := range s.List {
			all.Requirements[r.ID] = casesOf(r.Cells)
		}
		for _, t := range s.Tables {
			for _, l := range t.Rows {
				all.Lines[l.Anchor] = casesOf(l.Cells)
			}
		}
	}
	p := packer{}
	labels := labels(sources)
	for i, s := range sources {
		face, err := p.face(s)
		if err != nil {
			return nil, err
		}
		face.Label = labels[i]
		all.Faces = append(all.Faces, face)
	}
	text, err := marshal(all)
	if err != nil {
		return nil, err
	}
	index, err := compress("contents", text)
	blobs, failed := p.packed()
	return append([]blob{index}, blobs...), errors.Join(err, failed)
}

func casesOf(cells []verdictCell) [][]string {
	out := make([][]string, len(cells))
	for i, c := range cells {
		out[i] = reports.NotNil(c.Cases)
	}
	return out
}

// packer fills one part after another, and compresses full parts in the background.
type packer struct {
	part        bytes.Buffer
	blobs       []*compressed
	compressing sync.WaitGroup
}

type compressed struct {
	blob
	err error
}

// packed waits for all parts and answers them.
func (p *packer) packed() ([]blob, error) {
	p.compressing.Wait()
	out := make([]blob, len(p.blobs))
	for i, b := range p.blobs {
		if b.err != nil {
			return nil, b.err
		}
		out[i] = b.blob
	}
	return out, nil
}

// window is how many exchanges are rendered concurrently before they are put in order.
const window = 2048

// face packs one report. Exchanges of different reports never share a part, because their ids may be equal.
func (p *packer) face(s Source) (packedFace, error) {
	face := packedFace{Cases: packCases(s), Parts: map[string]int{}}
	var exchanges []*eventlog.Exchanged
	for i := range s.Events {
		if x := s.Events[i].Exchanged; x != nil {
			exchanges = append(exchanges, x)
		}
	}
	for some := range slices.Chunk(exchanges, window) {
		texts, err := renderExchanges(some)
		if err != nil {
			return face, err
		}
		for i, x := range some {
			if x.Case == "" {
				face.Outside = append(face.Outside, x.ID)
			}
			face.Parts[x.ID] = len(p.blobs)
			p.add(texts[i])
		}
	}
	p.flush()
	return face, nil
}

// renderExchanges renders exchanges as JSON, on all processors, since it is most of the work for a page.
func renderExchanges(exchanges []*eventlog.Exchanged) ([][]byte, error) {
	out, hands := make([][]byte, len(exchanges)), runtime.GOMAXPROCS(0)
	failed := make([]error, hands)
	var working sync.WaitGroup
	for hand := range hands {
		working.Go(func() {
			for i := hand; i < len(exchanges) && failed[hand] == nil; i += hands {
				out[i], failed[hand] = marshal(shownExchange(exchanges[i]))
			}
		})
	}
	working.Wait()
	return out, errors.Join(failed...)
}

func (p *packer) add(text []byte) {
	if p.part.Len() > 0 {
		p.part.WriteByte(',')
	}
	p.part.Write(text)
	if p.part.Len() >= chunkBytes {
		p.flush()
	}
}

// shownExchange is an exchange without characters that control the display.
func shownExchange(x *eventlog.Exchanged) packedExchange {
	shown := x.Exchange
	shown.URL = printable.Text(x.URL)
	shown.RequestHeader, shown.RequestBody = shownHeader(x.RequestHeader), printable.Text(x.RequestBody)
	shown.ResponseHeader, shown.ResponseBody = shownHeader(x.ResponseHeader), printable.Text(x.ResponseBody)
	return packedExchange{
		ID: x.ID, Exchange: shown,
		Millis: x.Millis, Error: printable.Text(x.Error), Drift: shownDrift(x.Drift), RequestID: printable.Line(RequestID(x.ResponseHeader)),
		Retry: x.Retry, Curl: printable.Text(Curl(x)),
	}
}

// shownHeader is a header without characters that control the display.
func shownHeader(h http.Header) http.Header {
	if plainHeader(h) {
		return h
	}
	out := make(http.Header, len(h))
	for name, values := range h {
		for _, v := range values {
			out[printable.Line(name)] = append(out[printable.Line(name)], printable.Line(v))
		}
	}
	return out
}

func plainHeader(h http.Header) bool {
	for name, values := range h {
		if printable.Line(name) != name || slices.ContainsFunc(values, func(v string) bool { return printable.Line(v) != v }) {
			return false
		}
	}
	return true
}

func shownDrift(drift []eventlog.Drift) []eventlog.Drift {
	out := make([]eventlog.Drift, 0, len(drift))
	for _, d := range drift {
		out = append(out, eventlog.Drift{
			Operation: d.Operation, Pointer: printable.Line(d.Pointer), Expected: printable.Text(d.Expected), Got: printable.Text(d.Got),
		})
	}
	return out
}

func (p *packer) flush() {
	if p.part.Len() == 0 {
		return
	}
	id, text, into := fmt.Sprintf("x%d", len(p.blobs)), []byte("["+p.part.String()+"]"), &compressed{}
	p.part.Reset()
	p.blobs = append(p.blobs, into)
	p.compressing.Go(func() { into.blob, into.err = compress(id, text) })
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
	z, err := gzip.NewWriterLevel(&b, packLevel)
	if err != nil {
		return blob{}, err
	}
	if _, err := z.Write(text); err != nil {
		return blob{}, err
	}
	if err := z.Close(); err != nil {
		return blob{}, err
	}
	return blob{ID: id, Data: template.HTML(base64.URLEncoding.EncodeToString(b.Bytes()))}, nil
}

// RequestID is the id of the request in the service's own log, "" for none.
func RequestID(h http.Header) string {
	for _, name := range []string{"X-Openstack-Request-Id", "X-Compute-Request-Id"} {
		if id := http.Header(h).Get(name); id != "" {
			return id
		}
	}
	return ""
}
