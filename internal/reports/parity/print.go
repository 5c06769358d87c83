package parity

import (
	"fmt"
	"io"
	"strings"
)

// Print writes a result for people: what was compared, then every difference, those without a reason first. Differences of
// texts are listed only if texts is true.
func Print(w io.Writer, r *Result, texts bool) error {
	p := &printer{w: w}
	p.line("%s beside %s", r.Reference, r.Mock)
	p.line("  cases that ran on both: %d; on one only: %d", r.Cases, len(r.Alone))
	p.line("  exchanges compared: %d (%d of set-up, polling and clean-up have no counterpart)", r.Compared, r.Unpaired)
	p.line("  differences: %d without a reason, %d explained; %d texts of faults differ", r.Unexplained(),
		len(r.Differences)-r.Unexplained(), len(r.Texts))
	for _, d := range r.Differences {
		p.difference(d)
	}
	if texts {
		for _, d := range r.Texts {
			p.difference(d)
		}
	}
	for _, a := range r.Alone {
		p.line("only on the %s: %s (%s)", a.Ran, a.Case, a.Reason)
	}
	return p.err
}

// printer writes, and stops at the first error.
type printer struct {
	w   io.Writer
	err error
}

func (p *printer) line(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format+"\n", args...)
	}
}

func (p *printer) difference(d Difference) {
	mark := "differs  "
	switch {
	case d.Kind == Text:
		mark = "text     "
	case d.Reason != "":
		mark = "explained"
	}
	p.line("%s", strings.TrimRight(fmt.Sprintf("%s %s %s %s", mark, d.Kind, d.Exchange, d.At), " "))
	p.line("          reference: %s", d.Reference)
	p.line("          mock:      %s", d.Mock)
	p.line("          %d times, first in %s", d.Count, d.Case)
	if d.Reason != "" {
		p.line("          %s", d.Reason)
	}
}
