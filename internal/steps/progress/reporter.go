package progress

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"plumbline/internal/openapi/redact"
	"plumbline/internal/reports/printable"
	"plumbline/internal/reports/terminal"
	"plumbline/internal/steps/plan"
	"plumbline/steps"
)

// Options say how a Reporter shows progress.
type Options struct {
	// Mode is one of Modes; Auto counts as Lines.
	Mode Mode
	// Width answers the terminal's present width in columns, before each drawing, since the window may be resized: lines are broken there.
	// Nil is no terminal: a bar is 80 columns wide, and a line stays one line, to be searched.
	Width func() int
	// Colour: the bar may have colours (NO_COLOR is not set).
	Colour bool
	// Now is the time; nil is the machine's.
	Now func() time.Time
	// Secrets are replaced in all output; nil is none.
	Secrets *redact.Redactor
	// Every is the longest time without a line in a log, after which a line shows the progress; zero is 30 seconds.
	Every time.Duration
}

// Reporter shows the progress of one or more runs. It is an io.Writer for all other output to the same place, whose lines
// appear above the bar and never inside another line.
type Reporter struct {
	mu    sync.Mutex
	to    io.Writer
	o     Options
	runs  []*tally
	drawn []int // the lengths of the bar's lines on the terminal
	drew  time.Time
	told  time.Time
	// whole: lines are not broken, since there is no terminal.
	whole bool
}

// redraw is the shortest time between two drawings of the bar; a drawing per quick case would flicker.
const redraw = 100 * time.Millisecond

// New is a reporter that writes to w.
func New(w io.Writer, o Options) *Reporter {
	if o.Now == nil {
		o.Now = time.Now
	}
	whole := o.Width == nil
	if whole {
		o.Width = func() int { return 80 }
	}
	if o.Every == 0 {
		o.Every = 30 * time.Second
	}
	if o.Secrets == nil {
		o.Secrets = redact.New()
	}
	return &Reporter{to: w, o: o, whole: whole}
}

// Follow shows the progress of a run: it sets the callbacks of its options. finish ends it.
func (r *Reporter) Follow(title string, o *steps.Options) (finish func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	t := newTally(printable.Line(r.o.Secrets.RedactKnown(title)), r.o.Now())
	r.runs, r.told = append(r.runs, t), t.started
	o.Ahead = func(total int, cases []plan.Case) {
		r.reportEvent(t, "planned", steps.Progress{Total: total}, func(time.Time) { t.plan(total, cases) })
	}
	o.Begun = func(c plan.Case) {
		r.reportEvent(t, "begun", steps.Progress{Case: c}, func(now time.Time) { t.running[c.ID] = now })
	}
	o.SetAside = func(c plan.Case) {
		r.reportEvent(t, "set-aside", steps.Progress{Case: c}, func(time.Time) { delete(t.running, c.ID) })
	}
	o.Progress = func(p steps.Progress) {
		r.reportEvent(t, "done", p, func(now time.Time) { t.addResult(p, now) })
	}
	return func() { r.finish(t) }
}

// Write implements io.Writer: whole lines of other output.
func (r *Reporter) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.erase()
	_, err := io.WriteString(r.to, printable.Text(r.o.Secrets.Text(string(p))))
	r.draw(true)
	if err != nil {
		return 0, err
	}
	return len(p), nil
}

// Keep calls Tick at every tick until ctx ends.
func (r *Reporter) Keep(ctx context.Context, ticks <-chan time.Time) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks:
			r.Tick()
		}
	}
}

// Tick redraws the bar, or writes a line if one is due.
func (r *Reporter) Tick() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.draw(false)
	r.remind()
}

func (r *Reporter) reportEvent(t *tally, event string, p steps.Progress, take func(now time.Time)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := r.o.Now()
	take(now)
	switch r.o.Mode {
	case None:
	case JSON:
		r.writeText(string(t.event(event, p, now)))
	default:
		if isFailure(p.Outcome) {
			r.erase()
			r.writeLine(failureLine(p))
		}
		r.draw(false)
		r.remind()
	}
}

func (r *Reporter) finish(t *tally) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if t.ended {
		return
	}
	now := r.o.Now()
	r.erase()
	t.ended = true
	switch r.o.Mode {
	case None:
	case JSON:
		r.writeText(string(t.event("ended", steps.Progress{}, now)))
	case Bar:
		r.draw(true)
	default:
		if t.total > 0 {
			r.writeLine(t.line(now))
		}
	}
}

// line writes whole lines; a write error does not stop the run.
func (r *Reporter) line(text string) { _, _ = io.WriteString(r.to, text) }

// writeText writes text that may quote an answer of the cloud.
func (r *Reporter) writeText(text string) { r.line(printable.Text(r.o.Secrets.RedactKnown(text))) }

// writeLine writes a line that may quote an answer of the cloud, broken at the terminal's width. Secrets go before it is broken: a part of
// one would not be known.
func (r *Reporter) writeLine(text string) {
	text = printable.Line(r.o.Secrets.RedactKnown(text))
	if r.whole {
		r.line(text + "\n")
		return
	}
	b := terminal.Screen{Width: r.o.Width()}
	b.Hanging(text)
	r.line(b.String())
}

// remind writes the progress of each run when the log had no line for long enough.
func (r *Reporter) remind() {
	now := r.o.Now()
	if (r.o.Mode != Lines && r.o.Mode != Auto) || now.Sub(r.told) < r.o.Every {
		return
	}
	r.told = now
	for _, t := range r.runs {
		if t.ended {
			continue
		}
		text := t.line(now)
		if current := t.current(); len(current) > 0 {
			text += fmt.Sprintf("; now %s (%s)", current[0], clock(now.Sub(t.running[current[0]])))
		}
		r.writeLine(text)
	}
}

// draw writes the bar below all other output, one line for each run under way.
func (r *Reporter) draw(now bool) {
	at := r.o.Now()
	if r.o.Mode != Bar || (!now && at.Sub(r.drew) < redraw) {
		return
	}
	r.erase()
	r.drew = at
	var b strings.Builder
	width := r.o.Width()
	for _, t := range r.runs {
		if t.ended {
			continue
		}
		if len(r.drawn) > 0 {
			b.WriteString("\n")
		}
		b.WriteString(t.bar(width, at, r.o.Colour))
		r.drawn = append(r.drawn, utf8.RuneCountInString(t.bar(width, at, false)))
	}
	r.line(b.String())
}

// erase removes the bar. Lines that were wrapped in a window made narrower take more rows.
func (r *Reporter) erase() {
	if len(r.drawn) == 0 {
		return
	}
	count, width := 0, r.o.Width()
	for _, length := range r.drawn {
		count += rows(length, width)
	}
	r.drawn = nil
	r.line(emptyLine + strings.Repeat(lineUp+emptyLine, count-1))
}
