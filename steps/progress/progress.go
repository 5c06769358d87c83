// Package progress tells a person how far a run is: a bar on a terminal, plain lines elsewhere.
package progress

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"

	"plumbline/steps"
)

// Bar draws on a terminal. finish takes the bar away.
func Bar(w io.Writer, title string) (tell func(steps.Progress), finish func()) {
	var bar *progressbar.ProgressBar
	failed := 0
	tell = func(p steps.Progress) {
		if bar == nil {
			bar = progressbar.NewOptions(p.Total,
				progressbar.OptionSetWriter(w), progressbar.OptionShowCount(), progressbar.OptionClearOnFinish(),
				progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionSetDescription(title))
		}
		if p.Outcome == "fail" || p.Outcome == "error" {
			failed++
			_ = bar.Clear() // a bar that cannot be drawn is no reason to stop
			fmt.Fprintln(w, line(p))
			bar.Describe(fmt.Sprintf("%s, %d not passed", title, failed))
		}
		_ = bar.Set(p.Done)
	}
	finish = func() {
		if bar != nil {
			_ = bar.Finish()
		}
	}
	return tell, finish
}

// Lines writes a line for every case that did not pass, and one for every hundredth case.
func Lines(w io.Writer, title string) func(steps.Progress) {
	return func(p steps.Progress) {
		switch {
		case p.Outcome == "fail" || p.Outcome == "error":
			fmt.Fprintln(w, line(p))
		case p.Done%100 == 0 || p.Done == p.Total:
			fmt.Fprintf(w, "%s: %d of %d cases\n", title, p.Done, p.Total)
		}
	}
}

func line(p steps.Progress) string {
	return fmt.Sprintf("%-5s %s: %s", p.Outcome, p.Case.ID, firstLine(p.Reason))
}

func firstLine(s string) string {
	for i, r := range s {
		if r == '\n' {
			return s[:i]
		}
	}
	return s
}
