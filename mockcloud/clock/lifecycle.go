package clock

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Lifecycle says when accepted asynchronous work is finished. The zero value finishes it before the next request; the answer of the
// accepting request itself still shows the transitional state.
type Lifecycle struct {
	// Delay is the time on the clock until accepted work is due.
	Delay time.Duration
	// Reads is the number of reads of the resource that still show the transitional state.
	Reads int
}

// After finishes accepted work once the clock has moved by d.
func After(d time.Duration) Lifecycle { return Lifecycle{Delay: d} }

// AfterReads finishes accepted work after the resource has been read n times: n answers still show
// the transitional state.
func AfterReads(n int) Lifecycle { return Lifecycle{Reads: n} }

// String is the form that ParseLifecycle reads: "immediate", "after=2s", "reads=3".
func (l Lifecycle) String() string {
	switch {
	case l.Reads > 0:
		return "reads=" + strconv.Itoa(l.Reads)
	case l.Delay > 0:
		return "after=" + l.Delay.String()
	}
	return "immediate"
}

// ParseLifecycle reads the form that String writes.
func ParseLifecycle(s string) (Lifecycle, error) {
	if s == "" || s == "immediate" {
		return Lifecycle{}, nil
	}
	mode, value, _ := strings.Cut(s, "=")
	switch mode {
	case "after":
		if d, err := time.ParseDuration(value); err == nil && d > 0 {
			return After(d), nil
		}
	case "reads":
		if n, err := strconv.Atoi(value); err == nil && n > 0 {
			return AfterReads(n), nil
		}
	}
	return Lifecycle{}, fmt.Errorf("lifecycle %q is none of immediate, after=DURATION (after=2s), reads=N (reads=3)", s)
}
