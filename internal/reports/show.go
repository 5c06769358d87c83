package reports

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"plumbline/internal/openapi/near"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/printable"
)

// ErrNoSuch: a report has no requirement, row or case with the id.
var ErrNoSuch = errors.New("the report has no such requirement, row or case")

// Show writes a requirement, a row or a case, with the evidence: its sentences and every exchange, redacted as in the log.
func Show(w io.Writer, r *Report, events []eventlog.Event, id string) error {
	exchanges, from := map[string]*eventlog.Exchanged{}, map[string]string{}
	for i := range events {
		if x := events[i].Exchanged; x != nil {
			exchanges[x.ID] = x
		}
		if s := events[i].StepDone; s != nil && s.From != "" {
			from[s.Case] = s.From
		}
	}
	var b strings.Builder
	shown := map[string]bool{}
	for _, req := range r.Requirements {
		rows := slices.DeleteFunc(slices.Clone(req.Rows), func(row Row) bool {
			return req.ID != id && row.Row != id && row.Case != id || shown[row.Case]
		})
		if req.ID != id && len(rows) == 0 {
			continue
		}
		showRequirement(&b, &req)
		for i := range rows {
			shown[rows[i].Case] = true
			showRow(&b, &rows[i], exchanges, from[rows[i].Case])
		}
	}
	if b.Len() == 0 {
		return fmt.Errorf("%w: %s%s", ErrNoSuch, id, near.Hint(id, idsOf(r)))
	}
	_, err := io.WriteString(w, printable.Text(b.String()))
	return err
}

// idsOf are the ids that Show accepts.
func idsOf(r *Report) (out []string) {
	for _, req := range r.Requirements {
		out = append(out, req.ID)
		for i := range req.Rows {
			out = append(out, req.Rows[i].Row, req.Rows[i].Case)
		}
	}
	return out
}

func showRequirement(b *strings.Builder, req *Requirement) {
	fmt.Fprintf(b, "%s %s: %s\n", req.ID, req.Verdict, req.Statement)
	showLine(b, "  why", req.Reason)
	showLine(b, "  source", req.Source)
	for _, note := range req.Notes {
		showLine(b, "  note", note)
	}
}

// showRow writes a row; from is the case that had created its resources, "" where it created them itself.
func showRow(b *strings.Builder, row *Row, exchanges map[string]*eventlog.Exchanged, from string) {
	fmt.Fprintf(b, "\n  %s %s: %s\n", RowName(*row), row.Verdict, printable.Line(row.Name))
	showLine(b, "    case", row.Case)
	showLine(b, "    prepared by", from)
	showLine(b, "    why", row.Reason)
	showLine(b, "    probe", row.Probe)
	showLine(b, "    expected", row.Expected)
	showLine(b, "    got", row.Got)
	if row.Feature != "" {
		fmt.Fprintf(b, "    scenario: features/%s:%d\n", printable.Line(row.Feature), row.Line)
	}
	for _, d := range row.Drift {
		showLine(b, "    drift", d)
	}
	for _, s := range row.Steps {
		fmt.Fprintf(b, "    %-7s %s %s\n", printable.Line(s.Status), printable.Line(s.Keyword), printable.Line(s.Text))
		showLine(b, "            ", s.Message)
	}
	for _, id := range row.Exchanges {
		if x := exchanges[id]; x != nil {
			showExchange(b, x)
		}
	}
}

func showExchange(b *strings.Builder, x *eventlog.Exchanged) {
	fmt.Fprintf(b, "    %s %s as %s: %s %s\n", printable.Line(x.ID), printable.Line(x.Role), printable.Line(cmp.Or(x.Actor, "nobody")),
		printable.Line(x.Method), printable.Line(x.URL))
	showHeader(b, "> ", x.RequestHeader)
	showBody(b, "> ", x.RequestBody)
	if x.Error != "" {
		showLine(b, "      no answer", x.Error)
	}
	if x.Status != 0 {
		fmt.Fprintf(b, "      < %d, %.0f ms\n", x.Status, x.Millis)
	}
	showHeader(b, "< ", x.ResponseHeader)
	showBody(b, "< ", x.ResponseBody)
}

// shownHeaders are headers with microversions, the id of the request, or a redirect.
var shownHeaders = []string{"Openstack-Api-Version", "X-Openstack-Nova-Api-Version", "X-Openstack-Request-Id", "Location"}

func showHeader(b *strings.Builder, mark string, h http.Header) {
	for _, name := range shownHeaders {
		for _, value := range h[name] {
			fmt.Fprintf(b, "      %s%s: %s\n", mark, name, printable.Line(value))
		}
	}
}

func showBody(b *strings.Builder, mark, body string) {
	for line := range strings.Lines(body) {
		fmt.Fprintf(b, "      %s%s\n", mark, printable.Line(strings.TrimRight(line, "\r\n")))
	}
}

func showLine(b *strings.Builder, label, text string) {
	if text = strings.TrimSpace(text); text == "" {
		return
	}
	if label = strings.TrimRight(label, " "); label == "" {
		label = "           "
	} else {
		label += ":"
	}
	fmt.Fprintf(b, "%s %s\n", label, printable.Line(strings.Join(strings.Fields(text), " ")))
}
