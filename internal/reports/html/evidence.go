package html

import (
	"cmp"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/reports"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/printable"
	"plumbline/internal/reports/verdict"
)

// Exchanges are written as lines: the number of the exchange, then its texts, each in the form of the dictionary. A block has about
// blockBytes of them, with the templates and words that are new in it; later blocks of
// the same report use those of the blocks before.
type block struct {
	Templates []string `json:"t"`
	Words     []string `json:"w"`
	Lines     string   `json:"x"`
	// Face is the number of the report.
	Face int `json:"f"`
}

const blockBytes = 1 << 18

// rank is how much an exchange is wanted in the page, the most wanted first: those of cases that did not pass, and of drift; the
// requests that the cases are about; what was looked at afterwards; and what only led there.
type rank int

const (
	decisive rank = iota
	asked
	observed
	prepared
	cleared
)

func rankOf(x *eventlog.Exchanged, open map[string]bool) rank {
	switch {
	case open[x.Case] || len(x.Drift) > 0 || x.Error != "":
		return decisive
	case x.Role == "subject":
		return asked
	case x.Case == "" || x.Role == "observe":
		return observed
	case x.Role == "setup":
		return prepared
	}
	return cleared
}

// wantedFirst are the exchanges of a report, the most wanted ones first, else in the order of the log.
func wantedFirst(s Source) ([]*eventlog.Exchanged, []rank) {
	open := map[string]bool{}
	for id, row := range rowsByCase(s.Report) {
		open[id] = row.Verdict == verdict.Fail || row.Verdict == verdict.Error || row.Verdict == verdict.Waived || row.Flaky
	}
	type ranked struct {
		x *eventlog.Exchanged
		r rank
	}
	var all []ranked
	for i := range s.Events {
		if x := s.Events[i].Exchanged; x != nil {
			all = append(all, ranked{x, rankOf(x, open)})
		}
	}
	slices.SortStableFunc(all, func(a, b ranked) int { return cmp.Compare(a.r, b.r) })
	exchanges, ranks := make([]*eventlog.Exchanged, len(all)), make([]rank, len(all))
	for i, a := range all {
		exchanges[i], ranks[i] = a.x, a.r
	}
	return exchanges, ranks
}

// evidence packs exchanges into blobs "x0", "x1" … until room characters are used.
type evidence struct {
	dictionary *dictionary
	blobs      []blob
	room       int
	lines      []byte
	before     int
}

// add packs the exchanges of a report, and answers how many of them there was room for.
func (e *evidence) add(face int, s Source) (kept int, err error) {
	exchanges, ranks := wantedFirst(s)
	e.dictionary, e.before = newDictionary(), 0
	for i, x := range exchanges {
		e.write(x, ranks[i])
		if len(e.lines) < blockBytes && i+1 < len(exchanges) {
			continue
		}
		fitted, err := e.flush(face)
		if err != nil || !fitted {
			return kept, err
		}
		kept = i + 1
	}
	return kept, nil
}

// flush makes a blob of what was written, and tells whether there was room for it.
func (e *evidence) flush(face int) (bool, error) {
	templates, words := e.dictionary.take()
	text, err := marshal(block{reports.NotNil(templates), reports.NotNil(words), string(e.lines), face})
	e.lines = e.lines[:0]
	if err != nil {
		return false, err
	}
	b, err := compress("x"+strconv.Itoa(len(e.blobs)), text)
	if err != nil || len(b.Data) > e.room {
		return false, err
	}
	e.room -= len(b.Data)
	e.blobs = append(e.blobs, b)
	return true, nil
}

// write appends the line of an exchange.
func (e *evidence) write(x *eventlog.Exchanged, r rank) {
	if n, ok := exchangeNumber(x.ID); ok {
		e.lines = strconv.AppendInt(e.lines, int64(n-e.before), 36)
		e.before = n
	} else {
		e.lines = e.dictionary.write(append(e.lines, '!'), printable.Line(x.ID))
	}
	first := strings.Join([]string{x.Role, x.Actor, x.Service, x.Method, strconv.Itoa(x.Status), strconv.Itoa(x.Retry)}, "\n")
	texts := [...]string{
		first, x.URL, header(x.RequestHeader, decisive), x.RequestBody, header(x.ResponseHeader, r), x.ResponseBody, extra(x, r),
	}
	for _, text := range texts {
		e.lines = e.dictionary.write(append(e.lines, '|'), printable.Text(text))
	}
	e.lines = append(e.lines, '\n')
}

// exchangeNumber is the number in the id of an exchange: 12 of "x12".
func exchangeNumber(id string) (int, bool) {
	n, err := strconv.Atoi(strings.TrimPrefix(id, "x"))
	return n, err == nil && n >= 0 && id == "x"+strconv.Itoa(n)
}

// requestIDs are the headers with the id of the request in the service's own log.
var requestIDs = []string{"X-Openstack-Request-Id", "X-Compute-Request-Id"}

// header writes a header as lines "Name: value". The ids of requests are as many characters as all the rest, and say
// something only where a service's own log is read: they stay with what did not pass.
func header(h http.Header, r rank) string {
	names := make([]string, 0, len(h))
	for name := range h {
		if r == decisive || !slices.Contains(requestIDs, http.CanonicalHeaderKey(name)) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	var b strings.Builder
	for _, name := range names {
		for _, v := range h[name] {
			b.WriteString(printable.Line(name) + ": " + printable.Line(v) + "\n")
		}
	}
	return b.String()
}

// extra is what few exchanges have, as JSON: no answer, drift, how long it took.
func extra(x *eventlog.Exchanged, r rank) string {
	out := struct {
		Error  string           `json:"error,omitempty"`
		Drift  []eventlog.Drift `json:"drift,omitempty"`
		Millis float64          `json:"millis,omitempty"`
	}{printable.Text(x.Error), shownDrift(x.Drift), 0}
	if r == decisive {
		out.Millis = float64(int(x.Millis*10)) / 10
	}
	if out.Error == "" && len(out.Drift) == 0 && out.Millis == 0 {
		return ""
	}
	text, err := json.Marshal(out)
	if err != nil {
		return ""
	}
	return string(text)
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

// RequestID is the id of the request in the service's own log, "" for none.
func RequestID(h http.Header) string {
	for _, name := range requestIDs {
		if id := h.Get(name); id != "" {
			return id
		}
	}
	return ""
}
