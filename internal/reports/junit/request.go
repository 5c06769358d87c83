package junit

import (
	"fmt"
	"strings"

	"plumbline/internal/reports"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/printable"
	"plumbline/internal/reports/verdict"
)

// longestBody is how many characters of a body stand with a failure.
const longestBody = 2000

// requestsOf are the requests that the rows with fail or error are about, with their answers, by case.
func requestsOf(r *reports.Report, events []eventlog.Event) map[string]string {
	wanted := map[string]bool{}
	for _, req := range r.Requirements {
		for _, row := range req.Rows {
			wanted[row.Case] = row.Verdict == verdict.Fail || row.Verdict == verdict.Error
		}
	}
	out := map[string]string{}
	for i := range events {
		if x := events[i].Exchanged; x != nil && x.Role == "subject" && wanted[x.Case] {
			out[x.Case] = requestText(x)
		}
	}
	return out
}

// requestText is an exchange in a few lines: request, body, status or why there was none, body.
func requestText(x *eventlog.Exchanged) string {
	var b strings.Builder
	fmt.Fprintf(&b, "request:  %s %s\n", printable.Line(x.Method), printable.Line(x.URL))
	if x.RequestBody != "" {
		fmt.Fprintf(&b, "          %s\n", shorten(x.RequestBody))
	}
	if x.Error != "" {
		fmt.Fprintf(&b, "answer:   none: %s\n", shorten(x.Error))
		return b.String()
	}
	fmt.Fprintf(&b, "answer:   %d\n", x.Status)
	if x.ResponseBody != "" {
		fmt.Fprintf(&b, "          %s\n", shorten(x.ResponseBody))
	}
	return b.String()
}

func shorten(s string) string {
	runes := []rune(printable.Text(s))
	if len(runes) <= longestBody {
		return string(runes)
	}
	return string(runes[:longestBody]) + " … [cut]"
}
