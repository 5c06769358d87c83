package merge

import (
	"fmt"

	"plumbline/internal/reports/eventlog"
)

// writer collects the events of the merged log and renumbers the exchanges.
type writer struct {
	out       []entry
	exchanges int
	// drift is the drift found so far outside of cases.
	drift map[string]bool
}

func (w *writer) add(as entry) { w.out = append(w.out, as) }

// copy adds an event of a part.
func (w *writer) copy(as entry) {
	if x, ok := as.Payload.(*eventlog.Exchanged); ok {
		again := *x
		w.exchanges++
		again.ID = fmt.Sprintf("x%d", w.exchanges)
		as.Payload = &again
	}
	w.add(as)
}

// outside adds events outside of cases: all of the first part; of another one only what would be lost.
func (w *writer) outside(entries []entry, first bool) {
	for _, as := range entries {
		switch e := as.Payload.(type) {
		case *eventlog.Exchanged:
			if news := w.isNewDrift(e); !first && !news {
				continue
			}
		case *eventlog.CleanedUp:
			if !first && e.Error == "" {
				continue
			}
		}
		w.copy(as)
	}
}

// isNewDrift tells whether an exchange has drift that was not found yet, and remembers it.
func (w *writer) isNewDrift(x *eventlog.Exchanged) bool {
	news := false
	for _, d := range x.Drift {
		key := fmt.Sprintf("%q %q %q %q %q", x.Service, d.Operation, d.Pointer, d.Expected, d.Got)
		news = news || !w.drift[key]
		w.drift[key] = true
	}
	return news
}
