package volumes

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/cucumber/godog"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/target"
	"plumbline/internal/steps/world"
)

func Flows(s world.Steps, w *world.World) {
	s.Then(`^until the server is (\w+) the root volume goes through$`, func(status string, table *godog.Table) error {
		return goesThrough(w, status, table)
	})
	s.Then(`^all the while the root volume had an attachment$`, func() error { return hadAttachment(w) })
	s.Then(`^for a while the root volume had two attachments$`, func() error { return hadTwo(w) })
}

// flow are the statuses that a volume had while its server was at work; same counts the looks since the last change.
type flow struct {
	statuses     []string
	fewest, most int
	same         int
}

const (
	// lookPause is how long to wait between two looks at a target whose clock runs by itself.
	lookPause = 50 * time.Millisecond
	// patience is the number of equal looks after which the pauses grow, to idlePause at most: such a wait most
	// likely ends at its time-out.
	patience  = 60
	idlePause = time.Second
)

// goesThrough watches the root volume until the server has the status and no task, and the volume is in use. The statuses
// seen must be all expected ones on a target with a stepped clock, elsewhere a part of them in their order.
func goesThrough(w *world.World, status string, table *godog.Table) error {
	var want []string
	for _, row := range table.Rows {
		want = append(want, row.Cells[0].Value)
	}
	stepped := w.Env().Target.Capabilities()[target.SteppedClock].Present
	seen, err := watchFlow(w, status, stepped)
	if err != nil {
		return err
	}
	w.Remember(&world.Noun{Kind: "flow", Facts: map[string]any{"seen": seen}})
	if stepped && !slices.Equal(seen.statuses, want) || !InOrder(seen.statuses, want) {
		return world.Differ("the states of the root volume", strings.Join(want, ", "), strings.Join(seen.statuses, ", "))
	}
	return nil
}

// InOrder tells whether the statuses seen are among the expected ones in this order, and end with the last one.
func InOrder(seen, want []string) bool {
	if len(seen) == 0 || seen[len(seen)-1] != want[len(want)-1] {
		return false
	}
	for _, s := range want {
		if len(seen) > 0 && seen[0] == s {
			seen = seen[1:]
		}
	}
	return len(seen) == 0
}

func watchFlow(w *world.World, status string, stepped bool) (*flow, error) {
	least := lookPause
	if stepped {
		var err error
		if least, err = w.Env().Target.Control.Step(); err != nil {
			return nil, err
		}
	}
	f, clock := &flow{fewest: 9}, w.Env().Clock
	deadline := clock.Now().Add(w.Env().Timeouts["rebuild"])
	for {
		done, err := f.look(w, status)
		if done || err != nil {
			return f, err
		}
		if !clock.Now().Before(deadline) {
			return nil, world.Failf("the server is not %s within %s; its root volume went through %s", status,
				w.Env().Timeouts["rebuild"], strings.Join(f.statuses, ", "))
		}
		pause := least
		if f.same > patience {
			pause = min(least<<min(f.same-patience, 12), idlePause)
		}
		if err := clock.Sleep(w.Context(), pause); err != nil {
			return nil, err
		}
	}
}

// look adds the present status of the volume and its attachments, and tells whether the end is reached.
func (f *flow) look(w *world.World, status string) (bool, error) {
	volume := w.Noun("volume", phrases.Root)
	x, err := fixtures.ShowServer(w, world.Observe, "", w.Noun("server", ""), "")
	if err != nil {
		return false, err
	}
	v, err := fixtures.ShowVolume(w, world.Observe, volume)
	if err != nil {
		return false, err
	}
	attachments, err := fixtures.Attachments(w, world.Observe, volume)
	if err != nil {
		return false, err
	}
	f.fewest, f.most = min(f.fewest, len(attachments)), max(f.most, len(attachments))
	now := v.Text("/volume/status")
	f.same++
	if n := len(f.statuses); n == 0 || f.statuses[n-1] != now {
		f.statuses, f.same = append(f.statuses, now), 0
	}
	task, _ := x.Get("/server/OS-EXT-STS:task_state")
	got := x.Text("/server/status")
	if got == "ERROR" && task == nil && status != got {
		return false, world.Differ("the server ends", status,
			fmt.Sprintf("ERROR: %s; its root volume went through %s", x.Text("/server/fault/message"), strings.Join(f.statuses, ", ")))
	}
	return got == status && task == nil && now == "in-use", nil
}

func seenFlow(w *world.World) *flow {
	seen, _ := w.Noun("flow", "").Facts["seen"].(*flow)
	return seen
}

func hadAttachment(w *world.World) error {
	if seen := seenFlow(w); seen.fewest < 1 {
		return world.Differ("the fewest attachments at once", "1", seen.fewest)
	}
	return nil
}

func hadTwo(w *world.World) error {
	if seen := seenFlow(w); seen.most != 2 {
		return world.Differ("the most attachments at once", 2, seen.most)
	}
	return nil
}
