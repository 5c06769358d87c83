package progress

import (
	"fmt"
	"strings"
	"time"

	"plumbline/steps"
)

// roughDuration writes a duration with the precision of an estimate.
func roughDuration(d time.Duration) string {
	switch {
	case d < 10*time.Second:
		return "a few seconds"
	case d < 55*time.Second:
		return fmt.Sprintf("%d s", int(d.Seconds()+5)/10*10)
	case d < 90*time.Minute:
		return fmt.Sprintf("%d min", max(int(d.Minutes()+0.5), 1))
	}
	return fmt.Sprintf("%.1f h", d.Hours())
}

// clock writes a duration as a clock does: 3:07, 1:02:33.
func clock(d time.Duration) string {
	s := int(d.Seconds())
	if s < 3600 {
		return fmt.Sprintf("%d:%02d", s/60, s%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}

// countsInWords writes "380 pass, 2 fail, 29 did not apply"; counts of zero are left out.
func (t *tally) countsInWords() string {
	var parts []string
	for _, outcome := range ran {
		if n := t.counts[outcome]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, outcome))
		}
	}
	if n := t.countNotRun(); n > 0 {
		parts = append(parts, fmt.Sprintf("%d did not apply", n))
	}
	return strings.Join(parts, ", ")
}

// line describes the progress of a run in one line of a log.
func (t *tally) line(now time.Time) string {
	if t.total == 0 {
		return fmt.Sprintf("%s: preparing, %s", t.title, clock(now.Sub(t.started)))
	}
	line := fmt.Sprintf("%s: %d of %d cases: %s; %s", t.title, t.done, t.total, t.countsInWords(), clock(now.Sub(t.started)))
	if d, ok := t.estimateLeft(now); ok {
		line += ", about " + roughDuration(d) + " left"
	}
	return line
}

// failureLine is the line about a case that did not pass.
func failureLine(p steps.Progress) string {
	first, _, _ := strings.Cut(p.Reason, "\n")
	return fmt.Sprintf("%-5s %s: %s", p.Outcome, p.Case.ID, first)
}

func isFailure(outcome string) bool { return outcome == "fail" || outcome == "error" }
